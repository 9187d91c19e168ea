// A change in a few words: `memoryCards 16 → 0` in a row, "emptied memoryCards (16 → 0)" in a sentence.
//
// An effect is {tokens, verb, name, detail, sign, turn, weight}; a weightier one is more likely to matter later.

/// Returns the name of a value: its last name, and the list that contains it.
function valueName(tokens) {
  return valueNameParts(tokens).join("");
}

/// Returns the name of a value in two: the list that may be left out, and the rest, which names the element.
function valueNameParts(tokens) {
  if (tokens.length === 0) return ["", "the whole state"];
  const isIndex = (depth) => depth > 0 && arrayIndex(tokens[depth]) !== null;
  let from = tokens.length - 1;
  if (isIndex(from - 1)) from -= 1;
  while (isIndex(from)) from -= 1;
  const name = (start) => pointerText(tokens.slice(start)).slice(1);
  const last = tokens.length - 1;
  const [whole, own] = [name(from), name(from + 1)];
  if (from < last && own.length > nameWidth) return ["", `…/${name(last)}`];
  // The index of an element says nothing alone.
  if (from === last || isIndex(last)) return ["", whole];
  return [whole.length > nameWidth ? "…/" : whole.slice(0, -own.length), own];
}

/// The characters of a name that a row has room for.
const nameWidth = 30;

/// Returns the effects of a step, the weightiest first; `mask` knows the redacted paths.
function effectsOf(step, mask) {
  return effectsIn(step.changes, step.before(), step.after(), mask);
}

function effectsIn(changes, before, after, mask) {
  const lists = Map.groupBy(changes, (change) => listOf(change, before, after));
  const effects = (lists.get(null) ?? []).map((change) => effectOf(change, mask));
  lists.delete(null);
  for (const elements of lists.values()) effects.push(listEffect(elements, before, after));
  return effects.sort((a, b) => b.weight - a.weight);
}

/// Returns the pointer of the list that a change puts an element into or takes one from; null if it does not.
function listOf({ tokens, old, new: now }, before, after) {
  if (tokens.length === 0 || (old !== undefined && now !== undefined)) return null;
  const list = tokens.slice(0, -1);
  const isList = Array.isArray(valueAt(before, list)) && Array.isArray(valueAt(after, list));
  return isList ? pointerText(list) : null;
}

/// Returns the effect of putting elements into a list, and taking some from it.
function listEffect(elements, before, after) {
  const tokens = elements[0].tokens.slice(0, -1);
  const [old, now] = [before, after].map((state) => valueAt(state, tokens));
  if (old.length !== now.length) return effectOf({ tokens, old, new: now }, null);
  const name = valueName(tokens);
  const count = elements.filter((element) => element.old === undefined).length;
  const detail = `${count} of ${now.length}`;
  return { tokens, name, weight: 2, verb: "exchanged", detail, sign: "", turn: ` −${count} +${count}` };
}

function effectOf({ tokens, old, new: now }, mask) {
  const name = valueName(tokens);
  const effect = (weight, verb, detail, turn = ` ${detail}`, sign = "") =>
    ({ tokens, name, weight, verb, detail, sign, turn });
  if (mask?.hides(tokens, now ?? old)) return effect(1, "changed", "redacted");
  if (old === undefined) return effect(2, "added", brief(now, 24), ` ${brief(now, 24)}`, "+ ");
  if (now === undefined) return effect(4, "removed", brief(old, 24), "", "− ");
  if (isContainer(old) && isContainer(now) && childCount(old) !== childCount(now)) {
    const counts = `${childCount(old)} → ${childCount(now)}`;
    if (childCount(now) === 0) return effect(5, "emptied", counts);
    if (childCount(now) < childCount(old)) return effect(3, "shortened", counts);
    return effect(2, childCount(old) === 0 ? "filled" : "lengthened", counts);
  }
  if (typeof now === "boolean") return effect(1, "set", `to ${now}`, ` → ${now}`);
  const width = [old, now].some(isWide) ? 12 : 24;
  const [from, to] = textChange(old, now, width) ?? [brief(old, width), brief(now, width)];
  return effect(now === null ? 4 : 1, now === null ? "cleared" : "changed", `${from} → ${to}`);
}

/// Returns the effects of a step on a line; empty if there is none.
function summaryOf(step, mask) {
  return effectsLine(safely(() => effectsOf(step, mask), []));
}

/// Returns the first effects, by the names of their paths, and the number of the others.
function effectsLine(effects, nameOf = valueName) {
  const parts = effects.slice(0, effectsShown).map(({ tokens, sign, turn }) => `${sign}${nameOf(tokens)}${turn}`);
  if (effects.length > effectsShown) parts.push(`${effects.length - effectsShown} more`);
  return parts.join(" · ");
}

const effectsShown = 3;

/// Returns the name of a value without the list that contains it.
function shortName(tokens) {
  return valueNameParts(tokens)[1];
}

/// Returns the changes within a value that is too long for a line; empty if it was replaced as a whole.
function changesWithin(tokens, old, now, width) {
  if (old === undefined || now === undefined || (fits(old, width) && fits(now, width))) return [];
  const changes = details({ tokens, old, new: now });
  return changes.some((change) => change.tokens.length === tokens.length) ? [] : changes;
}

/// Returns the effects of a step in a number of columns: the names of lists give way first, then the other
/// effects, then the name; the value comes last, and may be longer.
function fittedSummary(step, mask, room) {
  const effects = safely(() => effectsOf(step, mask), []);
  if (effects.length === 0) return "";
  const { sign, tokens } = effects[0];
  // The values say more than how long they are.
  const turn = effects[0].turn.replace(/" \([\d,]+ characters\)/g, '"');
  const rest = effects.length > 1 ? ` +${effects.length - 1}` : "";
  const name = shortName(tokens);
  const texts = [effectsLine(effects), effectsLine(effects, shortName), `${sign}${name}${turn}${rest}`];
  const fitting = texts.find((text) => columnsOf(text) <= room);
  if (fitting !== undefined) return fitting;
  const left = Math.max(leastName, room - sign.length - columnsOf(turn) - rest.length - 1);
  const cut = name.length > left + 1 ? `${name.slice(0, boundary(name, left))}…` : name;
  return `${sign}${cut}${turn}${rest}`;
}

/// The characters of a name that say something.
const leastName = 3;
