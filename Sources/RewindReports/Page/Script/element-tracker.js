// The place of a value before a patch, with the elements of arrays tracked: by their `id` if they have
// one, otherwise as the patch shows. The rules are above the tool's ElementTracker.

class ElementTracker {
  constructor(operations, before, after) {
    this.before = before;
    this.after = after;
    this.steps = [];
    const editor = new Editor(before);
    for (const operation of operations) {
      // A state that was read must not change.
      editor.own.clear();
      const { op, path, from } = resolved(operation, editor.state);
      const put = { add: path, copy: path, move: path }[op];
      const taken = { remove: path, move: from }[op];
      this.steps.push({
        op, path, from, put: elementIn(editor.state, put), taken: elementIn(editor.state, taken),
      });
      editor.perform(operation);
    }
  }

  /// Returns the pointer of the same value in the state before; null if it came with the patch.
  of(tokens) {
    let origin = [];
    for (let depth = 0; depth < tokens.length; depth += 1) {
      const holder = valueAt(this.after, tokens.slice(0, depth));
      const element = child(holder, tokens[depth]);
      if (!Array.isArray(holder) || element === undefined) {
        origin = [...origin, tokens[depth]];
        continue;
      }
      origin = this.element(element, tokens.slice(0, depth + 1), holder, origin);
      if (origin === null) return null;
    }
    return origin;
  }

  /// Returns the earlier place of an element whose array was at `origin`.
  element(element, tokens, siblings, origin) {
    const shown = this.shown(tokens);
    const id = element instanceof Map ? element.get("id") : undefined;
    const elements = valueAt(this.before, origin);
    if (id === undefined || !Array.isArray(elements) || placeOf(id, siblings) === null) {
      // Without a name, it is where the patch says, in the tracked array.
      if (shown === null || shown.length === 0) return null;
      const shownHolder = this.shown(tokens.slice(0, -1));
      const isSameHolder = shownHolder !== null && isSamePointer(shown.slice(0, -1), shownHolder);
      return isSameHolder ? [...origin, shown.at(-1)] : shown;
    }
    const place = placeOf(id, elements);
    if (place !== null) return [...origin, String(place)];
    // An element from another array.
    const earlier = shown === null ? undefined : valueAt(this.before, shown);
    return earlier instanceof Map && isEqual(earlier.get("id"), id) ? shown : null;
  }

  /// Returns the earlier place of a value by the patch, undoing its operations from the last to the first.
  shown(tokens) {
    let pointer = tokens;
    for (const { op, path, from, put, taken } of this.steps.toReversed()) {
      if (op === "move" && isPrefix(path, pointer)) {
        pointer = [...from, ...pointer.slice(path.length)];
      } else {
        if (placesAfter(put, pointer) === 0) return null;
        if (placesAfter(put, pointer) > 0) pointer = shifted(pointer, put, -1);
        if (placesAfter(taken, pointer) >= 0) pointer = shifted(pointer, taken, 1);
      }
    }
    return pointer;
  }
}

/// Returns an operation with an index in place of `-`, the end of an array.
function resolved(operation, document) {
  const { op, path, from } = operation;
  const parent = path.slice(0, -1);
  const holder = path.at(-1) === "-" ? valueAt(document, parent) : undefined;
  if (!Array.isArray(holder) || !["add", "copy", "move"].includes(op)) return operation;
  // A value moved to the end of its own array leaves it first.
  const leaves = op === "move" && isSamePointer(from.slice(0, -1), parent);
  return { ...operation, path: [...parent, String(holder.length - (leaves ? 1 : 0))] };
}

/// Returns a pointer to an element of an array, or to the place for a new one; null for other pointers.
function elementIn(document, tokens) {
  const isElement = tokens?.length > 0 && Array.isArray(valueAt(document, tokens.slice(0, -1)));
  return isElement ? tokens : null;
}

/// Returns how far behind an element a pointer passes through the element's array; NaN if it does not.
function placesAfter(element, tokens) {
  const isInside = element !== null && tokens.length >= element.length
    && isPrefix(element.slice(0, -1), tokens);
  if (!isInside) return NaN;
  return (arrayIndex(tokens[element.length - 1]) ?? NaN) - (arrayIndex(element.at(-1)) ?? NaN);
}

/// Returns a pointer with another index in the array of an element.
function shifted(tokens, element, by) {
  const depth = element.length - 1;
  return tokens.with(depth, String(arrayIndex(tokens[depth]) + by));
}

/// The places of the elements of arrays by their ids, computed once for each array.
const placesById = new WeakMap();

/// Returns the place of the only element with an id; null if there is none or more than one.
function placeOf(id, elements) {
  let places = placesById.get(elements);
  if (!places) {
    places = new Map();
    elements.forEach((element, place) => {
      const own = element instanceof Map ? element.get("id") : undefined;
      if (own === undefined) return;
      const key = idKey(own);
      places.set(key, places.has(key) ? null : place);
    });
    placesById.set(elements, places);
  }
  return places.get(idKey(id)) ?? null;
}

/// Returns a text that is equal for equal ids only.
function idKey(id) {
  if (isNumber(id)) {
    const { sign, digits, exponent } = parts(numberText(id));
    return `${sign}:${digits}:${exponent}`;
  }
  if (Array.isArray(id)) return `[${id.map(idKey).join()}]`;
  if (!(id instanceof Map)) return JSON.stringify(id);
  const members = [...id].map(([name, value]) => `${JSON.stringify(name)}:${idKey(value)}`);
  return `{${members.sort().join()}}`;
}
