// Patches (RFC 6902): the changes of an action to the state.
//
// An operation is {op, path, from, value}, with pointers as tokens. Applying one makes a new state that
// shares the unchanged parts with the old one.

/// The error of a patch that does not fit.
class PatchError extends Error {}

/// Returns the operations of a patch in JSON.
function operationsOf(patch) {
  return patch.map((operation) => ({
    op: operation.get("op"),
    path: tokensOf(operation.get("path")),
    from: operation.has("from") ? tokensOf(operation.get("from")) : null,
    value: operation.get("value"),
  }));
}

/// Returns the state after a patch.
function patched(state, operations) {
  const editor = new Editor(state);
  for (const operation of operations) editor.perform(operation);
  return editor.state;
}

/// Applies operations; changes arrays and objects of its own in place.
class Editor {
  constructor(state) {
    this.state = state;
    this.own = new Set();
    this.copied = 0;
  }

  perform(operation) {
    const { op, path, from, value } = operation;
    switch (op) {
      case "add": return this.add(path, value);
      case "remove": return this.remove(path);
      case "replace": return this.replace(path, value);
      case "move": return this.move(from, path);
      case "copy": return this.copy(from, path);
      default:
        if (isEqual(this.found(path), value)) return undefined;
        throw new PatchError(`the value at ${pointerText(path)} is not the expected one`);
    }
  }

  found(path) {
    const value = valueAt(this.state, path);
    if (value === undefined) throw new PatchError(`there is no value at ${pointerText(path)}`);
    return value;
  }

  /// Returns the array or object that contains the value of a path, ready to be changed.
  holder(path) {
    if (path.length > Editor.nestingLimit) throw new PatchError("values are nested too deep");
    this.state = this.owned(this.state, path);
    let holder = this.state;
    for (const token of path.slice(0, -1)) {
      const inner = this.owned(child(holder, token), path);
      if (Array.isArray(holder)) holder[arrayIndex(token)] = inner;
      else holder.set(token, inner);
      holder = inner;
    }
    return holder;
  }

  owned(value, path) {
    if (this.own.has(value)) return value;
    if (!isContainer(value)) throw new PatchError(`nothing can be put at ${pointerText(path)}`);
    const copy = Array.isArray(value) ? value.slice() : new Map(value);
    this.own.add(copy);
    return copy;
  }

  add(path, value) {
    if (path.length === 0) {
      this.state = value;
      return;
    }
    const holder = this.holder(path);
    const token = path.at(-1);
    if (holder instanceof Map) {
      holder.set(token, value);
      return;
    }
    const index = token === "-" ? holder.length : arrayIndex(token);
    if (index === null || index > holder.length) {
      throw new PatchError(`the array has no element ${pointerText(path)}`);
    }
    holder.splice(index, 0, value);
  }

  remove(path) {
    this.found(path);
    if (path.length === 0) throw new PatchError("the whole state cannot be removed");
    const holder = this.holder(path);
    if (Array.isArray(holder)) holder.splice(arrayIndex(path.at(-1)), 1);
    else holder.delete(path.at(-1));
  }

  replace(path, value) {
    this.found(path);
    if (path.length === 0) {
      this.state = value;
      return;
    }
    const holder = this.holder(path);
    if (Array.isArray(holder)) holder[arrayIndex(path.at(-1))] = value;
    else holder.set(path.at(-1), value);
  }

  move(from, path) {
    const value = this.found(from);
    if (isSamePointer(from, path)) return;
    if (isPrefix(from, path)) throw new PatchError(`${pointerText(from)} cannot move into itself`);
    this.remove(from);
    this.add(path, this.disowned(value));
  }

  /// A hostile log copies a state into itself again and again; the tool has the same limit.
  copy(from, path) {
    const value = this.found(from);
    this.copied += Editor.copyLimit - roomLeft(value, Editor.copyLimit);
    if (this.copied > Editor.copyLimit) throw new PatchError("it copies too much");
    this.add(path, this.disowned(value));
  }

  /// Returns the value with nothing in it that may still change in place, since it may occur twice now.
  disowned(value) {
    this.own.clear();
    return value;
  }
}
Editor.copyLimit = 67_108_864;
Editor.nestingLimit = 256;

/// Returns the changes of a patch, value by value: {tokens, old, new}, undefined for a missing value.
function changesOf(operations, state) {
  const editor = new Editor(state);
  const changes = [];
  for (const operation of operations) {
    // A state that was read must not change.
    editor.own.clear();
    for (const change of changesByOperation(operation, editor.state)) {
      // A value that is replaced by an equal one has not changed.
      const { old, new: now } = change;
      if (old === undefined || now === undefined || !isEqual(old, now)) changes.push(...details(change));
    }
    editor.perform(operation);
  }
  return changes;
}

function changesByOperation({ op, path, from, value }, state) {
  switch (op) {
    case "add": return [addition(state, path, value)];
    case "remove": return [{ tokens: path, old: valueAt(state, path), new: undefined }];
    case "replace": return [{ tokens: path, old: valueAt(state, path), new: value }];
    case "move":
      return [
        { tokens: from, old: valueAt(state, from), new: undefined },
        addition(state, path, valueAt(state, from)),
      ];
    case "copy": return [addition(state, path, valueAt(state, from))];
    default: return [];
  }
}

/// Returns the change of an addition: in an array nothing is replaced, and `-` is its end.
function addition(state, path, value) {
  const parent = path.slice(0, -1);
  const holder = path.length > 0 ? valueAt(state, parent) : undefined;
  if (!Array.isArray(holder)) return { tokens: path, old: valueAt(state, path), new: value };
  const tokens = path.at(-1) === "-" ? [...parent, String(holder.length)] : path;
  return { tokens, old: undefined, new: value };
}

/// Returns a change value by value, if an object was replaced by an object, or an array by one as long.
function details(change) {
  const { tokens, old, new: now } = change;
  const isSameShape =
    (old instanceof Map && now instanceof Map)
    || (Array.isArray(old) && Array.isArray(now) && old.length === now.length && old.length > 0);
  if (!isSameShape) return [change];
  const changes = [];
  for (const [token, value] of childrenOf(old)) {
    const after = child(now, token);
    if (isEqual(value, after)) continue;
    changes.push(...details({ tokens: [...tokens, token], old: value, new: after }));
  }
  for (const [token, value] of childrenOf(now)) {
    if (child(old, token) !== undefined) continue;
    changes.push({ tokens: [...tokens, token], old: undefined, new: value });
  }
  return changes;
}
