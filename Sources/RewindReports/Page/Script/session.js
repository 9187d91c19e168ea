// A session as stored in the page: lines, decoded into steps and states on demand.
//
// A line is a letter, its index, and the JSON of the session log's line:
//
//   a action   i input   s state line with its patch   k keyframe, with the whole state
//   x external change   h held dispatch   n note   g gap   t travel   e end
//
// Every state line but the first has a patch to the previous one. The first may be that after any action;
// what came before it, and what comes after the last line, is then not on the page.

class Session {
  /// `facts` are the tool's facts about the session, which may be replaced; `text` are its lines.
  constructor(facts, text) {
    this.facts = facts;
    this.lines = [];
    /// The state lines, including external changes, by their number among the lines.
    this.stateLines = [];
    this.steps = [];
    this.stepAt = new Map();
    /// The steps with notes, gaps, moves of a time machine, or external changes.
    this.noted = [];
    /// The steps that took long.
    this.slow = [];
    this.states = new StateCache(this);
    /// The states that a running app has computed again; null if there are none.
    this.recomputed = null;
    /// The stores, by name; none for the log of one store.
    this.stores = facts.stores ?? [];
    /// The colors of the types, in the order of their appearance.
    this.palette = new Palette();
    this.append(text);
  }

  /// Takes further lines, and returns the number of the first step that they add or add to.
  append(text) {
    let first = this.steps.length;
    for (const line of text.split("\n")) {
      if (line === "") continue;
      this.lines.push(line);
      first = Math.min(first, this.take(line, this.lines.length - 1).number);
    }
    return first;
  }

  /// Takes a line, and returns its step.
  take(line, lineNumber) {
    const letter = line[0];
    const step = this.stepOf(parseInt(line.slice(2), 10));
    if ("skx".includes(letter)) this.stateLines.push(lineNumber);
    if (letter === "a") this.takeAction(step, lineNumber);
    else if (letter === "i") step.inputLines.push(lineNumber);
    else if (letter === "s" || letter === "k") this.takeState(step, lineNumber);
    else if (letter === "h") this.takeTime(step, "held", this.json(lineNumber).get("held"));
    else this.takeNote(step, letter, lineNumber);
    return step;
  }

  takeState(step, lineNumber) {
    step.state ??= this.stateLines.length - 1;
    const took = /,"took":([\d.e-]+)(?:\}$|,"state":)/.exec(this.lines[lineNumber]);
    if (took) this.takeTime(step, "took", took[1]);
  }

  /// Notes how long an action took, if a display of 60 frames a second has lost one by it.
  takeTime(step, name, time) {
    const seconds = Number(isNumber(time) ? numberText(time) : time);
    if (!(seconds >= 1 / 60 && seconds > (step.slow?.seconds ?? 0))) return;
    if (step.slow === null) this.slow.push(step);
    step.slow = { name, seconds, mark: seconds >= 0.25 ? "fatal" : "culprit" };
  }

  takeNote(step, letter, lineNumber) {
    if (step.marks.length + step.external.length === 0) this.noted.push(step);
    if (letter === "x") step.external.push(this.stateLines.length - 1);
    else step.marks.push(lineNumber);
  }

  takeAction(step, lineNumber) {
    if (step.actionLine !== null) return;
    step.actionLine = lineNumber;
    const { type, seconds } = glanceOf(this.lines[lineNumber]);
    step.type = type;
    step.seconds = seconds;
    if (this.stores.length > 0) step.store = this.json(lineNumber).get("store") ?? null;
    this.palette.hue(type);
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

  json(lineNumber) {
    return jsonOf(this.lines[lineNumber]);
  }

  /// Returns the name of an action without the type that all actions share.
  short(type) {
    const { sharedType } = this.facts;
    return sharedType && type.startsWith(`${sharedType}.`) ? type.slice(sharedType.length) : type;
  }

  /// Returns the operations of a state line, by its number among those; none for the first.
  operations(ordinal) {
    const patch = jsonOf(changeOf(this.lines[this.stateLines[ordinal]])).get("patch");
    return patch === undefined ? [] : operationsOf(patch);
  }

  /// The index of the last action, on the page or after it.
  get lastIndex() {
    return Math.max(this.facts.last, this.last?.index ?? 0);
  }

  /// Indicates whether the page has the session up to its end; a page of a window of it does not.
  get isToEnd() {
    return !(this.facts.later > 0);
  }

  get first() {
    return this.steps[0];
  }

  get last() {
    return this.steps.at(-1);
  }

  get lastWithState() {
    return this.steps.findLast((step) => step.state !== null) ?? null;
  }

  /// Returns the step of an index; if there is none, the last one before it.
  closest(index) {
    return this.stepAt.get(index) ?? this.steps.findLast((step) => step.index < index) ?? this.first;
  }
}

function jsonOf(line) {
  return parseJSON(line.slice(line.indexOf("{")));
}

