// The head of the page: the finding, or the app's name, and the session in a line.

/// Returns the actions to highlight, by index, the one to look at first.
function marksOf(session) {
  const marks = new Map();
  const { diagnosis, end, never } = session.facts;
  if (diagnosis?.kind === "found") {
    const { isEveryState, external } = diagnosis;
    // A change between two actions is not an action's fault.
    if (!isEveryState && external === null) marks.set(diagnosis.culprit, "culprit");
    marks.set(diagnosis.fatal, "fatal");
  } else if (end === "crashed" && session.last && session.isToEnd) {
    marks.set(session.last.index, "fatal");
  } else {
    for (const { culprit, isExternal } of never ?? []) if (culprit !== null && !isExternal) marks.set(culprit, "culprit");
  }
  return marks;
}

/// Returns the index at which a page opens, where something went wrong; undefined if nothing did.
function openingOf(session) {
  const { diagnosis, never } = session.facts;
  if (diagnosis?.kind === "found") return diagnosis.isEveryState ? diagnosis.fatal : diagnosis.culprit;
  const [fatal] = marksOf(session).keys();
  return fatal ?? (never ?? []).find(({ culprit }) => culprit !== null)?.culprit;
}

function showHeadline(session, mask, go) {
  const { facts } = session;
  const finding = titleOf(session, mask);
  const app = facts.app ?? facts.name;
  byId("title").replaceChildren(...(finding ? findingElements(finding, go) : [logText(app)]));
  const whole = findingOf(session, mask);
  byId("title").title = whole === null ? "" : harmless(findingText(whole, (name) => name));
  const names = [...new Set([finding ? app : facts.name, facts.name])];
  byId("subtitle").replaceChildren(
    ...headChips(session), " ",
    ...names.flatMap((name) => [logText(name), " · "]), logText(sessionWords(session)),
  );
  if (facts.started !== null) byId("subtitle").title = `started ${harmless(facts.started)}`;
}

/// Returns what happened in a few words, whose story the cards tell; null if nothing went wrong.
function titleOf(session, mask) {
  const { diagnosis, end, thrown } = session.facts;
  if (diagnosis?.kind === "found") {
    const [frame] = diagnosis.frames;
    return frame === undefined ? [diagnosis.said] : [diagnosis.said, " in ", { code: frame }];
  }
  if (end === "crashed" && session.last?.type !== undefined && session.isToEnd) {
    const { last } = session;
    const action = { step: last, index: last.index, name: session.short(last.type) };
    if (thrown) return [thrown, " in ", action];
    if (diagnosis?.kind === "not-reproduced") return ["Died in ", action, "; survives in ", { code: diagnosis.program }];
    return ["Died in ", action];
  }
  const never = wrongStateOf(session);
  if (never) return [never.title === never.text ? { code: never.text } : capitalized(never.title), ` ${never.since}`];
  return findingOf(session, mask);
}

/// Returns the condition that holds though it never should, of a session that did not crash; undefined if there is none.
function wrongStateOf({ facts: { end, diagnosis, never } }) {
  if (end === "crashed" || diagnosis?.kind === "found") return undefined;
  return (never ?? []).find(({ culprit }) => culprit !== null);
}

/// Returns what became of a session: that it is wrong comes before how it ended.
function headChips(session) {
  const { facts } = session;
  const chip = endingChip(facts, endingSentence(session));
  if (facts.end === "crashed" && facts.diagnosis?.kind === "not-reproduced") return [chip, " ", element("span", "chip good", "survives now")];
  if (!wrongStateOf(session)) return [chip];
  if (chip.classList.contains("good")) chip.className = "chip";
  return [element("span", "chip odd", "wrong state"), " ", chip];
}

/// Returns the length of a session, its store and its date.
function sessionWords({ facts, last, lastIndex }) {
  const parts = [counted(lastIndex - facts.start, "action")];
  if (last?.seconds != null) parts.push(secondsText(last.seconds));
  if (facts.store !== null && facts.store !== "main") parts.push(`store ${facts.store}`);
  if (facts.stores?.length > 0) parts.push(`stores ${facts.stores.join(", ")}`);
  if (facts.started !== null) parts.push(localDate(facts.started));
  return parts.join(" · ");
}

function endingChip(facts, sentence) {
  const { mood, label } = endingOf(facts);
  return element("span", { class: `chip ${mood}`, title: sentence }, label);
}
