// The filter above the list: words, and on a live page expressions; or one of the report's conditions.

class Filter {
  /// `page` answers; `onFound` receives the remaining steps, null for all, and whether the same was asked before.
  constructor(page, input, status, onFound) {
    this.page = page;
    this.input = input;
    this.status = status;
    this.onFound = onFound;
    this.conditions = new ConditionBar(byId("conditions"), () => this.run());
    input.addEventListener("input", () => {
      // Typing has to pause for a moment.
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.run(), Filter.pause);
    });
    // The keys that follow are about what was typed.
    input.addEventListener("blur", () => {
      if (this.timer !== undefined) this.run();
    });
  }

  show(session) {
    this.session = session;
    this.conditions.show(session);
    this.run();
  }

  /// Filters by the text of the field, and by the chosen condition.
  run() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.stop?.();
    this.isAsking = false;
    this.changed = Infinity;
    this.found = [];
    this.ask(0, false);
  }

  /// Asks again of the steps from a place on, which were added or changed.
  grow(first) {
    this.changed = Math.min(this.changed, first);
    // What waits for an answer has to get one, however fast the session grows.
    if (this.isAsking) return;
    const place = Math.min(this.reached, this.changed);
    this.changed = Infinity;
    this.found = this.found.filter((step) => step.place < place);
    this.ask(place, true);
  }

  ask(place, isGrown) {
    const all = this.session.steps.length;
    this.reached = all;
    this.status.className = "";
    this.input.removeAttribute("aria-invalid");
    const text = this.input.value.trim();
    if (text === "") {
      this.found = this.session.steps;
      this.verb = "";
      this.hint = [];
      return this.finish(isGrown);
    }
    if (isGrown && place === all) return this.finish(true);
    this.isAsking = true;
    const report = (reached) => {
      this.status.textContent = `${reached} of ${all} steps searched …`;
    };
    this.stop = this.page.answers.find(text, place, (answer) => this.take(answer, place, isGrown), report);
  }

  take({ why, steps, verb, hint }, place, isGrown) {
    this.isAsking = false;
    if (why !== undefined) return this.refuse(why);
    this.verb = verb;
    if (place === 0) this.hint = hint;
    for (const step of steps) this.found.push(step);
    this.finish(isGrown);
    if (this.changed < Infinity) this.grow(this.changed);
  }

  /// Passes on what was found, as far as the chosen condition holds there.
  finish(isGrown) {
    const { chosen } = this.conditions;
    const isAll = this.verb === "" && chosen === null;
    const steps = chosen === null ? this.found : this.found.filter((step) => chosen.holds(step));
    if (isAll) this.status.textContent = "";
    else this.status.replaceChildren(logText(this.words(steps.length, chosen)), ...this.hint);
    this.onFound(isAll ? null : steps, isGrown);
  }

  words(count, chosen) {
    const verb = count === 1 ? this.verb.replace(/^(hold|contain)/, "$1s").replace(/^are/, "is") : this.verb;
    const found = `${count} of ${counted(this.session.steps.length, "step")} ${verb}`.trimEnd();
    return chosen === null ? `${found}.` : `${found}, where ${chosen.name} holds.`;
  }

  /// Shows the reason why a text cannot be understood.
  refuse(why) {
    this.reached = 0;
    this.status.className = "wrong";
    this.status.replaceChildren(putLines(element("code"), why));
    this.input.setAttribute("aria-invalid", "true");
  }
}
/// Milliseconds.
Filter.pause = 30;
