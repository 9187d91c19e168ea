// The page: one session at a time, one step of it, and one place in its state.

class RewindPage {
  constructor() {
    this.sessions = [];
    this.list = new ActionList(byId("list"), (step) => this.select(step));
    this.strip = new TimelineStrip(byId("strip"));
    this.details = new Details(byId("details"), this);
    const filtered = (steps, isGrown) => this.filtered(steps, isGrown);
    this.filter = new Filter(byId("filter"), byId("filter-status"), filtered);
    this.player = new Player(this, byId("play"), byId("speed"));
    this.tree = new ValueTree(byId("tree"), "state", (tokens) => this.choose(tokens));
    this.tokens = null;
    this.theme = new Theme(byId("theme"));
    this.address = new Address(this);
    this.wire();
  }

  /// The number of sessions on the page.
  static get sessionCount() {
    return page.live?.count ?? document.querySelectorAll('script[id^="facts-"]').length;
  }

  wire() {
    const on = (id, action) => byId(id).addEventListener("click", action);
    on("to-start", () => this.select(this.session.first));
    on("back", () => this.move(-1));
    on("forth", () => this.move(1));
    on("to-end", () => (this.live ? this.live.goToEnd() : this.select(this.session.last)));
    on("help-button", () => this.showHelp());
    on("fold", () => this.tree.fold());
    byId("slider").addEventListener("input", (event) => {
      this.player.stop();
      this.select(this.session.steps[Number(event.target.value)]);
    });
    byId("choice").addEventListener("change", (event) => {
      const place = Number(event.target.value);
      if (this.live) this.live.open(this.live.sessions[place].id);
      else this.open(place);
      this.address.remember();
    });
    for (const tab of document.querySelectorAll(".panes button")) {
      tab.addEventListener("click", () => this.showPane(tab.dataset.pane));
    }
    listenToKeys(this);
  }

  start() {
    if (byId("live")) {
      this.live = new LivePage(this);
      this.live.start();
      return;
    }
    const count = RewindPage.sessionCount;
    for (let place = 0; place < count; place += 1) {
      byId("choice").append(new Option(harmless(this.factsOf(place).name), place));
    }
    byId("chooser").hidden = count < 2;
    if (count > 0) this.address.follow();
  }

  factsOf(place) {
    return JSON.parse(byId(`facts-${place}`).textContent);
  }

  // MARK: - Sessions

  open(place) {
    this.player.stop();
    this.place = place;
    this.session = this.sessionAt(place);
    this.mask = new RedactionMask(this.session.facts.redacted);
    this.tree.begin(this.mask);
    this.tokens = null;
    this.current = null;
    byId("choice").value = place;
    byId("story").replaceChildren();
    this.showSession();
    this.filter.show(this.session);
    // People want to look where something went wrong.
    const [last] = [...this.marks.keys()].slice(-1);
    this.select(last === undefined ? this.session.first : this.session.closest(last));
  }

  sessionAt(place) {
    this.sessions[place] ??= new Session(this.factsOf(place), byId(`lines-${place}`).textContent);
    return this.sessions[place];
  }

  /// Shows what concerns the session as a whole.
  showSession() {
    this.shownLast = this.session.last;
    this.marks = this.marksOf(this.session);
    byId("slider").max = Math.max(0, this.session.steps.length - 1);
    this.showHeadline();
    const isOpen = byId("story").querySelector("details")?.open === true;
    byId("story").replaceChildren(...storyOf(this.session, (index) => this.go(index)));
    if (isOpen) byId("story").querySelector("details")?.setAttribute("open", "");
    this.strip.show(this.session, this.marks);
  }

  // MARK: - Growth

  /// Takes further lines of a session, and its facts if they changed.
  ///
  /// With `follow`, the page goes to the new last step if it was at the last one.
  append(text, { place = this.place, facts, follow = false } = {}) {
    const session = this.sessionAt(place);
    if (facts !== undefined) session.facts = facts;
    const first = session.append(text);
    if (place === this.place) this.refresh({ first, follow });
  }

