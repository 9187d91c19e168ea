// The values of a path over a session, at the steps that the tool named: their states are on the page.

/// Returns the state lines of the steps in some ranges of indexes, in order, with the first on the page.
function stateLinesOf(session, ranges) {
  const steps = ranges.flatMap(([first, last]) => stepsBetween(session, first, last));
  const ordinals = steps.flatMap(({ state, external }) => [state, ...external]).filter((ordinal) => ordinal !== null);
  return [...new Set([0, ...ordinals])].sort((a, b) => a - b);
}

/// Returns runs of indexes as [first, last]; those of one index come as a number.
function runsOf(ranges) {
  return ranges.map((run) => (typeof run === "number" ? [run, run] : run));
}

function stepsBetween({ steps }, first, last) {
  const from = indexWhere(steps, ({ index }) => index >= first);
  return steps.slice(from, indexWhere(steps, ({ index }) => index > last));
}

/// Returns the value of a path after a state line, if it differs from that before: {ordinal, index, isExternal, old,
/// value}; undefined otherwise.
function entryAt(session, tokens, ordinal) {
  const value = valueAt(session.states.at(ordinal), tokens);
  const old = ordinal === 0 ? undefined : valueAt(session.states.at(ordinal - 1), tokens);
  if (isEqual(old, value)) return undefined;
  const line = session.lines[session.stateLines[ordinal]];
  return { ordinal, index: parseInt(line.slice(2), 10), isExternal: line[0] === "x", old, value };
}

/// Collects the values of a path, one state line at a time.
function* valuesOf(session, tokens, ranges, entries) {
  for (const ordinal of stateLinesOf(session, ranges)) {
    const entry = entryAt(session, tokens, ordinal);
    if (entry !== undefined) entries.push(entry);
    yield;
  }
}
