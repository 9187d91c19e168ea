// The bar of a running app: its state, and the commands for its time machine.

class LiveBar {
  /// `live` asks the server, and knows the page.
  constructor(live) {
    this.live = live;
    this.app = { connected: false, types: [], program: null, rebuild: null };
    /// The position of the app's time machine; null until the app has reported it.
    this.status = null;
    /// True if the app shows the state of the selected row: one cursor for both.
    this.isOneCursor = false;
    /// True while the server does not respond.
    this.isLost = false;
    this.message = element("p", { class: "live-message", role: "status" });
    this.words = element("p", "live-words");
    this.buttons = element("div", "live-buttons");
    this.build = element("div", "live-build");
    byId("story").before(element(
      "section", { class: "live", "aria-label": "The running app" },
      this.words, this.buttons, this.message, this.build
    ));
    this.dialog = new DispatchDialog(this);
  }

  get page() {
    return this.live.page;
  }

  /// Shows a sentence; an empty one clears it.
  say(words) {
    this.message.replaceChildren(logText(words));
  }

  /// Takes what the server knows of the app.
  show(app) {
    this.app = app;
    if (!app.connected) this.dialog.end();
    this.take(app.status);
    this.paint();
    this.live.findCulprit();
  }

  /// Takes the position of the app's time machine; a move of it moves the row.
  take(status) {
    const before = this.status;
    this.status = status;
    if (this.page.session) {
      showSkips(this.page);
      showRecomputed(this.page, status?.again ?? []);
    }
    const hasMoved = before !== null && status !== null && (before.index !== status.index || before.isInPast !== status.isInPast);
    if (hasMoved && status.isInPast) this.page.go(status.index ?? 0);
  }

  /// Has the app show the state of a row that was selected, if both have one cursor.
  follow(step) {
    if (!this.isOneCursor || !this.app.connected || this.status?.index === step.index) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drive("jump", { index: step.index }), LiveBar.rest);
  }

  /// Takes note that the server does not respond, or responds again; `words` says so.
  setLost(isLost, words) {
    this.isLost = isLost;
    this.say(words);
    this.paint();
  }

  // MARK: - Commands

  /// Sends a command to the app, and shows its answer.
  async drive(command, members = {}) {
    return this.send(JSON.stringify({ command, ...members }));
  }

  async send(body) {
    const answer = await this.live.askSession("app", {}, { body });
    if (answer === null) return false;
    this.take(answer.status ?? null);
    this.say(answer.why ?? "");
    this.paint();
    return answer.why === undefined;
  }

  jump() {
    const { current } = this.page;
    if (current) this.drive("jump", { index: current.index });
  }

  // MARK: - Looks

  paint() {
    const { session } = this.page;
    if (!session) return;
    this.words.replaceChildren(...this.content(session), ...this.nextCommand(session));
    this.buttons.replaceChildren(...this.controls(session));
    this.build.replaceChildren(...this.rebuilt());
  }

  content(session) {
    const { running, end, failure, isGone } = session.facts;
    const isRunning = running === true && end === "running" && !this.isLost;
    const chip = failure ? element("span", "chip bad", "no longer live")
      : isRunning ? element("span", "chip good", "live") : "";
    const words = [];
    if (this.status !== null) {
      const { index, isInPast, isHolding, held } = this.status;
      if (isInPast) words.push(`the app shows the state after action ${index ?? 0}`);
      if (isHolding) words.push(`it holds its actions back: ${held} so far`);
    }
    if (failure) words.push(`the rest of the log cannot be read: ${failure}`);
    else if (isGone) words.push("the log was deleted or renamed: what the app does since may be missing");
    if (isRunning && !this.app.connected) words.push("no controls: the app does not listen (`machine.listen(to:)`; release builds do not)");
    const [skipped] = skipsOf(session).keys();
    if (skipped !== undefined && !this.app.connected) {
      words.push(`the app skipped action ${skipped}, and does not listen any more: the states behind it are the recorded ones`);
    }
    if (session.facts.later > 0) words.push(`${counted(session.facts.later, "later action")}`);
    return [chip, " ", logText(words.join(" · "))];
  }

  /// Returns the command that makes a test of a crash whose culprit is known.
  nextCommand({ facts }) {
    if (facts.diagnosis?.kind !== "found" || this.app.program === null) return [];
    const words = ["rewind test", shellWord(facts.path), "--app", shellWord(this.app.program), "-o CrashTests.swift"];
    const command = words.join(" ");
    return [element("span", "live-next", "Write the test: ", element("code", "", harmless(command)), " ", copyButton(command))];
  }

  /// Returns the buttons in groups: where the app is, what it does, and what undoes actions; apart, what forgets them.
  controls(session) {
    const groups = [];
    const begin = (name) => groups.push(element("div", { class: "live-group", role: "group", "aria-label": name }));
    const add = (label, title, action) => {
      const made = button("quiet", label, action);
      made.title = title;
      groups.at(-1).append(made);
    };
    begin("The page");
    if (session.facts.later > 0) {
      add("Go to the end", "Follow new actions", () => this.live.goToEnd());
    }
    const hasDied = session.facts.end === "crashed" && session.facts.diagnosis === null;
    if (hasDied && this.app.program !== null && !this.isLost) {
      add("Find the action to blame", "Replay it with the app", () => this.live.searchCulprit());
    }
    if (!this.app.connected || this.isLost) return groups;
    const isSkipped = this.status?.skipped.includes(this.page.current?.index) === true;
    const isHolding = this.status?.isHolding === true;
    const cursor = button("quiet", "One cursor", () => {
      this.isOneCursor = !this.isOneCursor;
      if (this.isOneCursor) this.jump();
      this.paint();
    });
    cursor.title = "The app shows the state of the selected row; otherwise, look around here alone";
    cursor.setAttribute("aria-pressed", this.isOneCursor);
    begin("Where the app is");
    groups.at(-1).append(cursor);
    const index = () => ({ index: this.page.current.index });
    add("Show in the app", "Move the app to the state after the selected action (J)", () => this.jump());
    add("App ←", "Move the app one action back", () => this.drive("step", { by: -1 }));
    add("App →", "Move the app one action forward", () => this.drive("step", { by: 1 }));
    begin("What the app does");
    if (isHolding || this.status?.isInPast === true) {
      add("Resume", "Go to the end, and dispatch the held actions", () => this.drive("resume"));
    }
    if (!isHolding) add("Hold", "Hold the app's actions back", () => this.drive("hold"));
    add("Dispatch …", "Dispatch an action", () => this.dialog.open());
    begin("What is undone");
    if (isSkipped) add("Unskip", "Reduce the selected action again", () => this.drive("unskip", index()));
    else add("Skip", "Continue as if the selected action had not been dispatched", () => this.drive("skip", index()));
    begin("What is forgotten");
    add("Commit", "Make this state the initial one", () => this.drive("commit"));
    add("Reset", "Go back to the initial state, and forget the rest", () => this.drive("reset"));
    return groups.filter((group) => group.hasChildNodes());
  }

  /// Returns what the last rebuild has shown.
  rebuilt() {
    const { rebuild } = this.app;
    if (rebuild === null) return [];
    if (rebuild.kind === "building") return [element("p", "quiet", "Rebuilding …")];
    if (rebuild.kind === "failed") {
      return [
        element("p", "line", element("span", "chip bad", "build"), " The build failed."),
        putLines(element("pre"), rebuild.output),
      ];
    }
    const chip = element("span", `chip ${rebuild.isGood ? "good" : "odd"}`, "new build");
    const parts = [chip, " ", logText(rebuild.words)];
    const { firstDifference } = rebuild;
    if (firstDifference !== null) {
      parts.push(" ", button("step", `Go to ${firstDifference}`, () => this.page.go(firstDifference)));
    }
    return [element("p", "line", ...parts)];
  }
}

