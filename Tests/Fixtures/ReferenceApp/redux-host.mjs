// Replays sessions with a Redux reducer:
// rewind verify session.jsonl --app node -- redux-host.mjs ./reducer.js
import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

function answer(line) {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  let sent = 0;
  while (sent < bytes.length) sent += writeSync(1, bytes, sent);
}
// What reducers print must not come between the answers.
console.log = console.info = console.debug = console.error;

const request = readFileSync(0, "utf8").trim().split("\n");
const [header, ...lines] = request.map((line) => JSON.parse(line));
const types = lines.flatMap((line) => line.action?.type ?? []);
const actions = [...new Set(types)];
answer({ rewind: 1, replay: 1, actions, reduce: false });

const file = process.argv.slice(2).find((word) => !word.startsWith("--"));
const url = pathToFileURL(file);

// Redux DevTools writes values that JSON cannot hold as {"$jsan":"d0"}; the
// first letter is the kind of value. Those of Immutable.js (kind t) are
// {"data":…,"__serializedType__":…}. The header has the session's kinds.
const kinds = new Set(header.jsan ?? "");
let immutable;
if (kinds.has("t")) {
  try { immutable = createRequire(url)("immutable"); } catch {}
}
// The marks of functions and errors, of which there is no more.
const marks = new WeakMap();
const symbols = new Map();
const recordRefs = new WeakMap();
const depthLimit = 240;
const define = (object, key, value) =>
  Object.defineProperty(object, key, { value, enumerable: true });

function revive(json) {
  const links = [];
  const root = build(json, links);
  const part = /\.(\w+)|\[(\d+)\]|\[("(?:[^\\"]|\\.)*")\]/g;
  for (const { object, key, path } of links) {
    let value = root;
    for (const [, name, index, text] of path.matchAll(part)) {
      value = value?.[name ?? index ?? JSON.parse(text)];
    }
    object[key] = value;
  }
  return root;
}

function build(json, links) {
  if (typeof json !== "object" || json === null) return json;
  if (typeof json.$jsan === "string") return restore(json.$jsan, json);
  if (typeof json.$rewind === "string" && Object.keys(json).length === 1) {
    throw new Error(`a part of it is missing (${json.$rewind})`);
  }
  if (/^Immutable/.test(json.__serializedType__)) {
    return collection(json, links);
  }
  const value = Array.isArray(json) ? [] : {};
  for (const [key, member] of Object.entries(json)) {
    const mark = member?.$jsan;
    if (typeof mark === "string" && mark[0] === "$") {
      value[key] = undefined;
      links.push({ object: value, key, path: mark });
    } else {
      const isEscaped = key === "$jsan" && Array.isArray(member);
      const built = build(isEscaped ? member[0] : member, links);
      if (key !== "__proto__") value[key] = built;
      else define(value, key, built);
    }
  }
  return value;
}

function restore(mark, json) {
  const rest = mark.slice(1);
  const marked = (value) => marks.set(value, json) && value;
  switch (mark[0]) {
    case "d": return new Date(Number(rest));
    case "r": {
      const comma = rest.indexOf(",");
      return new RegExp(rest.slice(comma + 1), rest.slice(0, comma));
    }
    case "u": return undefined;
    case "n": return NaN;
    case "i": return Infinity;
    case "y": return -Infinity;
    case "b":
      return /^-?\d+$/.test(rest) ? BigInt(rest) : marked({ ...json });
    case "g": return Symbol.for(rest);
    case "s":
      if (!symbols.has(rest)) symbols.set(rest, Symbol(rest));
      return symbols.get(rest);
    case "m": return new Map(revive(JSON.parse(rest)));
    case "l": return new Set(revive(JSON.parse(rest)));
    case "e": return marked(new Error(rest));
    case "f": return marked(() => {
      throw new Error(`The session has only the beginning of ${rest}`);
    });
    default: return marked({ ...json });
  }
}

function collection(json, links) {
  if (!immutable) {
    throw new Error("it needs the package immutable beside the reducer");
  }
  const data = build(json.data, links);
  switch (json.__serializedType__) {
    case "ImmutableRange":
      return immutable.Range(data._start, data._end, data._step);
    case "ImmutableRepeat":
      return immutable.Repeat(data._value, data.size);
    case "ImmutableRecord": {
      const record = new (immutable.Record(data))();
      const prototype = Object.getPrototypeOf(record);
      recordRefs.set(prototype, json.__serializedRef__);
      return record;
    }
    default: {
      const name = json.__serializedType__.slice("Immutable".length);
      const make = immutable[name];
      return make(data);
    }
  }
}

