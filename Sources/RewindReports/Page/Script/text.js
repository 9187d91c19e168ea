// Text from a log, shown as text: nothing in it is markup, and nothing reverses the line around it.

/// Control characters, those that change the direction of writing, and invisible ones.
///
/// The zero-width joiner is not among them: it makes one picture of several.
const hiddenCharacters = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b"
    + "\\u200c\\u200e\\u200f\\u2028-\\u202e\\u3164\\uffa0"
    + "\\u2060-\\u206f\\ud800-\\udfff\\ufeff\\ufff9-\\ufffc\\u{e0000}-\\u{e007f}]",
  "gu"
);

function escaped(character) {
  return `\\u{${character.codePointAt(0).toString(16)}}`;
}

/// Returns the text with hidden characters escaped, for attributes and titles.
function harmless(text) {
  return text.replace(hiddenCharacters, escaped);
}

/// Puts a text into an element, with markers for hidden characters.
function putText(holder, text) {
  let end = 0;
  for (const found of text.matchAll(hiddenCharacters)) {
    if (found.index > end) holder.append(text.slice(end, found.index));
    holder.append(element("span", "hidden-character", escaped(found[0])));
    end = found.index + found[0].length;
  }
  if (end < text.length) holder.append(text.slice(end));
  return holder;
}

/// Puts a text of several lines into an element that shows them as lines.
function putLines(element, text) {
  text.split("\n").forEach((line, number) => {
    if (number > 0) element.append("\n");
    putText(element, line);
  });
  return element;
}

/// Returns an element with a text from a log, isolated from the direction of the text around it.
function logText(text, className = "") {
  return putText(element("bdi", className), text);
}

function capitalized(text) {
  return text.replace(/^./u, (first) => first.toUpperCase());
}

/// Puts a line of changes into an element, `draft "a" → "b" · count 1 → 2`, so that no value of it that is written from
/// right to left takes the others along.
function putTurns(holder, text) {
  holder.append(...text.split(/( → | · )/).map((piece, number) => (number % 2 === 1 ? piece : logText(piece))));
  return holder;
}

/// Returns texts on a line, each isolated from the direction of the others.
function listedTexts(texts, className) {
  if (texts.length === 1) return logText(texts[0], className);
  const last = texts.length - 1;
  return element("span", className, ...texts.flatMap((text, number) => (number < last ? [logText(`${text},`), " "] : [logText(text)])));
}

/// The characters of Chinese, Japanese and Korean, which take two columns.
const wideCharacters = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/// Returns the columns that a text takes; an emoji is two units of a text, and two columns.
function columnsOf(text) {
  return text.length + (text.match(wideCharacters)?.length ?? 0);
}

/// Returns true if most of a text takes two columns a character.
function isWide(value) {
  return typeof value === "string" && columnsOf(value) > value.length * 1.5;
}

/// Returns the pieces in which two long texts differ, quoted, with a little of the text around them; null
/// for other values and short texts.
function textChange(old, now, width) {
  if (typeof old !== "string" || typeof now !== "string") return null;
  if (Math.max(old.length, now.length) + 2 <= width) return null;
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start += 1;
  while (start > 0 && !(isBoundary(old, start) && isBoundary(now, start))) start -= 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  while (end > 0 && !(isBoundary(old, old.length - end) && isBoundary(now, now.length - end))) end -= 1;
  // Texts that have nothing in common are two texts.
  if (start + end === 0) return null;
  return [old, now].map((text) => textPiece(text, start, text.length - end, width));
}

/// Returns a part of a text with the text around it, in quotes; of a long part the beginning and the end.
function textPiece(text, start, end, width) {
  const around = Math.floor(width / 4);
  const [first, last] = [boundary(text, Math.max(0, start - around)), boundary(text, Math.min(text.length, end + around))];
  const room = Math.max(8, width - 2 * around);
  const [head, tail] = [boundary(text, start + room / 2), boundary(text, end - room / 2)];
  const isLong = end - start > room;
  const piece = isLong ? `${text.slice(first, head)}…${text.slice(tail, last)}` : text.slice(first, last);
  const shown = JSON.stringify(piece).slice(1, -1);
  return `"${first > 0 ? "…" : ""}${shown}${last < text.length ? "…" : ""}"`;
}

function isBoundary(text, offset) {
  return boundary(text, offset) === offset;
}

/// Returns the last offset up to another at which no character continues; reads only nearby text.
function boundary(text, offset) {
  const at = Math.floor(offset);
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const from = Math.max(0, at - 64);
  return from + graphemes.segment(text.slice(from, at + 64)).containing(at - from).index;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
