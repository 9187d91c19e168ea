// The words of an expression.

/// A syntax error in an expression, with the UTF-16 offset.
class ExpressionError extends Error {
  constructor(what, text, position) {
    super(what);
    this.text = text;
    this.position = position;
  }

  /// The bytes of UTF-8 before the fault, as the tool counts them.
  get offset() {
    return byteCount(this.text.slice(0, this.position));
  }
}

function byteCount(text) {
  return new TextEncoder().encode(text).length;
}

/// A place in the text of an expression, with ways to read on from it.
class ExpressionScanner {
  constructor(text, position = 0) {
    this.text = text;
    this.position = position;
  }

  get copy() {
    return new ExpressionScanner(this.text, this.position);
  }

  get next() {
    return this.text[this.position];
  }

  get isAtEnd() {
    return this.position >= this.text.length;
  }

  fault(what, position = this.position) {
    return new ExpressionError(what, this.text, position);
  }

  /// Returns the error of a place where something else was expected.
  expected(what) {
    if (this.isAtEnd) return this.fault(`Expected ${what}, found the end of the expression`);
    const name = this.copy.name();
    const code = this.text.codePointAt(this.position);
    const isControl = code < 0x20 || code === 0x7f;
    const found = name ?? firstCharacter(this.text.slice(this.position));
    return this.fault(
      `Expected ${what}, found ${isControl ? "a control character" : `"${found}"`}`
    );
  }

  skipSpace() {
    while (!this.isAtEnd && " \t\n\r".includes(this.next)) this.position += 1;
  }

  /// Skips `word` if it comes next.
  skips(word) {
    if (!this.text.startsWith(word, this.position)) return false;
    this.position += word.length;
    return true;
  }

  /// Returns the match of a form at this place; null if there is none.
  take(form) {
    form.lastIndex = this.position;
    const found = form.exec(this.text);
    if (!found) return null;
    this.position += found[0].length;
    return found[0];
  }

  /// Reads the name that begins here: letters, digits, `_`, `$`, and all beyond ASCII.
  name() {
    return this.take(/[A-Za-z_$\u0080-\uffff][0-9A-Za-z_$\u0080-\uffff]*/y);
  }

  /// Reads the JSON number that begins here, as written.
  number() {
    const start = this.position;
    const number = this.take(/(?:0|[1-9]\d*)(?![0-9])(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (number === null) return null;
    const isWhole = !/[0-9A-Za-z_$\u0080-\uffff]/.test(this.next ?? " ");
    const isCut = this.next === "." && !number.includes(".") && !/[eE]/.test(number);
    if (isWhole && !isCut) return number;
    this.position = start;
    return null;
  }

  /// Reads the pointer that begins here, up to its end.
  pointer() {
    return this.take(/[^\u0000-\u0020,()[\]{}"'=!<>]*/y);
  }

  /// Reads the text in quotes that begins here, including quotes; null if it is not closed.
  quoted() {
    return this.take(this.next === '"' ? /"(?:[^"\\]|\\[^])*"/y : /'(?:[^'\\]|\\[^])*'/y);
  }
}

function textOf(literal, fault) {
  const hex = "[0-9a-fA-F]";
  const plain = "[^\\\\\\u0000-\\u001f]+";
  const simple = literal[0] === "'" ? "\\\\[\"'\\\\/bfnrt]" : '\\\\["\\\\/bfnrt]';
  const pair = `\\\\u[dD][89abAB]${hex}{2}\\\\u[dD][c-fC-F]${hex}{2}`;
  const unit = `\\\\u(?![dD][89a-fA-F])${hex}{4}`;
  const piece = new RegExp([plain, simple, pair, unit].join("|"), "y");
  const body = literal.slice(1, -1);
  let text = "";
  while (piece.lastIndex < body.length) {
    const rest = body.slice(piece.lastIndex);
    const found = piece.exec(body);
    if (!found) throw fault(whyUnreadable(rest));
    if (found[0] === "\\'") text += "'";
    else text += found[0][0] === "\\" ? JSON.parse(`"${found[0]}"`) : found[0];
  }
  return text;
}

/// Returns the fault at the beginning of a text that cannot be read.
function whyUnreadable(text) {
  if (text[0] < " ") {
    const code = text.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
    return `the byte 0x${code} stands unescaped in a string`;
  }
  const isUnit = /^\\u[0-9a-fA-F]{4}(?!\\u(?![0-9a-fA-F]{4}))/.test(text);
  return isUnit
    ? "a \\u escape is half of a surrogate pair"
    : "a backslash is not followed by an escape that JSON knows";
}
