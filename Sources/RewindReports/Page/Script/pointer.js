// JSON Pointers (RFC 6901), as lists of tokens.

/// The tokens of a pointer; null where the text is none.
function tokensOf(pointer) {
  if (pointer === "") return [];
  if (pointer[0] !== "/" || /~(?![01])/.test(pointer)) return null;
  return pointer.slice(1).split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function pointerText(tokens) {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/// An array index as RFC 6901 writes it; null where the token is none.
function arrayIndex(token) {
  return /^(?:0|[1-9]\d*)$/.test(token) && token.length < 16 ? Number(token) : null;
}

/// The member or element that a token leads to.
function child(value, token) {
  if (value instanceof Map) return value.get(token);
  if (!Array.isArray(value)) return undefined;
  const index = arrayIndex(token);
  return index === null ? undefined : value[index];
}

/// The value that a pointer leads to.
function valueAt(value, tokens) {
  return tokens.reduce((found, token) => child(found, token), value);
}

function isPrefix(tokens, other) {
  return tokens.length <= other.length && tokens.every((token, depth) => token === other[depth]);
}

function isSamePointer(tokens, other) {
  return tokens.length === other.length && isPrefix(tokens, other);
}

/// The tokens and values of an array's elements or an object's members.
function* childrenOf(value) {
  if (Array.isArray(value)) {
    for (let place = 0; place < value.length; place += 1) yield [String(place), value[place]];
  } else if (value instanceof Map) {
    yield* value;
  }
}
