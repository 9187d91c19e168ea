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
  for (const never of facts.never ?? []) parts.push(neverStory(session, never, go));
  if (facts.signs.length > 0) parts.push(element("p", "signs quiet", logText(facts.signs.join(" "))));
  return parts.filter((part) => part !== null);
}

/// Returns a condition that must never hold, with its paths; with the action to blame, unless a card tells of it.
function neverStory(session, never, go) {
  const isTold = (session.facts.story ?? []).some(({ role, index }) => role === "culprit" && index === never.culprit);
  if (never.culprit === null || isTold) return element("p", "sentence", logText(neverWords(never)));
  const lines = [
    element("p", "line", element("span", "chip fatal", "never"), " ", logText(neverWords(never))),
  ];
  if (!never.isFromStart) {
    const words = never.isExternal ? "to blame: an external change after" : "to blame:";
    lines.push(storyLine("culprit", words, never.culprit, session, go));
  }
  return element("div", "verdict", ...lines);
}

/// Returns the story of a session without a culprit: its ending, and the result of replaying it.
function endingStory(session, diagnosis) {
  const parts = [];
  if (endingOf(session.facts).mood !== "good" && session.facts.end !== "crashed") {
    parts.push(element("p", "sentence", endingSentence(session)));
  }
  if (diagnosis?.kind === "not-reproduced") {
    parts.push(element("p", "sentence", replayWords(session)));
  } else if (diagnosis?.kind === "impossible") {
    parts.push(element("p", "sentence", logText(diagnosis.why)));
  }
  return parts;
}

function crashStory(session, diagnosis, go) {
  const notes = [...culpritNotes(diagnosis), ...(diagnosis.needs ?? [])].map((note) => element("li", "", logText(note)));
  const title = element("summary", "", "How it was found");
  const more = element("details", "more-story", title);
  more.append(element("ul", "plain-list", ...notes));
  // A single line is listed among the notes.
  if (diagnosis.reason === null && diagnosis.wrote.length > 0) {
    more.append(
      element("p", "quiet", "It wrote:"),
      element("pre", "", logText(diagnosis.wrote.join("\n"))),
    );
  }
  const { minimal } = diagnosis;
  if (minimal !== null) more.append(element("p", "quiet", minimalProof(minimal, diagnosis)));
  more.append(element("p", "quiet", `${counted(diagnosis.probes, "replay")} in child processes.`));
  return minimal === null ? [more] : [minimalStory(session, minimal, diagnosis, go), more];
}

/// Returns a line with a marker, words, and the action that it is about.
function storyLine(mark, words, index, session, go) {
  const step = session.stepAt.get(index);
  const target = step ? button("step", "", () => go(index)) : element("span", "step");
  target.append(element("span", "index", String(index)), " ");
  if (!step) target.append(element("i", "quiet", "not on this page"));
  if (step?.type !== undefined) target.append(logText(step.type));
  if (step?.content !== undefined) target.append(logText(brief(step.content, 72), "payload"));
  return element("p", "line", element("span", `chip ${mark}`, mark), ` ${words} `, target);
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
