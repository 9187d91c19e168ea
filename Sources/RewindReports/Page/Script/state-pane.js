// The pane of the state: after a step, against the state before it or after a pinned step.

class StatePane {
  constructor(page) {
    this.page = page;
    this.tree = new ValueTree(byId("tree"), "state", (tokens) => page.choose(tokens));
    this.search = new StateSearch(byId("find"), byId("find-status"), page);
    this.pinned = null;
  }

  begin(mask) {
    this.tree.begin(mask);
    this.pin(null);
  }

  // MARK: - A pinned step

  /// Compares with the current step from now on; or no longer, if a step is pinned.
  switchPin() {
    this.compareWith(this.pinned === null ? this.page.current : null);
  }

  compareWith(step) {
    this.pin(step);
    this.show(this.page.current);
    this.page.address.remember();
  }

  pin(step) {
    this.pinned = step;
    byId("pin").setAttribute("aria-pressed", step !== null);
    this.page.timeline.pin(step);
  }

  // MARK: - States

  /// Shows the state after a step; if there is none, the state before it.
  show(step) {
    const isDead = !step.hasState;
    this.name(step);
    try {
      const value = isDead ? step.before() : step.after();
      this.tree.show(value, this.comparison(step, isDead));
      if (value === undefined) this.sayNoState("There is no state here.");
      this.search.refresh(value);
    } catch (error) {
      this.tree.show(undefined);
      this.sayNoState(`The state cannot be computed: ${error.message}.`);
    }
  }

  /// Names the state that is shown: behind an action that the running app skips, it is the app's, or the recorded one.
  name(step) {
    const word = step.again !== undefined ? "Recomputed" : isOutdated(this.page.session, step) ? "Recorded" : "State";
    byId("state-title").replaceChildren(...this.title(step, !step.hasState, word));
  }

  title(step, isDead, word) {
    if (this.pinned !== null) return [`${this.pinned.index} | ${step.index}${isDead ? " (before it)" : ""}`];
    return [`${word} ${isDead ? "before" : "after"} ${step.index}`];
  }

  /// Returns the value to compare with; undefined for none.
  comparison(step, isDead) {
    if (this.pinned !== null) return this.pinned.after() ?? this.pinned.before();
    return isDead ? undefined : step.before();
  }

  sayNoState(words) {
    byId("tree").replaceChildren(element("p", "quiet", logText(words)));
  }
}
