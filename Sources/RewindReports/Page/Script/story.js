// The top of the page: the events, the action to blame, and the shortest reproduction.

/// Returns the story of a session, as elements; `go` leads to an index.
function storyOf(session, go) {
  const { facts } = session;
  const notices = [];
  const left = [["earlier", facts.leftOut], ["later", facts.later]].filter(([, count]) => count > 0);
  if (left.length > 0 && !facts.isLive) {
    const parts = left.map(([where, count]) => counted(count, `${where} action`)).join(" and ");
    notices.push(`Left out, to limit the size of the page: ${parts}. \`rewind live ${facts.file}\` shows all.`);
  }
  if (facts.start > 0 && left.length === 0) {
    notices.push(`The log begins with the state after action ${facts.start}.`);
  }
  if (facts.damage !== null) {
    notices.push(`Line ${facts.damage} of the log is damaged; the page shows the lines before it.`);
  }
  if (typeof facts.contradiction === "string") {
    notices.push(`The log contradicts itself: the page may not show what happened. ${facts.contradiction}`);
  }
  const parts = [storyCards(session, go), ...notices.map((words) => element("p", "notice", logText(words)))];
  const { diagnosis } = facts;
  if (diagnosis?.kind === "found") parts.push(...crashStory(session, diagnosis, go));
  else parts.push(...endingStory(session, diagnosis));
  for (const never of facts.never ?? []) parts.push(...neverStory(never, go));
  if (facts.signs.length > 0) parts.push(element("p", "signs quiet", logText(facts.signs.join(" "))));
  return parts.filter((part) => part !== null);
}

/// Returns a condition that must never hold: the runs of states in which it holds, and the answer of `bisect`.
function neverStory({ title, text, culprit, ranges, sentences }, go) {
  const name = title === text ? "" : `${title}: `;
  if (culprit === null) return [element("p", "sentence", logText(`${name}${text}. ${sentences.join(" ")}`))];
  const runs = runsOf(ranges);
  const shown = runs.slice(0, runsShown).map(([first, last]) =>
    element("li", "", button("step", last === first ? String(first) : `${first}–${last}`, () => go(first))));
  const rest = runs.length - shown.length;
  if (rest > 0) shown.push(element("li", "quiet", counted(rest, "more time")));
  const more = reasonsElement("What was checked", sentences);
  const line = element("section", "reproduction", element("h3", "", logText(name), element("code", "", logText(text)), " holds after"),
    element("ol", "runs", ...shown));
  return [line, more];
}

/// The runs of a condition that a reader goes through.
const runsShown = 40;

/// Returns sentences to unfold.
function reasonsElement(title, sentences, ...others) {
  const rows = sentences.map((sentence) => element("li", "", logText(sentence)));
  return element("details", "more-story", element("summary", "", title), element("ul", "plain-list", ...rows), ...others);
}

/// Returns the story of a session without a culprit: its ending, and the result of replaying it.
function endingStory(session, diagnosis) {
  const parts = [];
  if (endingOf(session.facts).mood !== "good" && session.facts.end !== "crashed") {
    parts.push(element("p", "sentence", endingSentence(session)));
  }
  if (diagnosis?.kind === "not-reproduced" && session.facts.end !== "crashed") {
    parts.push(element("p", "sentence", "The app survives the whole replay, as recorded."));
  } else if (diagnosis?.kind === "impossible") {
    parts.push(element("p", "sentence", logText(diagnosis.why)));
  }
  return parts;
}

function crashStory(session, diagnosis, go) {
  const { minimal } = diagnosis;
  const more = reasonsElement("How it was found", diagnosis.reasons);
  if (minimal !== null) more.append(element("p", "quiet", minimalProof(minimal, diagnosis)));
  more.append(element("p", "quiet", `${counted(diagnosis.probes, "replay")} in child processes.`));
  return minimal === null ? [more] : [minimalStory(session, minimal, diagnosis, go), more];
}

/// Returns the few actions that crash alike, as steps.
function minimalStory(session, minimal, diagnosis, go) {
  const steps = minimal.steps.map((step) => {
    const mark = { [minimal.culprit]: "culprit", [diagnosis.fatal]: "fatal" }[step.index];
    const target = button(`step ${mark ?? ""}`, "", () => go(step.index));
    target.append(element("span", "index", String(step.index)), " ", logText(session.short(step.type), "type"));
    const payload = minimalPayload(step);
    if (payload !== "") target.append(" ", logText(payload.length > 32 ? `${payload.slice(0, boundary(payload, 31))}…` : payload, "payload"));
    if (mark) target.append(element("span", "unseen", `, ${mark}`));
    return element("li", "", target);
  });
  const head = element("h3", "", minimalWords(minimal));
  return element("section", "reproduction", head, element("ol", "steps", ...steps));
}

/// Returns what is known of the shortest reproduction.
function minimalProof(minimal, diagnosis) {
  const beginning = minimal.beginsOutside
    ? `The few actions start from the state that an external change made after action ${minimal.position}. `
    : "";
  const proof = minimal.isMinimal
    ? "No action can be left out: each was tried."
    : "Perhaps not the shortest: the search was stopped.";
  return beginning + minimalRoleWords(minimal, diagnosis) + proof;
}
