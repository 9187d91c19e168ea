// The redacted values of a session, by the rules in its header.

class RedactionMask {
  constructor(rules) {
    this.pointers = [];
    this.keys = new Set();
    this.hidesTexts = false;
    // The paths of an allow-list; null if there is none.
    this.admitted = null;
    for (const rule of rules) {
      const tokens = typeof rule.pointer === "string" ? tokensOf(rule.pointer) : null;
      if (tokens) this.pointers.push(tokens);
      if (typeof rule.key === "string") this.keys.add(rule.key.toLowerCase());
      if (rule.text !== undefined || rule.pseudonyms === true) this.hidesTexts = true;
      if (Array.isArray(rule.only)) this.admit(rule.only.filter((path) => typeof path === "string"));
    }
  }

  admit(paths) {
    this.admitted ??= { pointers: [], keys: new Set() };
    for (const path of paths) {
      const tokens = path.startsWith("/") ? tokensOf(path) : null;
      if (tokens) this.admitted.pointers.push(tokens);
      else this.admitted.keys.add(path.toLowerCase());
    }
  }

  /// Returns true if an allow-list admits a path, or one around it.
  admits(tokens) {
    return tokens.some((token) => this.admitted.keys.has(token.toLowerCase()))
      || this.admitted.pointers.some((pattern) => isWithin(tokens, pattern));
  }

  /// Returns true if the value at a path is a replacement for the app's value.
  hides(tokens, value) {
    if (tokens.length === 0) return false;
    if (this.keys.has(tokens.at(-1).toLowerCase())) return true;
    if (this.hidesTexts && typeof value === "string" && isReplacement(value)) return true;
    if (this.admitted && value !== null && typeof value !== "object" && !this.admits(tokens)) return true;
    return this.pointers.some(
      (pattern) => pattern.length === tokens.length && isWithin(tokens, pattern)
    );
  }
}

/// Returns true for a text that stands for another: a mark, or a UUID of version 8.
function isReplacement(text) {
  if (/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i.test(text)) return true;
  const mark = text.replace(/^(?:https?:\/\/|file:\/\/\/)/, "");
  return text === "redacted"
    || (/^redacted[\dA-Za-z]{8,}$/.test(mark) && (mark.length & (mark.length - 1)) === 0);
}

/// Returns true if a path is that of a pattern or within it; `*` is any name.
function isWithin(tokens, pattern) {
  return pattern.length <= tokens.length
    && pattern.every((token, depth) => token === "*" || token === tokens[depth]);
}
