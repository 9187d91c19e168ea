// A session as stored in the page: lines, decoded into steps and states on demand.
//
// A line is a letter, its index, and the JSON of the session log's line:
//
//   a action   i input   s state line with its patch   k keyframe, with the whole state
//   x external change   n note   g gap   t travel   e end
//
// Every state line but the first has a patch to the previous one.

class Session {
  /// `facts` are the tool's facts about the session; `text` are its lines.
  constructor(facts, text) {
    this.facts = facts;
    this.lines = text.split("\n").filter((line) => line !== "");
    /// The state lines, including external changes, by their place among the lines.
    this.stateLines = [];
    this.steps = [];
    this.stepAt = new Map();
    this.states = new StateCache(this);
    /// The colors of the types.
    this.palette = new Palette();
    this.lines.forEach((line, place) => this.take(line, place));
  }

  take(line, place) {
    const letter = line[0];
    const index = parseInt(line.slice(2), 10);
    const step = this.stepOf(index);
    if ("skx".includes(letter)) this.stateLines.push(place);
    if (letter === "a") step.actionLine ??= place;
    else if (letter === "i") step.inputLines.push(place);
    else if (letter === "s" || letter === "k") step.state ??= this.stateLines.length - 1;
    else if (letter === "x") step.outside.push(this.stateLines.length - 1);
    else step.marks.push(place);
  }

  stepOf(index) {
    let step = this.stepAt.get(index);
    if (!step) {
      step = new SessionStep(this, index, this.steps.length);
      this.steps.push(step);
      this.stepAt.set(index, step);
    }
    return step;
  }

  /// Returns the JSON of a line.
  json(place) {
    const line = this.lines[place];
    return parseJSON(line.slice(line.indexOf("{")));
  }

  /// Returns the operations of a state line, by its place among those; none for the first.
  operations(ordinal) {
    const patch = this.json(this.stateLines[ordinal]).get("patch");
    return patch === undefined ? [] : operationsOf(patch);
  }

  /// Returns the state of a state line.
  state(ordinal) {
    return this.states.at(ordinal);
  }

  get first() {
    return this.steps[0];
  }

  get last() {
    return this.steps.at(-1);
  }

  /// The last step that has a state.
  get lastWithState() {
    return this.steps.findLast((step) => step.state !== null) ?? null;
  }

  /// Returns the step of an index; if there is none, the last one before it.
  closest(index) {
    return this.stepAt.get(index) ?? this.steps.findLast((step) => step.index < index) ?? this.first;
  }
}

/// An action with the states before and after it; the first step may be a state alone.
class SessionStep {
  constructor(session, index, place) {
    this.session = session;
    this.index = index;
    this.place = place;
    /// The state line before the action; null if there is none.
    this.stateBefore = session.stateLines.length > 0 ? session.stateLines.length - 1 : null;
    this.state = null;
    this.actionLine = null;
    this.inputLines = [];
    this.outside = [];
    this.marks = [];
  }

  before() {
    return this.stateBefore === null ? undefined : this.session.state(this.stateBefore);
  }

  after() {
    return this.state === null ? undefined : this.session.state(this.state);
  }

  /// The action's line; undefined if the step is a state alone.
  get json() {
    return this.actionLine === null ? undefined : this.session.json(this.actionLine);
  }

  /// Returns the action as expressions see it.
  action() {
    const json = this.json;
    if (json === undefined) return undefined;
    const whole = json.get("action");
    return { type: whole.get("type"), time: json.get("time"), whole };
  }

  get type() {
    return this.action()?.type;
  }

  /// Seconds since the start, as a JavaScript number; null if they were not recorded.
  get seconds() {
    const time = this.json?.get("time");
    return isNumber(time) ? Number(numberText(time)) : null;
  }

  get inputs() {
    return this.inputLines.map((place) => this.session.json(place).get("input"));
  }

  /// Notes, gaps and moves of a time machine.
  get remarks() {
    return this.marks.map((place) => this.session.json(place));
  }

  /// The patch of the action; none if it crashed, or is the first state.
  get operations() {
    if (this.state === null || this.actionLine === null) return [];
    return this.session.operations(this.state);
  }

  /// The changes of the action.
  get changes() {
    const before = this.before();
    return before === undefined ? [] : changesOf(this.operations, before);
  }

  /// The external changes after it.
  get changesFromOutside() {
    return this.outside.flatMap((ordinal) =>
      ordinal === 0
        ? []
        : changesOf(this.session.operations(ordinal), this.session.state(ordinal - 1))
    );
  }
}

/// The states of a session, decoded from the closest known earlier one.
///
/// The latest ones are cached, and one in 64 permanently, which costs little, as states share their
/// common parts.
class StateCache {
  constructor(session) {
    this.session = session;
    this.recent = new Map();
    this.checkpoints = new Map();
  }

  /// Returns the state of a state line; it throws PatchError if a patch before it does not fit.
  at(ordinal) {
    let known = ordinal;
    while (!this.has(known) && !this.isKeyframe(known)) known -= 1;
    let state = this.recent.get(known) ?? this.checkpoints.get(known) ?? this.keyframe(known);
    this.keep(known, state);
    while (known < ordinal) {
      known += 1;
      state = this.next(known, state);
      this.keep(known, state);
    }
    return state;
  }

  has(ordinal) {
    return this.recent.has(ordinal) || this.checkpoints.has(ordinal);
  }

  keep(ordinal, state) {
    if (ordinal % StateCache.distance === 0) this.checkpoints.set(ordinal, state);
    // The most recently used comes last.
    this.recent.delete(ordinal);
    this.recent.set(ordinal, state);
    if (this.recent.size > StateCache.kept) this.recent.delete(this.recent.keys().next().value);
  }

  /// Returns the state after another one, which shares the unchanged parts with it.
  next(ordinal, state) {
    const next = patched(state, this.session.operations(ordinal));
    return this.isKeyframe(ordinal) ? sharing(this.keyframe(ordinal), next) : next;
  }

  isKeyframe(ordinal) {
    return ordinal === 0 || this.session.lines[this.session.stateLines[ordinal]][0] === "k";
  }

  keyframe(ordinal) {
    return this.session.json(this.session.stateLines[ordinal]).get("state");
  }
}
StateCache.distance = 64;
StateCache.kept = 512;
