// The keys: one table for their actions and for the help that lists them.

/// Describes a key: `keys` are those of keyboard events, and `does` receives the page.
function key(keys, label, help, does) {
  return { keys, label, help, does };
}

const keyTable = [
  key(["ArrowRight", "l"], "→ l", "one step forward", (page) => page.moves.move(1)),
  key(["ArrowLeft", "h"], "← h", "one step back", (page) => page.moves.move(-1)),
  key(["ArrowDown", "j"], "↓ j", "the next action in the list", (page) => page.moves.moveInList(1)),
  key(["ArrowUp", "k"], "↑ k", "the previous action in the list", (page) => page.moves.moveInList(-1)),
  key(["PageDown"], "PgDn", "ten actions down the list", (page) => page.moves.moveInList(10)),
  key(["PageUp"], "PgUp", "ten actions up", (page) => page.moves.moveInList(-10)),
  key(["g", "Home"], "g", "the start", (page) => page.select(page.session.first)),
  key(["G", "End"], "G", "the end", (page) => page.select(page.session.last)),
  key(["t"], "t", "the next action of this type", (page) => page.moves.moveToType(1)),
  key(["T"], "T", "the previous action of this type", (page) => page.moves.moveToType(-1)),
  key(["n"], "n", "the next change of the chosen value", (page) => page.moves.moveToChange(1)),
  key(["N"], "N", "the previous change of the chosen value", (page) => page.moves.moveToChange(-1)),
  key(["c"], "c", "the action to blame, or the fatal one", (page) => page.moves.moveToCulprit()),
  key(["J"], "J", "show this state in the running app", (page) => page.live?.bar.jump()),
  key([" "], "space", "play, pause", (page) => page.player.toggle()),
  key(["/"], "/", "filter the actions", (page) => page.focus("filter", "actions")),
  key(["f"], "f", "search in the state", (page) => page.focus("find", "state")),
  key(["e"], "e", "fold unchanged values", (page) => page.state.tree.fold()),
  key(["b"], "b", "before and after side by side", (page) => page.state.switchSides()),
  key(["p"], "p", "pin this step, to compare others with it", (page) => page.state.switchPin()),
  key(["y"], "y", "copy", (page) => page.copies.open()),
  key(["+", "="], "+", "zoom into the timeline", (page) => page.timeline.zoom(0.5)),
  key(["-"], "-", "zoom out", (page) => page.timeline.zoom(2)),
  key(["0"], "0", "the whole timeline", (page) => page.timeline.fit()),
  key(["<"], "<", "move along the timeline, to earlier", (page) => page.timeline.pan(-0.5)),
  key([">"], ">", "move along the timeline, to later", (page) => page.timeline.pan(0.5)),
  key(["i"], "i", "the timeline by time or by index", (page) => page.switchAxis()),
  key(["s"], "s", "its lanes by type or by part of the state", (page) => page.switchLanes()),
  key(["o"], "o", "the overview of the sessions", (page) => page.toOverview()),
  key(["d"], "d", "light or dark", (page) => page.theme.switch()),
  key(["Escape"], "esc", "back: to the list, the whole state, the overview", (page) => page.leave()),
  key(["?"], "?", "this help", (page) => page.showHelp()),
];

/// The keys that need no session in view.
const keysOfOverview = new Set(["d", "?"]);

/// The keys that need a running app.
const keysOfLive = new Set(["J"]);

const expressionHelp = [
  ['type like "Flip*"', "the type of the action"],
  ["payload.cardIndex < 2", "what is in its payload"],
  ["/game/score > 3", "a place in the state after it"],
  ["game.cards[3].isFlipped", "the same, in another form"],
  ["changed(game.score)", "whether it changed a place"],
  ["before(game.score) == 0", "the state before it"],
  ["any(cards, it.isFlipped)", "one element; also all, count, sum"],
  ['type matches "^Flip|Set$"', "a regular expression"],
  ["time > 12.5 and not (index < 3)", "and, or, not, arithmetic"],
];

/// Makes the page listen to keys.
function listenToKeys(page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const entry = keyTable.find((entry) => entry.keys.includes(event.key));
    if (!entry || !isMeant(entry, event)) return;
    if (!(page.current && page.place !== null) && !keysOfOverview.has(entry.label)) return;
    event.preventDefault();
    entry.does(page);
  });
}

/// Returns true if a key is meant for the page, not for the focused element.
function isMeant(entry, event) {
  const { target, key } = event;
  // What is typed in a dialog is for the dialog; Escape closes it.
  if (document.querySelector("dialog[open]")) return false;
  if (key === "Escape") return true;
  if (target.matches("select, input, textarea") || target.isContentEditable) return false;
  const isButton = target.matches("button, summary");
  return !(isButton && (key === " " || key === "Enter"));
}

/// Fills the help when it is first opened.
function fillHelp(dialog, isLive) {
  if (dialog.firstChild) return;
  const terms = (rows) => rows.flatMap(([name, words]) => [
    element("dt", "", element("kbd", "", name)), element("dd", "", words),
  ]);
  const title = element("h2", "", "Keys");
  title.id = "help-title";
  const close = button("", "Close", () => dialog.close());
  const keys = keyTable.filter((entry) => isLive || !keysOfLive.has(entry.label))
    .map((entry) => [entry.label, entry.help]);
  dialog.append(
    element("div", "help-head", title, close), element("dl", "keys", ...terms(keys)),
    element("h2", "", "What the filter understands"),
    element("dl", "wide", ...terms(expressionHelp)),
    element("p", "quiet", "As in `rewind find`. A plain word is searched for in types, payloads, inputs, notes and changes.")
  );
}
