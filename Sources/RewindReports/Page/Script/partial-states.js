// The states of a session as far as a question reads them: a patch of other members is not even parsed.
//
// A question about one member of the state looks at a hundred thousand states in a tenth of a second so.

class PartialStates {
  /// Returns the states for an expression; null if it reads the whole state, or elements of it.
  static of(session, expression) {
    const tokens = expression.reads.pointers.map((pointer) => pointer[0]);
    const isSimple = tokens.every((token) => token !== undefined && arrayIndex(token) === null);
    // In a log that contradicts itself, a patch that is not checked may not apply.
    if (!isSimple || typeof session.facts.contradiction === "string") return null;
    return new PartialStates(session, new Set(tokens));
  }

  constructor(session, names) {
    this.session = session;
    this.names = names;
    const tokens = [...names].map((name) => JSON.stringify(pointerText([name])).slice(1, -1));
    const forms = tokens.map((token) => token.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    this.touches = new RegExp(`"(?:path|from)":"(?:"|(?:${forms.join("|")})["/])`);
    this.recent = new Map();
    this.ordinal = -1;
    this.state = undefined;
  }

  /// Returns the state of a state line; they are asked for in order, except the last few.
  at(ordinal) {
    while (this.ordinal < ordinal) this.advance(this.ordinal + 1);
    const state = this.recent.get(ordinal) ?? this.session.states.at(ordinal);
    if (state instanceof PatchError) throw state;
    return state;
  }

  advance(ordinal) {
    this.state = this.next(this.session.lines[this.session.stateLines[ordinal]], ordinal);
    this.ordinal = ordinal;
    this.recent.set(ordinal, this.state);
    this.recent.delete(ordinal - PartialStates.kept);
  }

  next(line, ordinal) {
    const isLost = this.state === undefined || this.state instanceof PatchError;
    if (isLost) return ordinal === 0 || line[0] === "k" ? jsonOf(line).get("state") : this.state;
    if (!this.touches.test(line)) return this.state;
    try {
      const operations = operationsOf(jsonOf(line).get("patch"));
      // A value that comes from a member that is not kept up to date is known from the whole state only.
      if (operations.some((operation) => this.crosses(operation))) return this.session.states.at(ordinal);
      return patched(this.state, operations.filter(({ path }) => this.isRead(path)));
    } catch (error) {
      if (error instanceof PatchError) return error;
      throw error;
    }
  }

  isRead(tokens) {
    return tokens.length === 0 || this.names.has(tokens[0]);
  }

  crosses({ path, from }) {
    return from !== null && this.isRead(path) !== this.isRead(from);
  }
}
/// The number of states that may be asked for again.
PartialStates.kept = 8;
