// The finding of a session, in a sentence or two: why it ended, who is to blame, what died.
//
// A finding is a list of parts: texts, {code} for names, {step, index} for actions.

/// Returns the finding; null for a session that has nothing to find. That of `many` has nothing of this one alone.
function findingOf(session, mask, { isOfMany = false } = {}) {
  const { diagnosis, end, thrown } = session.facts;
  if (diagnosis?.kind === "found") return crashFinding(session, diagnosis, mask, isOfMany);
  if (end === "crashed" && session.last && session.isToEnd) {
    const died = actionParts(session, session.last.index, true, isOfMany);
    return thrown ? [`${thrown}, in `, ...died, "."] : ["Died in ", ...died, "."];
  }
  const never = (session.facts.never ?? []).find((never) => never.culprit !== null);
  return never ? neverFinding(session, never, mask) : null;
}

function crashFinding(session, diagnosis, mask, isOfMany) {
  const { fatal, culprit, isEveryState, unprobed } = diagnosis;
  const parts = [diagnosis.said];
  if (diagnosis.frames.length > 0) parts.push(" in ", { code: diagnosis.frames[0] });
  parts.push(". ");
  const died = actionParts(session, fatal, true, isOfMany);
  if (diagnosis.isInitialState) return [...parts, "The initial state is to blame; ", ...died, " crashes from it."];
  if (isEveryState) return [...parts, ...died, " crashes from every state that was tried."];
  const blamed = blamedParts(session, diagnosis, mask, isOfMany);
  const doubt = unprobed > 0 ? [", probably to blame,"] : [];
  if (culprit === fatal) return [...parts, ...died, " is to blame itself."];
  return [...parts, ...blamed.who, ...doubt, " ", ...blamed.effect, "; ", ...died, " then crashed."];
}

/// Returns the culprit, an action or an external change, and what it did.
function blamedParts(session, { culprit, external }, mask, isOfMany = false) {
  const step = session.stepAt.get(culprit);
  const action = actionParts(session, culprit, false, isOfMany);
  const who = external === null
    ? action : [capitalized(external), " after ", ...action];
  const effects = step ? safely(() => effectsOfBlamed(step, external, mask), []) : [];
  return { who, effect: effects.length === 0 ? ["is to blame"] : effectParts(effects, isOfMany) };
}

function effectsOfBlamed(step, external, mask) {
  if (external === null) return effectsOf(step, mask);
  const last = step.external.at(-1);
  const { session } = step;
  return effectsIn(step.changesFromOutside, session.states.at(last - 1), session.states.at(last), mask);
}

/// Returns the most telling effects: a removal alone says enough.
function effectParts(effects, isOfMany) {
  const shown = effects[0].weight > 2 ? effects.slice(0, 1) : effects.slice(0, 2);
  return shown.flatMap(({ verb, name, detail }, index) => [
    `${index > 0 ? " and " : ""}${verb} `, { code: name }, detail === "" || isOfMany ? "" : verb === "set" ? ` ${detail}` : ` (${detail})`,
  ]);
}

function neverFinding(session, never, mask) {
  const { title, text, since } = never;
  const parts = [...(title === text ? [{ code: text }] : [`${title} (`, { code: text }, ")"]), ` holds ${since}.`];
  if (never.isFromStart) return parts;
  const external = never.isExternal ? "an external change" : null;
  const { who, effect } = blamedParts(session, { culprit: never.culprit, external }, mask);
  return [...parts, " ", ...who, " ", ...effect, "."];
}

/// Returns an action with its index, and with its payload if that is wanted; both are those of one session.
function actionParts(session, index, withPayload, isOfMany = false) {
  const step = session.stepAt.get(index);
  if (step?.type === undefined) return [isOfMany ? "an action" : `action ${index}`];
  if (isOfMany) return [{ step, index }];
  const words = withPayload ? payloadWords(step) : "";
  return [{ step, index }, ` (${index})${words === "" ? "" : ` with ${words}`}`];
}

/// Returns an action's payload in words: `cardIndexToFlip 3`; empty if there is none.
function payloadWords({ content }) {
  if (content === undefined) return "";
  if (!(content instanceof Map)) return brief(content, 48);
  return memberTexts([...content].slice(0, 2)).join(", ");
}

/// Returns a finding as elements; `go` leads to a step.
function findingElements(parts, go) {
  return parts.map((part) => {
    if (typeof part === "string") return logText(part);
    if (part.code !== undefined) return element("code", "", logText(part.code));
    const link = button("step", "", () => go(part.index));
    link.append(logText(part.name ?? part.step.type));
    return link;
  });
}

/// Returns a finding as text; `code` makes a name of code.
function findingText(parts, code) {
  return parts
    .map((part) => (typeof part === "string" ? part : code(part.code ?? part.step.type))).join("");
}