function collectionMark(value) {
  const mark = (kind, data) =>
    ({ data, __serializedType__: `Immutable${kind}` });
  if (value instanceof immutable.Record) {
    const ref = recordRefs.get(Object.getPrototypeOf(value));
    const record = mark("Record", value.toObject());
    if (ref !== undefined) record.__serializedRef__ = ref;
    return record;
  }
  for (const kind of ["Range", "Repeat"]) {
    if (value instanceof immutable[kind]) return mark(kind, { ...value });
  }
  const kind = [
    "OrderedMap", "Map", "List", "OrderedSet", "Set", "Seq", "Stack",
  ].find((kind) => {
    const is = immutable[kind][`is${kind}`];
    return is(value);
  });
  return kind && mark(
    kind, kind.endsWith("Map") ? value.toObject() : value.toArray());
}

function write(value, path = "$", above = new Map()) {
  const mark = marks.get(value) ?? markOf(value);
  if (mark !== undefined) return mark;
  if (immutable) value = collectionMark(value) ?? value;
  if (typeof value?.toJSON === "function") value = value.toJSON();
  if (typeof value !== "object" || value === null) return value;
  if (["Boolean", "Number", "String"].includes(value.constructor?.name)) {
    return value.valueOf();
  }
  if (above.has(value)) return { $jsan: above.get(value) };
  if (above.size >= depthLimit) return { $rewind: "too deep" };
  above.set(value, path);
  const copy = Array.isArray(value) ? [] : {};
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const key of keys) {
    const step = typeof key === "number" ? `[${key}]`
      : /^\w+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    const member = write(value[key], path + step, above);
    const written = key === "$jsan" ? [member] : member;
    if (key !== "__proto__") copy[key] = written;
    else define(copy, key, written);
  }
  above.delete(value);
  return copy;
}

function markOf(value) {
  const mark = (kind, rest) =>
    kinds.has(kind) ? { $jsan: kind + rest() } : undefined;
  const entries = () => JSON.stringify(write([...value]));
  switch (typeof value) {
    case "bigint": return { $jsan: `b${value}` };
    case "undefined": return mark("u", () => "");
    case "number":
      if (Number.isFinite(value)) return undefined;
      return mark(
        Number.isNaN(value) ? "n" : value > 0 ? "i" : "y", () => "");
    case "symbol": {
      const key = Symbol.keyFor(value);
      return mark(key === undefined ? "s" : "g",
        () => key ?? value.description ?? "");
    }
    case "function": return mark("f", () => {
      const text = String(value);
      const start = text.match(/^[^{]*{|^[^=]*=>/)?.[0] ?? "<function> ";
      const end = text.endsWith("}") ? "}" : "";
      return `${start.replace(/\s+/g, " ")} /* ... */ ${end}`;
    });
  }
  if (value instanceof Date) return mark("d", () => value.getTime());
  if (value instanceof RegExp) {
    const flags = ["i", "g", "m"].filter((it) => value.flags.includes(it));
    return mark("r", () => `${flags.join("")},${value.source}`);
  }
  if (value instanceof Error) return mark("e", () => value.message);
  if (value instanceof Map) return mark("m", entries);
  if (value instanceof Set) return mark("l", entries);
  return undefined;
}

// `rewind import` makes all members of an action its payload, the payload
// its error, or the whole action the payload if its type is not text.
function unwrap({ form, ...action }) {
  switch (form) {
    case "members": return { type: action.type, ...action.payload };
    case "error": return { ...action, payload: action.error, error: true };
    case "whole": return action.payload;
    default: return form === undefined ? action : { form, ...action };
  }
}

// Everything is revived before anything is reduced.
const undecodable = [];
let stateError;
for (const line of lines) {
  try {
    if ("state" in line) line.state = revive(line.state);
    else if ("action" in line) line.revived = revive(unwrap(line.action));
  } catch ({ message }) {
    if ("state" in line) stateError ??= message;
    else {
      const { index, action: { type } } = line;
      undecodable.push({ type, index, why: message });
    }
  }
}
if (stateError || undecodable.length > 0) {
  const state = stateError ? { state: stateError } : {};
  answer({ end: "undecodable", undecodable, ...state });
  process.exit();
}

const module = await import(url);
const reducer = module.reducer ?? module.default.reducer ?? module.default;
const isReplay = header.reduce !== false;
let [index, state, isGiven, hasBegun] = [0, undefined, false, false];
const tell = () => answer({ after: index, state: write(state) ?? null });
function begin() {
  if (hasBegun || !isReplay) return;
  hasBegun = true;
  if (!isGiven) state = reducer(undefined, { type: "@@INIT" });
  if (header.states === "all") tell();
}
for (const line of lines) {
  if ("state" in line) {
    [index, state, isGiven] = [line.after, line.state, true];
    if (!isReplay) tell();
  } else if ("action" in line) {
    begin();
    index = line.index;
    answer({ index, action: line.action });
    if (isReplay) state = reducer(state, line.revived);
    if (isReplay && header.states === "all") tell();
  }
}
begin();
if (isReplay && header.states === "last") tell();
answer({ end: "closed", index });
