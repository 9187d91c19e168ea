// Replays sessions with a Redux reducer:
// rewind verify session.jsonl --app node -- redux-host.mjs ./reducer.js
import { readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const answer = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
// What reducers print must not come between the answers.
console.log = console.info = console.debug = console.error;

const request = readFileSync(0, "utf8").trim().split("\n");
const [header, ...lines] = request.map((line) => JSON.parse(line));
const types = lines.flatMap((line) => line.action?.type ?? []);
const actions = [...new Set(types)];
answer({ rewind: 1, replay: 1, actions, reduce: false });

const file = process.argv.slice(2).find((word) => !word.startsWith("--"));
const module = await import(pathToFileURL(file));
const reducer = module.reducer ?? module.default.reducer ?? module.default;
// `rewind import` gives an action without a `payload` one with its members.
const unwrap = (action) => action.form === "members"
  ? { type: action.type, ...action.payload } : action;

const isReplay = header.reduce !== false;
let [index, state, hasBegun] = [0, undefined, false];
const tell = () => answer({ after: index, state: state ?? null });
function begin() {
  if (hasBegun || !isReplay) return;
  hasBegun = true;
  if (state === undefined) state = reducer(undefined, { type: "@@INIT" });
  if (header.states === "all") tell();
}
for (const line of lines) {
  if ("state" in line) {
    [index, state] = [line.after, line.state];
    if (!isReplay) tell();
  } else if ("action" in line) {
    begin();
    index = line.index;
    answer({ index, action: line.action });
    if (isReplay) state = reducer(state, unwrap(line.action));
    if (isReplay && header.states === "all") tell();
  }
}
begin();
if (isReplay && header.states === "last") tell();
answer({ end: "closed", index });
