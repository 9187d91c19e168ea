// The page: one session at a time, one step of it, and one value in its state.

class RewindPage {
  constructor() {
    /// The sessions, in the order of the list; a live page has only those that it has shown.
    this.sessions = [];
    /// The number of the session in view, from 0; null in the overview.
    this.shown = null;
    this.tokens = null;
    this.current = null;
    this.list = new ActionList(byId("list"), (step) => this.select(step), (step, room) => fittedSummary(step, this.mask, room));
    this.timeline = new TimelineView(byId("slider"), (step) => {
      this.player.stop();
      this.select(step);
    });
    this.details = new Details(byId("details"), this);
    this.state = new StatePane(this);
    const filtered = (steps, isGrown) => this.filtered(steps, isGrown);
    this.answers = new ReportAnswers(this);
    this.filter = new Filter(this, byId("filter"), byId("filter-status"), filtered);
    this.player = new Player(this, byId("play"), byId("speed"));
    this.theme = new Theme(byId("theme"), () => this.timeline.resized());
    this.screen = new ScreenView(this);
    this.panes = new Panes(() => this.list.paint());
    this.copies = new CopyMenu(this);
    this.overview = new Overview(byId("overview"), this);
    this.address = new Address(this);
    byId("choice").addEventListener("change", (event) => {
      const number = Number(event.target.value);
      if (this.live) this.live.open(this.live.sessions[number].id);
      else this.enter(number);
    });
    listenToKeys(this);
    printWhole(this);
  }

  /// The number of sessions to choose from.
  get sessionCount() {
    return (this.live ?? this).sessions.length;
  }

  start() {
    if (byId("live")) {
      this.live = new LivePage(this);
      this.answers = new ServerAnswers(this.live);
      byId("filter").placeholder = "Filter: a word, or an expression";
      this.live.start();
      return;
    }
    document.querySelectorAll('script[id^="facts-"]').forEach((facts, number) => {
      const session = new Session(JSON.parse(facts.textContent), byId(`lines-${number}`).textContent);
      this.sessions.push(session);
      byId("choice").append(new Option(harmless(session.facts.name), number));
    });
    for (const id of ["chooser", "to-overview"]) byId(id).hidden = this.sessionCount < 2;
    this.address.follow();
  }

  // MARK: - Sessions

  /// Goes to another session: nothing that was chosen or asked before is about it.
  enter(number, index) {
    byId("filter").value = "";
    this.open(number);
    if (index !== undefined) this.go(index);
    this.address.remember();
  }

  /// Shows a session from its opening; the filter stays.
  open(number) {
    this.player.stop();
    this.overview.hide();
    this.shown = number;
    this.session = this.sessions[number];
    this.mask = new RedactionMask(this.session.facts.redacted);
    this.timeline.mask = this.mask;
    this.tokens = null;
    this.current = null;
    byId("choice").value = number;
    byId("story").replaceChildren();
    this.showSession();
    this.timeline.show(this.session, this.marks);
    this.showAxis();
    this.showLanes();
    this.state.begin(this.mask);
    this.screen.begin(this.session, this.shown);
    this.filter.show(this.session);
    this.goToOpening();
    this.stopPreparing?.();
    this.isPrepared = false;
    const finish = () => {
      this.isPrepared = true;
    };
    const rarely = (run) => setTimeout(run, 40);
    this.stopPreparing = inPieces(this.session.states.prepare(), finish, { wait: rarely });
  }

  /// Goes to where something went wrong; to the end, if nothing did.
  goToOpening() {
    const opening = openingOf(this.session);
    this.select(opening === undefined ? this.session.last : this.session.closest(opening));
    if (opening !== undefined) this.panes.show("change");
  }

  /// Shows what concerns the session as a whole.
  showSession() {
    this.shownLast = this.session.last;
    this.marks = marksOf(this.session);
    showHeadline(this.session, this.mask, (index) => this.go(index));
    const isOpen = byId("story").querySelector("details")?.open === true;
    const go = (index, at) => {
      this.go(index);
      if (at !== undefined) this.choose(tokensOf(at));
    };
    byId("story").replaceChildren(...storyOf(this.session, go));
    showSkips(this);
    if (isOpen) byId("story").querySelector("details")?.setAttribute("open", "");
    showCulprit();
  }

  /// Shows the overview, if the page has one.
  showOverview() {
    if (this.live || this.sessionCount < 2) return;
    this.player.stop();
    this.shown = null;
    this.overview.show();
    this.address.remember();
  }

  // MARK: - Growth

  /// Takes further lines of a session, and its facts if they changed.
  ///
  /// With `follow`, the page goes to the new last step if it was at the last one.
  append(text, { number = this.shown, facts, follow = false } = {}) {
    const session = this.sessions[number];
    if (facts !== undefined) session.facts = facts;
    const first = session.append(text);
    if (number === this.shown) this.refresh({ first, follow, hasOtherFacts: facts !== undefined });
  }