  /// Repaints a session that has grown or changed from a step on, by its place; what the reader chose stays.
  refresh({ first = 0, follow = false } = {}) {
    const wasAtEnd = this.current === (this.shownLast ?? null);
    const isChanged = this.current !== null && this.current.place >= first;
    this.showSession();
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

  /// Returns the actions to highlight, by index, the most important last.
  marksOf(session) {
    const marks = new Map();
    const { diagnosis, end } = session.facts;
    if (diagnosis?.kind === "found") {
      const { isEveryState, outside } = diagnosis;
      // A change between two actions is not an action's fault.
      if (!isEveryState && outside === null) marks.set(diagnosis.culprit, "culprit");
      marks.set(diagnosis.fatal, "fatal");
    } else if (end === "crashed" && session.last && session.isToEnd) {
      marks.set(session.last.index, "fatal");
    }
    return marks;
  }

  showHeadline() {
    const { facts, last } = this.session;
    const ending = endingWords(this.session);
    const parts = [counted(this.session.lastIndex - facts.start, "action")];
    if (last?.seconds != null) parts.push(secondsText(last.seconds));
    if (facts.store !== null && facts.store !== "main") parts.push(`store ${facts.store}`);
    if (facts.started !== null) parts.push(`started ${facts.started}`);
    const chip = element("span", `chip ${ending.mood}`, ending.label);
    chip.title = ending.sentence;
    byId("title").replaceChildren(logText(facts.app ?? facts.name));
    byId("subtitle").replaceChildren(chip, " ", logText(facts.name), " · ", logText(parts.join(" · ")));
  }

  // MARK: - Steps

  /// Returns the step after the current one; undefined at the end.
  next() {
    return this.session.steps[this.current.place + 1];
  }

  /// Goes to the step of an index.
  go(index) {
    if (this.live?.go(index)) return;
    this.select(this.session.closest(index));
  }

  select(step, { isPlaying = false } = {}) {
    if (!step || step === this.current) return;
    if (!isPlaying && this.player.isPlaying) this.player.stop();
    this.current = step;
    this.list.select(step);
    this.show(step);
    if (!isPlaying) byId("announcer").textContent = harmless(stepWords(step));
    this.address.remember();
  }

  /// Shows the change of a step, and its state.
  show(step) {
    this.showPosition(step);
    this.showState(step);
    this.details.show(this.session, step, this.mask);
    byId("change-title").replaceChildren(...this.titleOf(step));
    this.details.showValue(this.tokens, step);
  }

  titleOf(step) {
    const type = step.type;
    const index = element("span", "index", String(step.index));
    if (type !== undefined) return [index, " ", logText(type)];
    return [index, step.index === 0 ? " The initial state" : " The first state here"];
  }

  showPosition(step) {
    const slider = byId("slider");
    const { last } = this.session;
    const time = step.seconds === null ? "" : `  ·  ${secondsText(step.seconds)}`;
    slider.value = step.place;
    slider.setAttribute("aria-valuetext", `${step.index} of ${last.index}`);
    byId("position").textContent = `${step.index} of ${last.index}${time}`;
  }

  /// Shows the state after a step; if there is none, the state before it.
  showState(step) {
    const isDead = step.state === null;
    byId("state-title").textContent = isDead ? "State before it" : `State after ${step.index}`;
    try {
      const value = isDead ? step.before() : step.after();
      const before = isDead ? undefined : step.before();
      const isStep = before !== undefined && !isDead;
      const operations = isStep ? step.operations : [];
      const origin = isStep ? new ElementOrigin(operations, before, value) : undefined;
      const removed = (isStep ? changesOf(operations, before) : [])
        .filter((change) => change.new === undefined && change.tokens.length > 0);
      this.tree.show(value, { before, origin, removed });
      if (value === undefined) this.sayNoState("There is no state here.");
    } catch (error) {
      this.tree.show(undefined);
      this.sayNoState(`The state cannot be made: ${error.message}.`);
    }
  }

  sayNoState(words) {
    byId("tree").replaceChildren(element("p", "quiet", logText(words)));
  }

  move(distance) {
    const place = this.current.place + distance;
    if (!this.session.steps[place] && this.live?.go(this.current.index + distance)) return;
    this.select(this.session.steps[Math.max(0, Math.min(this.session.steps.length - 1, place))]);
  }

  /// Moves up or down the list, which may be filtered.
  moveInList(distance) {
    const { steps } = this.list;
    if (steps.length === 0) return;
    const start = this.list.placeFrom(this.current);
    const isThere = steps[start] === this.current;
    const place = start + distance - (distance > 0 && !isThere ? 1 : 0);
    this.select(steps[Math.max(0, Math.min(steps.length - 1, place))]);
  }

  moveToType(direction) {
    const { type } = this.current;
    this.select(this.nearest(direction, (step) => step.type === type));
  }

  /// Goes to the next or previous step that changes the chosen place.
  moveToChange(direction) {
    if (this.tokens === null) return;
    const changes = (step) =>
      !isEqual(valueAt(step.before(), this.tokens), valueAt(step.after(), this.tokens));
    this.select(this.nearest(direction, (step) => safely(() => changes(step), false)));
  }

  nearest(direction, holds) {
    const { steps } = this.session;
    for (let place = this.current.place + direction; steps[place]; place += direction) {
      if (holds(steps[place])) return steps[place];
    }
    return undefined;
  }

  moveToCulprit() {
    const [first] = this.marks.keys();
    if (first !== undefined) this.go(first);
  }

  // MARK: - Places

  /// Chooses a place in the state; null for none.
  choose(tokens) {
    this.tokens = tokens;
    this.tree.select(tokens);
    this.details.showValue(tokens, this.current);
    if (tokens !== null) byId("details").scrollTop = 0;
    this.address.remember();
  }

  // MARK: - The filter

  filtered(steps, isGrown) {
    this.list.show(steps ?? this.session.steps, this.marks);
    if (this.current && !isGrown) this.list.select(this.current);
    this.strip.showMatches(this.session, steps);
  }

  focusFilter() {
    this.showPane("actions");
    byId("filter").focus();
    byId("filter").select();
  }

  /// Leaves the focused element, then the chosen value.
  leave() {
    const list = byId("list");
    if (document.activeElement !== list) list.focus();
    else if (this.tokens !== null) this.choose(null);
  }

  // MARK: - Looks

  showPane(pane) {
    document.body.dataset.pane = pane;
    for (const tab of document.querySelectorAll(".panes button")) {
      tab.setAttribute("aria-pressed", tab.dataset.pane === pane);
    }
    this.list.paint();
  }

  showHelp() {
    const dialog = byId("help");
    fillHelp(dialog);
    dialog.showModal();
  }
}

const page = new RewindPage();
page.start();

/// The names for use in the browser's console: `rewind.page.session.steps[3].after()`.
window.rewind = {
  page, Session, StepExpression, ExpressionError, ValueHistory, blameOf, parseJSON, writeJSON,
  tokensOf, pointerText,
};
