// Text from a log, shown as text: nothing in it is markup, and nothing turns the line around.

/// Control characters, those that turn the direction of writing, and those that nobody sees.
///
/// The zero-width joiner is not among them: it makes one picture of several.
const hiddenCharacters = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e"
    + "\\u2060-\\u206f\\ud800-\\udfff\\ufeff\\ufff9-\\ufffc\\u{e0000}-\\u{e007f}]",
  "gu"
);

function escaped(character) {
  return `\\u{${character.codePointAt(0).toString(16)}}`;
}

/// The text with hidden characters written out, for attributes and titles.
function harmless(text) {
  return text.replace(hiddenCharacters, escaped);
}

/// Puts a text into an element, hidden characters as marks.
function putText(element, text) {
  let end = 0;
  for (const found of text.matchAll(hiddenCharacters)) {
    if (found.index > end) element.append(text.slice(end, found.index));
    const mark = document.createElement("span");
    mark.className = "hidden-character";
    mark.textContent = escaped(found[0]);
    element.append(mark);
    end = found.index + found[0].length;
  }
  if (end < text.length) element.append(text.slice(end));
  return element;
}

/// Puts a text of several lines into an element that shows them as lines.
function putLines(element, text) {
  text.split("\n").forEach((line, place) => {
    if (place > 0) element.append("\n");
    putText(element, line);
  });
  return element;
}

/// An element with a text from a log, kept apart from the direction of what stands around it.
function logText(text, className = "") {
  return putText(element("bdi", className), text);
}