  /// Repaints a session that has grown or changed from the step of a number on; what the reader chose stays.
  refresh({ first = 0, follow = false, hasOtherFacts = false } = {}) {
    const wasAtEnd = this.current === (this.shownLast ?? null);
    // The reason why a step has no state is among the facts.
    const isChanged = this.current !== null
      && (this.current.number >= first || (hasOtherFacts && this.current.state === null));
    this.showSession();
    this.timeline.grow(first, this.marks);
    this.showAxis();
    this.filter.grow(first);
    if (this.current === null || (follow && wasAtEnd && this.session.last !== this.current)) {
      this.select(follow ? this.session.last : this.session.first);
    } else if (isChanged) {
      this.show(this.current);
    } else {
      this.showPosition(this.current);
      this.details.showValue(this.tokens, this.current);
    }
  }

  // MARK: - Steps

  /// Goes to the first step, in a running app's page to that of the whole session.
  goToStart() {
    if (!this.live?.go(this.session.facts.start)) this.select(this.session.first);
  }

  /// Goes to the last step, in a running session to the one that follows what happens.
  goToEnd() {
    if (this.live) this.live.goToEnd();
    else this.select(this.session.last);
  }

  /// Returns the step after the current one; undefined at the end.
  next() {
    return this.session.steps[this.current.number + 1];
  }

  go(index) {
    this.address.willJump();
    if (this.live?.go(index)) return;
    this.select(this.session.closest(index));
  }

  select(step, { isPlaying = false } = {}) {
    if (!step || step === this.current) return;
    if (!isPlaying && this.player.isPlaying) this.player.stop();
    this.current = step;
    this.list.select(step);
    this.show(step);
    this.live?.bar.follow(step);
    this.session.recomputed?.want([step]);
    if (!isPlaying) byId("announcer").textContent = harmless(stepWords(step));
    this.address.remember();
  }

  /// Shows the change of a step, and its state.
  show(step) {
    this.showPosition(step);
    this.state.show(step);
    this.screen.show(step);
    this.details.show(this.session, step, this.mask);
    byId("change-title").replaceChildren(...this.titleOf(step));
    this.details.showValue(this.tokens, step);
  }

  titleOf(step) {
    const index = element("span", "index", String(step.index));
    if (step.type !== undefined) return [index, " ", typeElement(this.session.short(step.type))];
    return [index, step.index === 0 ? " The initial state" : " The first state here"];
  }

  showPosition(step) {
    const { first, lastIndex } = this.session;
    const time = step.seconds === null ? "" : `  ·  ${secondsText(step.seconds)}`;
    const slider = byId("slider");
    slider.setAttribute("aria-valuemin", first.index);
    slider.setAttribute("aria-valuemax", lastIndex);
    slider.setAttribute("aria-valuenow", step.index);
    slider.setAttribute("aria-valuetext", `${step.index} of ${lastIndex}`);
    byId("position").textContent = `${step.index} of ${lastIndex}${time}`;
    this.timeline.select(step);
  }

  // MARK: - Values

  /// Chooses a value in the state; null for none.
  choose(tokens) {
    this.tokens = tokens;
    this.state.tree.select(tokens);
    this.details.showValue(tokens, this.current);
    if (tokens !== null) byId("details").scrollTop = 0;
    this.address.remember();
  }

  // MARK: - The filter

  filtered(steps, isGrown) {
    this.list.show(steps ?? this.session.steps, this.marks, this.filter.conditions.all);
    if (this.current && !isGrown) this.list.select(this.current);
    this.timeline.showMatches(steps);
    if (!isGrown) this.address.remember();
  }

  focus(id, pane) {
    this.panes.show(pane);
    byId(id).focus();
    byId(id).select();
  }

  /// Leaves the focused element, then the chosen value, then the session.
  leave() {
    if (this.shown === null) return;
    const list = byId("list");
    const { activeElement } = document;
    if (activeElement !== list && activeElement !== document.body) {
      list.focus();
      // On a narrow screen, the list may not be in view.
      if (document.activeElement === activeElement) activeElement.blur();
    } else if (this.tokens !== null) this.choose(null);
    else if (this.state.pinned !== null) this.state.switchPin();
    else this.showOverview();
  }

  // MARK: - Looks

  switchAxis() {
    this.timeline.switchAxis();
    this.showAxis();
  }

  showAxis() {
    const { axis, hasTimes } = this.timeline;
    byId("axis").textContent = axis.isByTime ? "Axis: time" : "Axis: index";
    byId("axis").disabled = !hasTimes;
    byId("axis").title = hasTimes ? "By time or by index (i)" : "The session has no times.";
  }

  switchLanes() {
    this.timeline.switchLanes();
    this.showLanes();
  }

  showLanes() {
    const { isBySlice, types } = this.timeline;
    byId("lanes").textContent = `Lanes: ${isBySlice ? "state" : types.areStores ? "stores" : "types"}`;
  }

  showHelp() {
    const dialog = byId("help");
    fillHelp(dialog, this.live !== undefined);
    dialog.showModal();
  }
}

const page = new RewindPage();
page.start();

/// The names for use in the browser's console: `rewind.page.session.steps[3].after()`.
window.rewind = {
  page, Session, wordsQuestion, valuesOf, parseJSON, writeJSON, tokensOf, pointerText,
};
