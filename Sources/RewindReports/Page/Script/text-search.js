// Searches for a text, in upper or lower case: in types, payloads, inputs, notes, and in what was changed.

/// Returns a function that looks for a text; null for an empty one.
function textSearch(text) {
  if (text === "") return null;
  const form = new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "iu");
  return (other) => form.test(other);
}

/// Returns the question for a text, {holds, verb}: a word with a dot that is or ends the names of actions stands for those
/// actions, any other words for the steps that have each of them; what is in quotes is looked for as it is.
function wordsQuestion(session, text) {
  const name = text.toLowerCase();
  const isNamed = (type) => type === name || type.endsWith(`.${name}`);
  const types = text.includes(".") ? [...session.palette.hues.keys()].filter((type) => isNamed(type.toLowerCase())) : [];
  if (types.length === 0) {
    const quoted = /^(["'])(.+)\1$/.exec(text);
    const words = quoted ? [quoted[2]] : text.split(/\s+/).filter((word) => word !== "");
    const questions = words.map(containing);
    return { holds: (step) => questions.every((isIn) => isIn(step)), verb: `contain ${words.map((word) => `"${word}"`).join(" and ")}` };
  }
  const named = new Set(types);
  return { holds: ({ type }) => named.has(type), verb: `are named "${text}"` };
}

/// Returns a question for steps that have a text in them.
function containing(text) {
  const isIn = textSearch(text);
  // A line has a text only if its JSON has it, unless that escapes it.
  const mayBeEscaped = /["\\<\u0000-\u001f\u2028\u2029]/.test(text);
  // A text that a line of the usual form has only where a reader looks for it: the line need not be read.
  const isSure = !mayBeEscaped && !/[\d\s]/.test(text) && !isIn(notation);
  const hasLine = ({ lines }, number) => {
    const line = changeOf(lines[number]);
    if (!mayBeEscaped && !isIn(line)) return false;
    if (isSure && isUsual(line)) return true;
    return lineTexts(line).some((value) => hasText(value, isIn));
  };
  return (step) => {
    const { session, type, actionLine, state, inputLines, marks, external } = step;
    if (type !== undefined && isIn(type)) return true;
    if (actionLine !== null && hasLine(session, actionLine)) return true;
    if (state !== null && hasLine(session, session.stateLines[state])) return true;
    return inputLines.some((number) => hasLine(session, number)) || marks.some((number) => hasLine(session, number))
      || external.some((ordinal) => hasLine(session, session.stateLines[ordinal]));
  };
}

/// The words that the notation of a line has, besides what was recorded.
const notation = "index time action type payload cause subscribed overlap form reflected after patch op path from value "
  + "add remove replace move copy test true false null";

/// A state line with nothing behind its patch.
const usualState = /^[sk] \d+ \{"after":\d+,"patch":\[.*\]\}$/;

function isUsual(line) {
  return line[0] === "a" ? usualAction.test(line) && !/"(?:source|store)":/.test(line) : usualState.test(line);
}

/// Returns what a reader may look for in a line: what was dispatched, read or noted, or what has changed.
///
/// The browser's own parser is the fastest; it loses only digits beyond those that a user would type.
function lineTexts(line) {
  const json = JSON.parse(line.slice(line.indexOf("{")));
  if (json.action !== undefined) return [json.action.payload];
  if (json.input !== undefined) return [json.input];
  if (json.patch === undefined) return [json.state, json.note];
  return json.patch.map(({ path, value }) => [path, value]);
}

/// Returns true if a value of JSON has a text, in a name, a text or a number.
function hasText(value, isIn) {
  if (typeof value === "string" || typeof value === "number") return isIn(String(value));
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.some((element) => hasText(element, isIn));
  return Object.entries(value).some(([name, inner]) => isIn(name) || hasText(inner, isIn));
}
