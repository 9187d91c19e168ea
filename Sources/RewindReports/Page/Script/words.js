// The page's texts: facts in, sentences out.

/// Returns `12.301 s`, or `1:02:03` from a minute on.
function secondsText(seconds) {
  if (seconds < 60 || seconds >= 1e9) return `${seconds.toFixed(3)} s`;
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/// Returns the time since the action before, as `+21 ms`; empty if it is too short to matter.
function sinceText({ seconds, number, session }) {
  const before = session.steps[number - 1]?.seconds ?? 0;
  const since = seconds - before;
  return since >= 0.0005 ? `+${brieflyText(since)}` : "";
}

/// Returns `21 ms`, `1.2 s`, `12 s`, `3 min`, `2 h` or `5 d`.
function brieflyText(seconds) {
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (seconds < 3570) return `${Math.round(seconds / 60)} min`;
  return seconds < 84_600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/// Returns the ending of a session in a word: {mood, label}.
function endingOf({ end, damage }) {
  if (["closed", "continued", "running"].includes(end)) return { mood: "good", label: end };
  if (end === "crashed") return { mood: "bad", label: end };
  if (end === "stopped") return { mood: "odd", label: end };
  return damage === null ? { mood: "odd", label: "cut" } : { mood: "bad", label: "damaged" };
}

/// Returns the ending of a session in a sentence.
function endingSentence(session) {
  const { facts } = session;
  const fatal = session.last?.index;
  const code = facts.attach === "middleware" ? "the reducer or a subscriber" : "the reducer";
  switch (facts.end) {
    case "closed": return "The app ended the session.";
    case "running": return "The app is running.";
    case "crashed":
      if (facts.thrown) return `Action ${fatal} threw an exception.`;
      return `The app died in action ${fatal}, while ${code} ran.`;
    case "stopped":
      return "The log has no end line and no open action: "
        + "the app was killed, or crashed outside a reducer.";
    case "continued": return "The session continues in the next segment.";
    default:
      return facts.damage === null
        ? "The last line of the log is incomplete: "
          + "the app stopped, or the disk filled up, while writing it."
        : `Line ${facts.damage} of the log is damaged.`;
  }
}

/// Returns the text of a note, gap, travel or end.
function noteWords(json) {
  if (json.has("note")) return `Note: ${json.get("note")}`;
  if (json.has("gap")) {
    const count = json.get("gap") instanceof Map ? json.get("gap").get("actions") : undefined;
    const what = isNumber(count) ? counted(Number(numberText(count)), "action") : "Something";
    const why = json.get("why");
    return `${what} could not be recorded here${typeof why === "string" ? `: ${why}` : "."}`;
  }
  if (json.has("travel")) {
    const to = json.get("to");
    const target = isNumber(to) ? ` to action ${numberText(to)}` : "";
    return `The time machine moved the store: ${json.get("travel")}${target}.`;
  }
  return `The session ended: ${json.get("end")}.`;
}

/// Returns the part of a session that a crash needs.
function minimalWords({ steps, before }) {
  const are = steps.length === 1 ? "is" : "are";
  return `${steps.length} of ${counted(before, "action")} ${are} enough for the same crash`;
}

/// Returns the culprit's role in the shortest reproduction; empty if there is nothing to say.
function minimalRoleWords({ culprit, losesCulprit }, { fatal, isEveryState }) {
  if (losesCulprit) return "The culprit is not kept: alone it does not lead to the crash. ";
  if (culprit === null || isEveryState) return "";
  return `Action ${culprit} is to blame here too: without it, action ${fatal} does not crash like this. `;
}

/// Returns the content of an action's payload beyond the name of its type: `Codable` writes a case of an
/// enum as an object with one member of that name, and a single value without a label under `_0`. The cases
/// of wrappers that pass an action on are not in the type's name.
function contentOfAction(type, payload) {
  let cases = type.split(".").filter((name) => name !== "");
  let content = payload;
  while (content instanceof Map && content.size === 1) {
    const [[name, inner]] = content;
    const action = inner instanceof Map ? inner.get("action") : undefined;
    const index = cases.indexOf(name);
    const element = cases.indexOf(`${name}[…]`);
    if (index >= 0) {
      cases = cases.slice(index + 1);
      content = soleValue(inner);
    } else if (element >= 0) {
      cases = cases.slice(element + 1);
      content = action ?? soleValue(inner);
    } else if (cases.length > 0 && name === "element" && action !== undefined) {
      content = action;
    } else if (cases.length > 0 && name === "presented") {
      content = soleValue(inner);
    } else {
      break;
    }
  }
  // The property that a `BindingAction` sets is in the type.
  const path = content instanceof Map ? content.get("keyPath") : undefined;
  const isBinding = typeof path === "string" && path.startsWith("\\");
  return (isBinding ? content.get("value") : undefined) ?? content;
}

/// Returns the value of a case that has one, without a label.
function soleValue(inner) {
  return inner instanceof Map && inner.size === 1 && inner.has("_0") ? inner.get("_0") : inner;
}

/// Returns an action's payload on a line, a text for each member: `id 9`, `name "tea"`; a single value without its name.
function payloadTexts(content) {
  if (!(content instanceof Map)) return [brief(content, 80)];
  const [[, value]] = content;
  if (content.size === 1 && !isContainer(value)) return [brief(value, 80)];
  return memberTexts(content);
}

function memberTexts(members) {
  return [...members].map(([name, value]) => `${name} ${brief(value, 32)}`);
}

/// Returns the payload of an action of the shortest reproduction; empty if nothing is in it.
function minimalPayload({ type, payload }) {
  const content = contentOfAction(type, parseJSON(JSON.stringify(payload)));
  const isEmpty = content === null || (content instanceof Map && content.size === 0);
  return isEmpty ? "" : content instanceof Map ? memberTexts(content).join(", ") : brief(content, 80);
}

/// Returns the reason why a step has no state.
function missingStateWords(session, step) {
  const isLast = step === session.last && session.isToEnd;
  if (isLast && session.facts.end === "running") return "It has not ended yet: its reducer is running.";
  if (isLast && session.facts.thrown) return `It threw: ${session.facts.thrown}`;
  if (isLast && session.facts.end === "crashed") {
    return "The app died in this action: there is no state after it.";
  }
  if (isLast && session.facts.end === "cut") {
    return "There is no state after it: the readable part of the log ends in this action.";
  }
  return "There is no state after it: another action overlapped it, or writing its state failed.";
}

/// Returns the name of a step that is a state alone.
function beginningWords({ index }) {
  return index === 0 ? "the initial state" : "the first state here";
}

/// Returns a step's position, for screen readers.
function stepWords(step) {
  const type = step.type;
  if (type === undefined && step.index === 0) return "Initial state";
  if (type === undefined) return `State after action ${step.index}`;
  if (step.state === null) return `Action ${step.index}, ${type}: there is no state after it`;
  const changes = safely(() => step.changes.length, 0);
  return `Action ${step.index}, ${type}, ${changes === 0 ? "no change" : counted(changes, "change")}`;
}

/// Returns the result of a function; the alternative if a hostile or damaged log makes it fail.
function safely(body, otherwise) {
  try {
    return body();
  } catch {
    return otherwise;
  }
}
