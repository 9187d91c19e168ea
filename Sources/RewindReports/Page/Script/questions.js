// Questions about a whole session, as `rewind find`, `blame` and `history` answer them.

/// Whether a patch may change what a pointer leads to, or shift the elements that it passes through.
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

/// Who last wrote the value that stands at a pointer after a step; null where no state has one.
///
/// The blame is {index, isOutside, isFirst, tokens, old, new}: the pointer is where the value stood then.
function blameOf(session, tokens, step) {
  if (step.state === null) return null;
  let pointer = tokens;
  for (let ordinal = step.state; ordinal > 0; ordinal -= 1) {
    const operations = session.operations(ordinal);
    if (!mayTouch(operations, pointer)) continue;
    const [before, after] = [session.state(ordinal - 1), session.state(ordinal)];
    const now = valueAt(after, pointer);
    const origin = new ElementOrigin(operations, before, after).of(pointer);
    const old = origin === null ? undefined : valueAt(before, origin);
    if (origin === null || !isEqual(old, now)) {
      return { ...lineOf(session, ordinal), isFirst: false, tokens: pointer, old, new: now };
    }
    pointer = origin;
  }
  const value = valueAt(session.state(0), pointer);
  if (value === undefined) return null;
  return { index: session.first.index, isOutside: false, isFirst: true, tokens: pointer, new: value };
}

/// Which index a state line belongs to, and whether it came without an action.
function lineOf(session, ordinal) {
  const line = session.lines[session.stateLines[ordinal]];
  return { index: parseInt(line.slice(2), 10), isOutside: line[0] === "x" };
}

/// Every value that stood at a place, in order, equal ones in a row once: {index, isOutside, value}.
function* historyOf(session, tokens) {
  let value;
  for (let ordinal = 0; ordinal < session.stateLines.length; ordinal += 1) {
    if (ordinal > 0 && !mayTouch(session.operations(ordinal), tokens)) {
      yield null;
      continue;
    }
    const found = valueAt(session.state(ordinal), tokens);
    if (isEqual(found, value)) {
      yield null;
    } else {
      value = found;
      yield { ...lineOf(session, ordinal), value };
    }
  }
}

/// The steps at which a question holds, one at a time; null for one at which it does not.
function* findSteps(session, question) {
  for (const step of session.steps) yield question(step) ? step : null;
}

/// A question for actions that have a text in their type or payload, in upper or lower case.
function containing(text) {
  const wanted = text.toLowerCase();
  return (step) => {
    const whole = step.action()?.whole;
    if (whole === undefined) return false;
    const isIn = (value) => value !== undefined && writeJSON(value).toLowerCase().includes(wanted);
    return whole.get("type").toLowerCase().includes(wanted) || isIn(whole.get("payload"));
  };
}
