// Actions that the running app skips: their rows are struck out, and the states behind them are those that the app has
// computed again. Where no app listens, they are the recorded ones, and are named so.

/// Returns the actions that a session's time machine has skipped, by its log: each with the last action whose state in the
/// log is that of the time before.
function skipsOf(session) {
  const skips = new Map();
  for (const step of session.noted) {
    for (const json of step.notes.filter((note) => note.has("travel"))) {
      const [travel, to, of] = ["travel", "to", "of"].map((name) => json.get(name));
      if (travel === "skip" && of !== undefined) skips.set(of, step.index);
      else if (travel === "unskip") skips.delete(of);
      else if (travel === "reset") skips.clear();
      else if (travel === "commit") keepSkips(skips, (index) => index > to);
      else if (travel === "branch") keepSkips(skips, (index) => index <= to);
    }
  }
  return skips;
}

function keepSkips(skips, isKept) {
  for (const index of [...skips.keys()]) if (!isKept(index)) skips.delete(index);
}

/// Strikes out what the app skips; what it skipped when the log was last written, if it does not say.
function showSkips(page) {
  page.list.strike(new Set(page.live?.bar.status?.skipped ?? skipsOf(page.session).keys()));
}

/// Indicates whether the log's state of a step is not the one that the app has, or had when it was last seen.
function isOutdated(session, step) {
  if (session.recomputed) return session.recomputed.concerns(step);
  return [...skipsOf(session)].some(([first, last]) => first <= step.index && step.index <= last);
}

/// Takes the ranges of actions whose states the app has computed again, and shows those states.
function showRecomputed(page, again) {
  const { session, live } = page;
  const ranges = JSON.stringify(again);
  if (ranges === (session.ranges ?? "[]")) return;
  session.ranges = ranges;
  session.recomputed = again.length === 0 ? null : new RecomputedStates(live, session, again, () => repaintStates(page));
  repaintStates(page);
}

function repaintStates(page) {
  page.list.summarizeAgain();
  if (page.current) page.show(page.current);
  page.session.recomputed?.want([...page.list.shown, page.current].filter((step) => step?.type !== undefined));
}
