// JSON that keeps its input: the text of numbers, the order of the members of objects.
//
//   object   a Map, so that no member name means anything to JavaScript
//   array    an array
//   number   a number where JavaScript writes it in the same way, otherwise an ExactNumber
//   nothing  undefined
//
// Values are never changed once they are made: states share their common parts.

/// A number that JavaScript would write differently: `1.0`, `1e5`, or one beyond 2^53.
class ExactNumber {
  constructor(text) {
    this.text = text;
  }
}

/// Returns the number of a text of RFC 8259.
function numberOf(text) {
  const number = Number(text);
  return String(number) === text ? number : new ExactNumber(text);
}

function isNumber(value) {
  return typeof value === "number" || value instanceof ExactNumber;
}

function numberText(number) {
  return typeof number === "number" ? String(number) : number.text;
}

/// Returns the kind of a value, under the tool's names.
function kindOf(value) {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (isNumber(value)) return "number";
  return Array.isArray(value) ? "array" : "object";
}

function isContainer(value) {
  return Array.isArray(value) || value instanceof Map;
}

/// Returns the number of elements or members of a value.
function childCount(value) {
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 0;
}

/// Parses a JSON text that the tool wrote; numbers keep their text.
function parseJSON(text) {
  return new JSONReader(text).value();
}

class JSONReader {
  constructor(text) {
    this.text = text;
    this.position = 0;
  }

  value() {
    switch (this.text.charCodeAt(this.position)) {
      case 0x7b: return this.object();
      case 0x5b: return this.array();
      case 0x22: return this.string();
      case 0x74: return this.literal("true", true);
      case 0x66: return this.literal("false", false);
      case 0x6e: return this.literal("null", null);
      default: return this.number();
    }
  }

  literal(word, value) {
    this.position += word.length;
    return value;
  }

  number() {
    JSONReader.numberForm.lastIndex = this.position;
    const found = JSONReader.numberForm.exec(this.text);
    if (!found) throw new Error(`no JSON value at character ${this.position}`);
    this.position += found[0].length;
    return numberOf(found[0]);
  }

  string() {
    const start = this.position;
    let end = this.text.indexOf('"', start + 1);
    while (end >= 0 && this.isEscaped(end, start)) end = this.text.indexOf('"', end + 1);
    if (end < 0) throw new Error(`a text is not closed at character ${start}`);
    this.position = end + 1;
    const plain = this.text.slice(start + 1, end);
    return plain.includes("\\") ? JSON.parse(this.text.slice(start, end + 1)) : plain;
  }

  /// Returns true if an odd number of backslashes precedes a quote.
  isEscaped(quote, start) {
    let index = quote - 1;
    while (index > start && this.text.charCodeAt(index) === 0x5c) index -= 1;
    return (quote - index) % 2 === 0;
  }

  array() {
    const elements = [];
    this.position += 1;
    if (this.skips("]")) return elements;
    do {
      elements.push(this.value());
    } while (this.skips(","));
    this.position += 1;
    return elements;
  }

  object() {
    const members = new Map();
    this.position += 1;
    if (this.skips("}")) return members;
    do {
      const name = this.string();
      this.position += 1;
      members.set(name, this.value());
    } while (this.skips(","));
    this.position += 1;
    return members;
  }

  skips(mark) {
    if (this.text[this.position] !== mark) return false;
    this.position += 1;
    return true;
  }
}
JSONReader.numberForm = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/// Returns true if two values are equal as the session log defines it; undefined equals only undefined.
function isEqual(a, b) {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return isSameNumber(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => isEqual(element, b[index]));
  }
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size) return false;
    for (const [name, value] of a) {
      if (!b.has(name) || !isEqual(value, b.get(name))) return false;
    }
    return true;
  }
  return false;
}

/// Returns a value, with the parts of another one where those are written in the same way.
function sharing(value, other) {
  if (value instanceof ExactNumber && other instanceof ExactNumber) {
    return other.text === value.text ? other : value;
  }
  if (!isContainer(value) || kindOf(value) !== kindOf(other)) return value;
  const others = [...childrenOf(other)];
  const children = [...childrenOf(value)]
    .map(([token, inner]) => [token, sharing(inner, child(other, token))]);
  const isSame = children.length === others.length && children.every(
    ([token, inner], index) => token === others[index][0] && inner === others[index][1]
  );
  if (isSame) return other;
  return Array.isArray(value) ? children.map(([, inner]) => inner) : new Map(children);
}

/// Returns true if two numbers that are not the same one have the same decimal value.
function isSameNumber(a, b) {
  if (typeof a === "number" && typeof b === "number") return false;
  return decimalParts(numberText(a)) === decimalParts(numberText(b));
}

/// Returns the sign, the digits without zeros at either end, and the power of ten of a number, as a text.
///
/// Exponents are limited to 10^17, as in the tool.
function decimalParts(text) {
  const [, sign, whole, fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const digits = (whole + fraction).replace(/^0+/, "");
  const figures = digits.replace(/0+$/, "");
  if (figures === "") return "0";
  const [exponent, limit] = [BigInt(power), 10n ** 17n];
  const limited = exponent > limit ? limit : exponent < -limit ? -limit : exponent;
  return `${sign}${figures}e${limited - BigInt(fraction.length) + BigInt(digits.length - figures.length)}`;
}

/// Returns the value as JSON text without white space.
function writeJSON(value) {
  if (isNumber(value)) return numberText(value);
  if (Array.isArray(value)) return `[${value.map(writeJSON).join(",")}]`;
  if (value instanceof Map) {
    const members = [];
    for (const [name, member] of value) members.push(`${JSON.stringify(name)}:${writeJSON(member)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value);
}

/// Returns the value over several lines, indented by two blanks a level.
function prettyJSON(value, indent = "") {
  if (!isContainer(value) || childCount(value) === 0) return writeJSON(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const elements = value.map((element) => inner + prettyJSON(element, inner));
    return `[\n${elements.join(",\n")}\n${indent}]`;
  }
  const members = [...value].map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${prettyJSON(member, inner)}`
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

/// Returns true if the JSON text of a value has at most this many characters; reads no more than needed.
function fits(value, width) {
  return roomLeft(value, width) >= 0;
}

function roomLeft(value, width) {
  if (typeof value === "string") return width - value.length - 2;
  if (!isContainer(value)) return width - writeJSON(value).length;
  let left = width - 2;
  for (const [token, inner] of childrenOf(value)) {
    left = roomLeft(inner, left - (Array.isArray(value) ? 1 : token.length + 4));
    if (left < 0) return left;
  }
  return left;
}

/// Returns the value on one line of about `width` characters: whole if it fits, otherwise its kind.
function brief(value, width = 60) {
  if (fits(value, width)) return writeJSON(value);
  if (Array.isArray(value)) return `[${counted(value.length, "element")}]`;
  if (value instanceof Map) return `{${counted(value.size, "member")}}`;
  if (typeof value !== "string") return writeJSON(value);
  const start = [...value.slice(0, width)].slice(0, Math.max(8, width - 20)).join("");
  return `${JSON.stringify(start).slice(0, -1)}…" (${counted([...value].length, "character")})`;
}

/// Returns `1 action`, `2 actions`.
function counted(count, noun, plural = `${noun}s`) {
  return `${grouped.format(count)} ${count === 1 ? noun : plural}`;
}

const grouped = new Intl.NumberFormat("en");
