// Questions about a whole session, as in `rewind find`, `blame` and `history`.

/// Returns true if a patch may change the value of a pointer, or shift the elements that it passes through.
function mayTouch(operations, tokens) {
  return operations.some(({ path, from }) =>
    isNear(path, tokens) || (from !== null && isNear(from, tokens))
  );
}

function isNear(path, tokens) {
  const isElement = (token) => token === "-" || arrayIndex(token) !== null;
  for (let depth = 0; depth < path.length && depth < tokens.length; depth += 1) {
    if (path[depth] === tokens[depth]) continue;
    return isElement(path[depth]) && isElement(tokens[depth]);
  }
  return true;
}

/// Returns the last writer of the value at a pointer after a step; null if no state has one.
///
/// The blame is {index, isExternal, isFirst, tokens, old, new}: the pointer is the value's place at that time.
function blameOf(session, tokens, step) {
  if (step.state === null) return null;
  let pointer = tokens;
  for (let ordinal = step.state; ordinal > 0; ordinal -= 1) {
    const operations = session.operations(ordinal);
    if (!mayTouch(operations, pointer)) continue;
    const [before, after] = [session.states.at(ordinal - 1), session.states.at(ordinal)];
    const now = valueAt(after, pointer);
    const origin = new ElementTracker(operations, before, after).of(pointer);
    const old = origin === null ? undefined : valueAt(before, origin);
    if (origin === null || !isEqual(old, now)) {
      return { ...lineOf(session, ordinal), isFirst: false, tokens: pointer, old, new: now };
    }
    pointer = origin;
  }
  const value = valueAt(session.states.at(0), pointer);
  if (value === undefined) return null;
  return { index: session.first.index, isExternal: false, isFirst: true, tokens: pointer, new: value };
}

/// Returns the index of a state line, and whether it came without an action.
function lineOf(session, ordinal) {
  const line = session.lines[session.stateLines[ordinal]];
  return { index: parseInt(line.slice(2), 10), isExternal: line[0] === "x" };
}

/// Every value of a place, in order, without repetitions; after its session has grown, it goes on.
class ValueHistory {
  constructor(session, tokens) {
    this.session = session;
    this.tokens = tokens;
    /// {index, isExternal, value}
    this.entries = [];
    this.ordinal = 0;
  }

  isOf(session, tokens) {
    return session === this.session && isSamePointer(tokens, this.tokens);
  }

  /// Looks at the state lines that are left, one at a time.
  *search() {
    const { session, tokens, entries } = this;
    for (; this.ordinal < session.stateLines.length; this.ordinal += 1) {
      const { ordinal } = this;
      if (ordinal === 0 || mayTouch(session.operations(ordinal), tokens)) {
        const value = valueAt(session.states.at(ordinal), tokens);
        const isNew = !isEqual(value, entries.at(-1)?.value);
        if (isNew) entries.push({ ...lineOf(session, ordinal), value });
      }
      yield;
    }
  }
}
