// Two values, held against each other: which child of one was which child of the other.
//
// Elements of arrays are the same if they have the same `id`, or else the same value in the same order; what is left
// between two of those is taken for the same by its place.

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
    return { kept: elements.map((value, place) => ({ token: String(place), value, old: old[place] })), gone: [] };
  }
  const places = placesBefore(old, elements);
  const taken = new Set(places);
  return {
    kept: elements.map((value, place) => ({ token: String(place), value, old: old[places[place]] })),
    gone: old.map((value, place) => ({ token: String(place), old: value })).filter((_, place) => !taken.has(place)),
  };
}

/// Returns true if each element is where it was before, changed or not: states share what did not change.
function areInPlace(old, elements) {
  return old.length === elements.length
    && elements.every((element, place) => element === old[place] || idOf(element) === idOf(old[place]));
}

/// Returns the place that each element had before; undefined for one that is new.
function placesBefore(old, elements) {
  const ids = placesOfIds(old);
  const places = elements.map((element) => ids.get(idOf(element)));
  const nameless = (list) => [...list.keys()].filter((place) => idOf(list[place]) === undefined);
  let [from, to] = [nameless(old), nameless(elements)];
  const isSame = (a, b) => isEqual(old[a], elements[b]);
  const pair = (count) => {
    for (let place = 0; place < count; place += 1) places[to[place]] = from[place];
    [from, to] = [from.slice(count), to.slice(count)];
  };
  let least = Math.min(from.length, to.length);
  let start = 0;
  while (start < least && isSame(from[start], to[start])) start += 1;
  pair(start);
  least -= start;
  let end = 0;
  while (end < least && isSame(from.at(-1 - end), to.at(-1 - end))) end += 1;
  for (; end > 0; end -= 1) places[to.pop()] = from.pop();
  if (from.length === to.length) pair(from.length);
  // States share what did not change, so that an element that moved up or down is the very same.
  const known = Map.groupBy(from.keys(), (at) => old[from[at]]);
  let next = 0;
  let waiting = [];
  const settle = (end) => {
    for (const place of waiting) if (next < end) places[place] = from[next++];
    waiting = [];
  };
  for (const place of to) {
    const spots = known.get(elements[place]) ?? [];
    const found = spots[placeWhere(spots, (at) => at >= next)];
    if (found === undefined) waiting.push(place);
    else {
      settle(found);
      places[place] = from[found];
      next = found + 1;
    }
  }
  settle(from.length);
  return places;
}

/// Returns the places of elements by their ids; an id of two elements is none.
function placesOfIds(elements) {
  const places = new Map();
  elements.forEach((element, place) => {
    const id = idOf(element);
    if (id !== undefined) places.set(id, places.has(id) ? undefined : place);
  });
  return places;
}

/// Returns the text of an element's `id`; undefined if it has none.
function idOf(element) {
  const id = element instanceof Map ? element.get("id") : undefined;
  return id === undefined ? undefined : writeJSON(id);
}
