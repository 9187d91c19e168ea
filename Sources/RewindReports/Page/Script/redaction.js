// The redacted places of a session, by the rules in its header.

class RedactionMask {
  constructor(rules) {
    this.pointers = [];
    this.keys = new Set();
    this.hidesTexts = false;
    for (const rule of rules) {
      const tokens = typeof rule.pointer === "string" ? tokensOf(rule.pointer) : null;
      if (tokens) this.pointers.push(tokens);
      if (typeof rule.key === "string") this.keys.add(rule.key.toLowerCase());
      if (rule.text !== undefined) this.hidesTexts = true;
    }
  }

  get isEmpty() {
    return this.pointers.length === 0 && this.keys.size === 0 && !this.hidesTexts;
  }

  /// Returns true if the value at a place is a replacement for the app's value.
  hides(tokens, value) {
    if (this.isEmpty || tokens.length === 0) return false;
    if (this.keys.has(tokens.at(-1).toLowerCase())) return true;
    if (this.hidesTexts && /^redacted(?: \d+)?$/.test(typeof value === "string" ? value : "")) {
      return true;
    }
    return this.pointers.some((pattern) =>
      pattern.length === tokens.length
      && pattern.every((token, depth) => token === "*" || token === tokens[depth])
    );
  }
}
