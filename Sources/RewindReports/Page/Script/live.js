// The page of a running app: `rewind live` feeds it a part of a session, and what is written since.
//
//   window ── a part of the session, and the number of the line after it
//   events ── the lines from there on, as they are written; facts, the app, and newer sessions
//   find, blame, history ── questions about the whole session, of which the page has a part: ServerAnswers

const noServer = "`rewind live` no longer responds. The page shows what it has received.";

class LivePage {
  /// `page` shows the session.
  constructor(page) {
    this.page = page;
    this.bar = new LiveBar(this);
    page.list.onRows = (steps) => this.session?.recomputed?.want(steps);
    this.sessions = [];
    this.waiting = "";
    addEventListener("pagehide", () => this.events?.close());
  }

  async start() {
    // Until there is something to show, there are no empty panes.
    document.body.classList.add("waiting");
    const sessions = await this.ask("sessions");
    if (sessions === null) return;
    if (sessions.length === 0) {
      this.showWaiting();
      setTimeout(() => this.start(), LivePage.pause);
      return;
    }
    byId("story").replaceChildren();
    byId("title").textContent = "Opening the session …";
    byId("subtitle").textContent = "";
    this.list(sessions);
    if (await this.open(this.newest.id)) this.page.address.follow();
  }

  /// Shows how to attach an app, until its first launch.
  showWaiting() {
    if (byId("story").querySelector(".attach")) return;
    byId("title").textContent = "Waiting for your app";
    byId("subtitle").textContent = "This page shows its session as soon as it starts.";
    byId("story").replaceChildren(element(
      "section", { class: "attach", "aria-label": "How to attach an app" },
      element("p", "", "An app that records is found by itself. These lines make it record:"),
      element("pre", "", recordLines), element("p", "", copyButton(recordLines)),
      element("p", "", "And these let this page drive it:"),
      element("pre", "", driveLines), element("p", "", copyButton(driveLines)),
    ));
  }

  /// The session that began last.
  get newest() {
    return this.sessions.at(-1);
  }

  get session() {
    return this.page.session;
  }

  // MARK: - Sessions

  list(sessions) {
    this.sessions = sessions;
    const named = ({ path, started }) => [path.split("/").at(-1), localDate(started ?? "")].filter(Boolean).join(" · ");
    byId("choice").replaceChildren(
      ...sessions.map((session, number) => new Option(harmless(named(session)), number))
    );
    byId("chooser").hidden = sessions.length < 2;
  }

  /// Shows a session around an action, or at its end; what is chosen stays chosen.
  async open(id, index) {
    const query = new URLSearchParams({ session: id, ...(index === undefined ? {} : { index }) });
    const text = await this.ask(`window?${query}`, { isText: true });
    if (text === null) {
      if (!this.session) byId("title").textContent = "This session cannot be shown";
      return false;
    }
    const end = text.indexOf("\n");
    const facts = JSON.parse(end < 0 ? text : text.slice(0, end));
    const lines = end < 0 ? "" : text.slice(end + 1);
    const { tokens } = this.page;
    const number = this.sessions.findIndex((session) => session.id === id);
    const session = new Session(this.facts(facts), lines);
    facts.later = Math.max(0, facts.last - (session.last?.index ?? 0));
    this.page.sessions[number] = session;
    this.id = id;
    document.body.classList.remove("waiting");
    this.page.open(number);
    if (index === undefined) this.page.select(session.last);
    else this.page.select(session.closest(index));
    if (tokens !== null) this.page.choose(tokens);
    // A part from the middle receives only what is new.
    if (facts.later === 0) this.connect(facts.next, true);
    else this.connect(facts.lines, false);
    this.bar.paint();
    return true;
  }

  /// Returns the facts as the page reads them; a session whose process runs has no end yet.
  facts(facts) {
    facts.isLive = true;
    if (facts.running === true && facts.end !== "closed") facts.end = "running";
    return facts;
  }

  // MARK: - What comes

  /// Listens to what is written from a line of the log on; a part from the middle gets no lines.
  connect(line, isAtEnd) {
    this.events?.close();
    this.waiting = "";
    const events = new EventSource(`events?${new URLSearchParams({ session: this.id, from: line })}`);
    this.events = events;
    this.isAtEnd = isAtEnd;
    const on = (name, take) => events.addEventListener(name, (event) => {
      if (events === this.events) take(event.data);
    });
    on("lines", (data) => this.take(data));
    on("facts", (data) => this.takeFacts(JSON.parse(data)));
    on("app", (data) => this.bar.show(JSON.parse(data)));
    on("sessions", (data) => this.goOver(JSON.parse(data)));
    events.onopen = () => this.bar.setLost(false, "");
    events.onerror = () => this.bar.setLost(
      true,
      events.readyState === EventSource.CLOSED
        ? noServer
        : "The connection is lost; the page keeps trying. It shows what it has received."
    );
  }

