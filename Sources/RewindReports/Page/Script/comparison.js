// Two values, held against each other: which child of one was which child of the other.
//
// Elements of arrays are the same if they have the same `id`, or else the same value in the same order; what is left
// between two of those is taken for the same by its index.

/// Returns the children of a value, {token, value, old}, and those of the old value that are gone, {token, old}.
function comparedChildren(old, value) {
  if (old === value) return { kept: [...childrenOf(value)].map(([token, inner]) => ({ token, value: inner, old: inner })), gone: [] };
  if (Array.isArray(value)) return comparedElements(Array.isArray(old) ? old : [], value);
  const before = old instanceof Map ? old : new Map();
  return {
    kept: [...value].map(([token, inner]) => ({ token, value: inner, old: before.get(token) })),
    gone: [...before].filter(([token]) => !value.has(token)).map(([token, inner]) => ({ token, old: inner })),
  };
}

function comparedElements(old, elements) {
  if (areInPlace(old, elements)) {
    return { kept: elements.map((value, index) => ({ token: String(index), value, old: old[index] })), gone: [] };
  }
  const indexes = indexesBefore(old, elements);
  const taken = new Set(indexes);
  return {
    kept: elements.map((value, index) => ({ token: String(index), value, old: old[indexes[index]] })),
    gone: old.map((value, index) => ({ token: String(index), old: value })).filter((_, index) => !taken.has(index)),
  };
}

/// Returns true if each element is where it was before, changed or not: states share what did not change.
function areInPlace(old, elements) {
  return old.length === elements.length
    && elements.every((element, index) => element === old[index] || idOf(element) === idOf(old[index]));
}

/// Returns the index that each element had before; undefined for one that is new.
function indexesBefore(old, elements) {
  const ids = indexesOfIds(old);
  const indexes = elements.map((element) => ids.get(idOf(element)));
  const nameless = (list) => [...list.keys()].filter((index) => idOf(list[index]) === undefined);
  let [from, to] = [nameless(old), nameless(elements)];
  const isSame = (a, b) => isEqual(old[a], elements[b]);
  const pair = (count) => {
    for (let index = 0; index < count; index += 1) indexes[to[index]] = from[index];
    [from, to] = [from.slice(count), to.slice(count)];
  };
  let least = Math.min(from.length, to.length);
  let start = 0;
  while (start < least && isSame(from[start], to[start])) start += 1;
  pair(start);
  least -= start;
  let end = 0;
  while (end < least && isSame(from.at(-1 - end), to.at(-1 - end))) end += 1;
  for (; end > 0; end -= 1) indexes[to.pop()] = from.pop();
  if (from.length === to.length) pair(from.length);
  // States share what did not change, so that an element that moved up or down is the very same.
  const known = Map.groupBy(from.keys(), (at) => old[from[at]]);
  let next = 0;
  let waiting = [];
  const settle = (end) => {
    for (const index of waiting) if (next < end) indexes[index] = from[next++];
    waiting = [];
  };
  for (const index of to) {
    const spots = known.get(elements[index]) ?? [];
    const found = spots[indexWhere(spots, (at) => at >= next)];
    if (found === undefined) waiting.push(index);
    else {
      settle(found);
      indexes[index] = from[found];
      next = found + 1;
    }
  }
  settle(from.length);
  return indexes;
}

/// Returns the indexes of elements by their ids; an id of two elements is none.
function indexesOfIds(elements) {
  const indexes = new Map();
  elements.forEach((element, index) => {
    const id = idOf(element);
    if (id !== undefined) indexes.set(id, indexes.has(id) ? undefined : index);
  });
  return indexes;
}

/// Returns the text of an element's `id`; undefined if it has none.
function idOf(element) {
  const id = element instanceof Map ? element.get("id") : undefined;
  return id === undefined ? undefined : writeJSON(id);
}
