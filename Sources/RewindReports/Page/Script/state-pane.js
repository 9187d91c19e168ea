// The pane of the state: after a step, against the state before it or after a pinned step, in one column or
// side by side.

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

  switchSides() {
    this.tree.isSided = !this.tree.isSided;
    byId("sides").setAttribute("aria-pressed", this.tree.isSided);
    byId("tree").classList.toggle("sided", this.tree.isSided);
    this.page.panes.widen(this.tree.isSided);
    this.show(this.page.current);
  }

  // MARK: - States

  /// Shows the state after a step; if there is none, the state before it.
  show(step) {
    const isDead = step.state === null;
    byId("state-title").replaceChildren(...this.title(step, isDead));
    try {
      const value = isDead ? step.before() : step.after();
      this.tree.show(value, this.comparison(step, value, isDead));
      if (value === undefined) this.sayNoState("There is no state here.");
      this.search.refresh(value);
    } catch (error) {
      this.tree.show(undefined);
      this.sayNoState(`The state cannot be computed: ${error.message}.`);
    }
  }

  title(step, isDead) {
    const own = isDead ? `State before ${step.index}` : `State after ${step.index}`;
    if (this.pinned !== null) return [`${this.pinned.index} | ${step.index}${isDead ? " (before it)" : ""}`];
    return this.tree.isSided && !isDead && step.stateBefore !== null ? [`Before | after ${step.index}`] : [own];
  }

  /// Returns the value to compare with, and what is known of the way from it.
  comparison(step, value, isDead) {
    if (this.pinned !== null) {
      const before = this.pinned.after() ?? this.pinned.before();
      const tracker = new ElementTracker([], before, value);
      return { before, tracker, removed: removedBetween(before, value) };
    }
    const before = isDead ? undefined : step.before();
    if (before === undefined) return {};
    const { operations } = step;
    const removed = changesOf(operations, before)
      .filter((change) => change.new === undefined && change.tokens.length > 0);
    return { before, tracker: new ElementTracker(operations, before, value), removed };
  }

  sayNoState(words) {
    byId("tree").replaceChildren(element("p", "quiet", logText(words)));
  }
}

/// Returns the values of a state that another one lacks; elements of arrays by their ids, if they have some.
function removedBetween(before, after, tokens = []) {
  if (before === after || !isContainer(before) || kindOf(before) !== kindOf(after)) return [];
  const removed = [];
  for (const [token, value] of childrenOf(before)) {
    const path = [...tokens, token];
    const id = value instanceof Map && Array.isArray(after) ? value.get("id") : undefined;
    const place = id === undefined ? token : placeOf(id, after);
    const now = place === null ? undefined : child(after, String(place));
    if (now === undefined) removed.push({ tokens: path, old: value, new: undefined });
    else removed.push(...removedBetween(value, now, path));
  }
  return removed;
}