/// Returns a line without the whole state that comes after its patch: most questions are about what has changed.
function changeOf(line) {
  if (line[0] !== "k" || !line.includes(',"patch":[')) return line;
  // In a text the quotes are escaped, and within the patch an object is left open.
  for (let end = line.indexOf(',"state":'); end >= 0; end = line.indexOf(',"state":', end + 1)) {
    const text = `${line.slice(0, end)}}`;
    if (isObject(text.slice(text.indexOf("{")))) return text;
  }
  return line;
}

function isObject(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/// The beginning of an action's line as the recorder writes it, whose texts need no decoding.
const usualAction = /^a \d+ \{"index":\d+,"time":(\d{1,9}(?:\.\d{1,9})?),"action":\{"type":"([^"\\]*)"/;

/// Returns the type of an action and its seconds since the start, null if they were not recorded.
function glanceOf(line) {
  const usual = usualAction.exec(line);
  if (usual) return { type: usual[2], seconds: Number(usual[1]) };
  const json = jsonOf(line);
  const time = json.get("time");
  const seconds = isNumber(time) ? Number(numberText(time)) : null;
  return { type: json.get("action").get("type"), seconds };
}

/// An action with the states before and after it; the first step may be a state alone.
class SessionStep {
  constructor(session, index, number) {
    this.session = session;
    this.index = index;
    this.number = number;
    /// The state line before the action; null if there is none.
    this.stateBefore = session.stateLines.length > 0 ? session.stateLines.length - 1 : null;
    this.state = null;
    this.actionLine = null;
    /// The action's type; undefined if the step is a state alone.
    this.type = undefined;
    /// The action's store, in a session of several; null in any other.
    this.store = null;
    /// Seconds since the start, as a JavaScript number; null if they were not recorded.
    this.seconds = null;
    /// How long it took, if that is long; null otherwise.
    this.slow = null;
    this.inputLines = [];
    this.external = [];
    this.marks = [];
  }

  before() {
    return (this.again ?? this.recorded).before;
  }

  after() {
    return (this.again ?? this.recorded).after;
  }

  /// What the step led to when the running app computed its state again; undefined if it did not, or is not known.
  get again() {
    return this.session.recomputed?.of(this);
  }

  /// What the log has of it.
  get recorded() {
    const { session, stateBefore, state, actionLine } = this;
    return {
      get before() {
        return stateBefore === null ? undefined : session.states.at(stateBefore);
      },
      get after() {
        return state === null ? undefined : session.states.at(state);
      },
      get operations() {
        return state === null || actionLine === null ? [] : session.operations(state);
      },
    };
  }

  /// Indicates whether there is a state after it.
  get hasState() {
    return this.state !== null || this.again !== undefined;
  }

  /// The action's line; undefined if the step is a state alone.
  get json() {
    return this.actionLine === null ? undefined : this.session.json(this.actionLine);
  }

  get payload() {
    return this.json?.get("action").get("payload");
  }

  /// What is in the action's payload; undefined if there is nothing.
  get content() {
    const { payload } = this;
    const content = payload === undefined ? undefined : contentOfAction(this.type, payload);
    return content instanceof Map && content.size === 0 ? undefined : content;
  }

  get inputs() {
    return this.inputLines.map((lineNumber) => this.session.json(lineNumber).get("input"));
  }

  /// Notes, gaps and moves of a time machine.
  get notes() {
    return this.marks.map((lineNumber) => this.session.json(lineNumber));
  }

  /// The patch of the action; none if it crashed, or is the first state.
  get operations() {
    return (this.again ?? this.recorded).operations;
  }

  get changes() {
    const before = this.before();
    return before === undefined ? [] : changesOf(this.operations, before);
  }

  /// The external changes after it.
  get changesFromOutside() {
    const { session } = this;
    return this.external.filter((ordinal) => ordinal > 0)
      .flatMap((ordinal) => changesOf(session.operations(ordinal), session.states.at(ordinal - 1)));
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
    while (this.known(known) === undefined) known -= 1;
    let state = this.known(known);
    this.keep(known, state);
    while (known < ordinal) {
      known += 1;
      state = this.next(known, state);
      this.keep(known, state);
    }
    return state;
  }

  /// Decodes all states, one at a time, so that none is far from a known one.
  *prepare() {
    const last = this.session.stateLines.length - StateCache.distance;
    for (let ordinal = 0; ordinal < last; ordinal += StateCache.distance) {
      if (!this.checkpoints.has(ordinal)) this.at(ordinal);
      yield;
    }
  }

  /// Returns a state that need not be computed from the one before; undefined for others.
  known(ordinal) {
    return this.recent.get(ordinal) ?? this.checkpoints.get(ordinal)
      ?? (this.isKeyframe(ordinal) ? this.keyframe(ordinal) : undefined);
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
