// The lanes of the timeline: one for each type of action, for each part of the state that changes, or for each store
// of a session of several.
//
// Lanes have `names`, from the top, with `hues`, and give the lanes of a step as bits. The last one takes
// what has no lane of its own.

/// Lanes by type: those of the marked actions and the most frequent others, in the order of their appearance.
class TypeLanes {
  constructor(session, limit, marks) {
    this.limit = limit;
    const types = session.steps.map(({ type }) => type).filter((type) => type !== undefined);
    const counts = countsOf(types);
    const marked = [...marks.keys()].map((index) => session.stepAt.get(index)?.type);
    const kept = keptLanes(counts, limit, new Set(marked));
    this.names = kept.names;
    this.hues = kept.shown.map((name) => session.palette.hue(name));
    this.bits = new Map([...counts.keys()].map((type) => [type, kept.bitOf(type)]));
  }

  of(step) {
    return this.bits.get(step.type) ?? 0;
  }
}

/// Lanes by the stores of a session, all of them.
class StoreLanes {
  constructor(session, limit) {
    this.limit = limit;
    // On a phone held sideways, no lane has room; beyond what bits can tell, stores share the last one.
    this.names = limit === 0 ? [] : session.stores.slice(0, 30);
    this.hues = this.names.map((_, index) => index % 8);
    this.bits = new Map(session.stores.map((name, index) => [name, this.names.length === 0 ? 0 : 1 << Math.min(index, 29)]));
    this.areStores = true;
  }

  of(step) {
    return this.bits.get(step.store) ?? 0;
  }
}

/// Lanes by the members of the state: those that change most often. It looks at every patch, in pieces.
class SliceLanes {
  constructor(limit) {
    this.limit = limit;
    this.found = [];
    this.arrange();
  }

  /// Reads the steps of a session again, from the step of a number on.
  *search(session, first) {
    this.found.length = Math.min(first, this.found.length);
    for (let number = this.found.length; number < session.steps.length; number += 1) {
      this.found.push(slicesOf(session.steps[number]));
      yield;
    }
    this.arrange();
  }

  arrange() {
    const counts = countsOf(this.found.flat());
    const kept = keptLanes(counts, this.limit);
    this.names = kept.names;
    this.hues = kept.shown.map((_, index) => index % 8);
    this.bits = new Map([...counts.keys()].map((slice) => [slice, kept.bitOf(slice)]));
  }

  of(step) {
    let bits = 0;
    for (const slice of this.found[step.number] ?? []) bits |= this.bits.get(slice) ?? 0;
    return bits;
  }
}

/// Returns the lanes of the names that are wanted and the most frequent ones, and one for the others if there are more.
function keptLanes(counts, limit, wanted = new Set()) {
  if (limit === 0) return { shown: [], names: [], bitOf: () => 0 };
  const all = [...counts.keys()];
  const frequent = all.toSorted((a, b) => wanted.has(b) - wanted.has(a) || counts.get(b) - counts.get(a));
  const kept = new Set(all.length <= limit ? all : frequent.slice(0, limit - 1));
  const shown = all.filter((name) => kept.has(name));
  const others = all.length - shown.length;
  return {
    shown,
    names: others > 0 ? [...shown, `${others} others`] : shown,
    bitOf: (name) => 1 << (kept.has(name) ? shown.indexOf(name) : shown.length),
  };
}

/// Returns the names of the state's members that a step changes.
function slicesOf({ session, state, external }) {
  const slices = new Set();
  // Where there are several stores, a member of the state is a store.
  const depth = session.stores.length > 0 ? 2 : 1;
  for (const ordinal of state === null ? external : [state, ...external]) {
    if (ordinal === 0) continue;
    const line = session.lines[session.stateLines[ordinal]];
    // The browser's own parser is the fastest; numbers do not matter here.
    for (const { path } of JSON.parse(line.slice(line.indexOf("{"))).patch ?? []) {
      slices.add(tokensOf(path)?.slice(0, depth).join("/") || "the whole state");
    }
  }
  return [...slices];
}