  /// Takes lines; the page is painted once a frame, however many come.
  take(text) {
    if (!this.isAtEnd) {
      this.session.facts.later += text.split("\n").filter((line) => line[0] === "a").length;
      return this.bar.paint();
    }
    this.waiting += this.waiting === "" ? text : `\n${text}`;
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paint());
    // A hidden page gets no frames, and should not queue up messages.
    if (document.hidden) this.paint();
  }

  paint() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    const text = this.waiting;
    this.waiting = "";
    if (text === "") return;
    if (this.session.lines.length > LivePage.linesKept) return void this.open(this.id);
    this.page.append(text, { follow: true });
    this.bar.paint();
  }

  takeFacts(facts) {
    this.paint();
    const known = this.session.facts;
    const { leftOut, later } = known;
    this.session.facts = this.facts({ ...facts, leftOut, later });
    const isNew = known.end !== this.session.facts.end || known.running !== facts.running
      || JSON.stringify(known.diagnosis) !== JSON.stringify(facts.diagnosis);
    if (isNew) this.page.refresh({ first: this.session.steps.length, hasOtherFacts: true });
    this.bar.paint();
    this.findCulprit();
  }

  /// Goes over to a session that has begun: what was chosen by hand is of an app that is gone.
  goOver(sessions) {
    const shown = this.session;
    this.list(sessions);
    const number = sessions.findIndex((session) => session.id === this.id);
    this.page.sessions = [];
    if (number >= 0) this.page.sessions[number] = shown;
    this.page.shown = number;
    if (this.id !== this.newest.id) {
      // It was not the reader who went there: Back does not lead to the launch before.
      this.page.address.subject = this.newest.id;
      return void this.open(this.newest.id);
    }
    byId("choice").value = number;
    this.bar.paint();
  }

  // MARK: - Moving

  /// Goes to an action that the page does not have; returns false if it has it.
  go(index) {
    const { first, last, facts } = this.session;
    if (first === undefined) return false;
    const isBefore = index < first.index && facts.leftOut > 0;
    const isAfter = index > last.index && !this.isAtEnd;
    if (!isBefore && !isAfter) return false;
    this.open(this.id, index);
    return true;
  }

  /// Goes to the end, where the page follows what happens.
  goToEnd() {
    if (this.isAtEnd) this.page.select(this.session.last);
    else this.open(this.id);
  }

  // MARK: - Questions

  /// Returns the server's answer; null, with a message, if there is none. If it `isQuiet`, {why} instead.
  async ask(path, { isText = false, body, isQuiet = false } = {}) {
    let why = noServer;
    try {
      const options = body === undefined ? {} : { method: "POST", body };
      const response = await fetch(path, options);
      const text = await response.text();
      if (response.ok) return isText ? text : JSON.parse(text);
      why = text.trim();
    } catch {
      // The message says so.
    }
    if (isQuiet) return { why };
    this.bar.say(why);
    return null;
  }

  /// Asks about this session.
  askSession(name, members, options) {
    return this.ask(`${name}?${new URLSearchParams({ session: this.id, ...members })}`, options);
  }

  /// Searches the action to blame for a crash, once, where there is an app to replay it with.
  findCulprit() {
    const { end, diagnosis } = this.session.facts;
    if (end !== "crashed" || diagnosis !== null || this.bar.app.program === null || this.searched === this.id) return;
    this.searched = this.id;
    this.searchCulprit();
  }

  /// Searches the action to blame; the facts that follow have it.
  async searchCulprit() {
    this.bar.say("Searching for the action to blame …");
    const found = await this.askSession("culprit", {}, { body: "" });
    if (found !== null) this.bar.say("");
  }
}
/// What an app has to say once, of a store that it keeps itself.
const recordLines = `cart.answerReplayRequest()                                        // first thing in main
let recording = cart.record(app: "cart", enabled: isDebugBuild)
let store = CartStore(state: recording.initialState(), reducer: recording.reducer)`;
const driveLines = `let machine = TimeMachine(recording)
machine.attach(show: { store.state = $0 }, dispatch: { store.send($0) })
machine.listen(to: .environment, actionsOf: cart)   // from RewindLive`;

/// Milliseconds between two looks for a first session.
LivePage.pause = 500;
/// The lines after which the page lets go of the first ones.
LivePage.linesKept = 300_000;
