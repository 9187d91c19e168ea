// JSON Pointers (RFC 6901), as lists of tokens.

/// Returns the tokens of a pointer; null if the text is not a pointer.
function tokensOf(pointer) {
  if (pointer === "") return [];
  if (pointer[0] !== "/" || /~(?![01])/.test(pointer)) return null;
  return pointer.slice(1).split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function pointerText(tokens) {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/// Returns an array index as RFC 6901 writes it; null if the token is not one.
function arrayIndex(token) {
  return /^(?:0|[1-9]\d*)$/.test(token) && token.length < 16 ? Number(token) : null;
}

function child(value, token) {
  if (value instanceof Map) return value.get(token);
  if (!Array.isArray(value)) return undefined;
  const index = arrayIndex(token);
  return index === null ? undefined : value[index];
}

function valueAt(value, tokens) {
  return tokens.reduce((found, token) => child(found, token), value);
}

function isPrefix(tokens, other) {
  return tokens.length <= other.length && tokens.every((token, depth) => token === other[depth]);
}

function isSamePointer(tokens, other) {
  return tokens.length === other.length && isPrefix(tokens, other);
}

/// Returns the tokens and values of an array's elements or an object's members.
function* childrenOf(value) {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) yield [String(index), value[index]];
  } else if (value instanceof Map) {
    yield* value;
  }
}