/// Milliseconds that a row is selected before the app goes there.
LiveBar.rest = 60;

/// The dialog for an action: a recorded one, an edited one, or a new one.
class DispatchDialog {
  constructor(bar) {
    this.bar = bar;
    this.type = element("input", { list: "live-types", "aria-label": "Type" });
    this.types = element("datalist", { id: "live-types" });
    this.payload = element("textarea", {
      class: "live-payload", rows: 10, spellcheck: false, "aria-label": "Payload as JSON",
    });
    this.why = element("p", { class: "died", role: "status" });
    this.dialog = element(
      "dialog", { class: "live-dialog", "aria-label": "Dispatch an action" },
      element("h2", "", "Dispatch an action in the app"),
      element("label", "", "Type ", this.type), this.types,
      element("label", "", "Payload", this.payload), this.why,
      element(
        "div", "live-buttons", button("", "Dispatch", () => this.send()),
        button("quiet", "Close", () => this.dialog.close())
      )
    );
    this.type.addEventListener("change", () => this.fill());
    document.body.append(this.dialog);
  }

  /// Fills in the payload of the last action of the type, as a template; one that was edited stays.
  fill() {
    if (this.payload.value !== this.template) return;
    const { steps } = this.bar.page.session;
    const last = steps.findLast(({ type }) => type === this.type.value);
    this.setTemplate(last?.payload);
  }

  setTemplate(payload) {
    this.template = payload === undefined ? "{}" : prettyJSON(payload);
    this.payload.value = this.template;
  }

  /// Closes with the app that would take the action.
  end() {
    this.dialog.close();
  }

  /// Opens with the selected action, for editing.
  open() {
    const { current } = this.bar.page;
    const payload = current?.payload;
    this.types.replaceChildren(...this.bar.app.types.map((type) => new Option(type, type)));
    this.type.value = current?.type ?? this.bar.app.types[0] ?? "";
    this.setTemplate(payload);
    this.why.textContent = "";
    this.dialog.showModal();
  }

  async send() {
    const payload = this.payload.value.trim() || "null";
    try {
      JSON.parse(payload);
    } catch (error) {
      this.why.textContent = `The payload is not JSON: ${error.message}`;
      return;
    }
    // It goes as it is written: JavaScript would change large numbers.
    const action = `{"type":${JSON.stringify(this.type.value)},"payload":${payload}}`;
    const isDone = await this.bar.send(`{"command":"dispatch","action":${action}}`);
    if (isDone) this.dialog.close();
    else this.why.textContent = this.bar.message.textContent;
  }
}
