// The states that a running app has computed again, as after a skip, where the log has what the actions led to at first.
//
// The app has them, and is asked for those that are looked at:
//
//   status.again ── the ranges of such actions, of each store by its own indexes
//   POST app {"command":"states","from":…,"to":…} ── the state before the first of them, and the patch of each

class RecomputedStates {
  /// `again` are the ranges; `onChange` is called when states have come.
  constructor(live, session, again, onChange) {
    this.live = live;
    this.session = session;
    this.onChange = onChange;
    this.ranges = again.map((range) => new RecomputedRange(session, range));
  }

  /// Returns what a step led to, {before, after, operations}; undefined if it led to the recorded state, or as long as it
  /// is not known.
  of(step) {
    const parts = this.ranges.filter((range) => range.concerns(step));
    if (parts.length === 0 || !parts.every((range) => range.isKnownAt(step))) return undefined;
    let own;
    for (const range of parts) own = range.put(step, own);
    return own;
  }

  /// Indicates whether the app has another state of a step than the log.
  concerns(step) {
    return this.ranges.some((range) => range.concerns(step));
  }

  /// Asks for the states of steps that are in view, some around them at once.
  want(steps) {
    for (const range of this.ranges) {
      if (range.isOver || range.isAsked) continue;
      const missing = steps.filter((step) => range.concerns(step) && !range.isKnownAt(step));
      if (missing.length > 0) this.ask(range, missing);
    }
  }

  async ask(range, steps) {
    range.isAsked = true;
    const [from, to] = range.span(steps);
    const body = JSON.stringify({ command: "states", from, to, ...range.store });
    const text = await this.live.askSession("app", {}, { body, isQuiet: true, isText: true });
    range.isAsked = false;
    if (this.session.recomputed !== this) return;
    const states = typeof text === "string" ? parseJSON(text).get("states") : undefined;
    // An app that has ended, or does not know the command, is not asked again.
    if (states === undefined) {
      range.isOver = true;
      return;
    }
    range.take(states, from, to);
    this.onChange();
  }
}

/// The recomputed states of one store.
class RecomputedRange {
  constructor(session, { from, to, store }) {
    this.session = session;
    Object.assign(this, { from, to });
    /// The store's name among those of the session; nothing for the log of one store.
    this.store = store === undefined ? {} : { store };
    /// By the store's own indexes: {before, after, operations}; null for an action that its history lacks.
    this.known = new Map();
    /// The store's actions by their numbers, with their own indexes.
    this.own = [];
    this.seen = 0;
    /// True while it is asked about, and once there is no answer any more.
    this.isAsked = this.isOver = false;
  }

  /// Returns the index in the store of its last action up to a step.
  indexAt(step) {
    if (this.store.store === undefined) return step.index;
    const { steps } = this.session;
    for (; this.seen < steps.length; this.seen += 1) {
      const { store, json, number } = steps[this.seen];
      if (store === this.store.store) this.own.push({ number, index: Number(json.get("storeIndex")) });
    }
    return this.own[indexWhere(this.own, ({ number }) => number > step.number) - 1]?.index ?? 0;
  }

  concerns(step) {
    const index = this.indexAt(step);
    // After the last one, the log has the store's states again; another store's action has that of the last one before.
    return index >= this.from && index <= this.to && this.known.get(index) !== null;
  }

  isKnownAt(step) {
    return this.known.has(this.indexAt(step));
  }

  /// Returns the indexes to ask for: those of some steps, and a few behind them.
  span(steps) {
    const indexes = steps.map((step) => this.indexAt(step)).filter((index) => !this.known.has(index));
    const first = indexes.reduce((a, b) => Math.min(a, b));
    return [first, Math.min(this.to, first + RecomputedRange.asked)];
  }

  /// Takes an answer: the state before the first of some actions, and the patches; an action without one is in no history.
  take(states, from, to) {
    let state = states.get("before");
    let last = from - 1;
    const steps = states.get("steps");
    for (const step of steps) {
      const operations = operationsOf(step.get("patch"));
      const after = patched(state, operations);
      this.known.set(step.get("index"), { before: state, after, operations });
      state = after;
      last = step.get("index");
    }
    if (steps.length === 0) last = to;
    for (let index = from; index <= last; index += 1) if (!this.known.has(index)) this.known.set(index, null);
  }

  /// Returns what a step led to, with the states of this store in it; `others` has those of other stores already.
  put(step, others) {
    const own = this.known.get(this.indexAt(step));
    const { store } = this.store;
    if (store === undefined) return own;
    const isOwn = step.store === store;
    const { before, after, operations } = others ?? step.recorded;
    return {
      before: new Map(before).set(store, isOwn ? own.before : own.after),
      after: new Map(after).set(store, own.after),
      operations: isOwn ? own.operations.map((operation) => within(store, operation)) : operations,
    };
  }
}
/// The actions that are asked for at once.
RecomputedRange.asked = 60;

/// Returns an operation on a store's state as one on the state of all stores.
function within(store, operation) {
  return { ...operation, path: [store, ...operation.path], from: operation.from && [store, ...operation.from] };
}
