// The keys: one table for their actions and for the help that lists them.

/// The keys: those of keyboard events, their label, their meaning, and what they do.
const keyTable = [
  [["ArrowRight", "l"], "→ l", "one step forward", (page) => moveBy(page, 1)],
  [["ArrowLeft", "h"], "← h", "one step back", (page) => moveBy(page, -1)],
  [["ArrowDown", "j"], "↓ j", "the next action in the list", (page) => moveInList(page, 1)],
  [["ArrowUp", "k"], "↑ k", "the previous action in the list", (page) => moveInList(page, -1)],
  [["PageDown"], "PgDn", "ten actions down the list", (page) => moveInList(page, 10)],
  [["PageUp"], "PgUp", "ten actions up", (page) => moveInList(page, -10)],
  [["g", "Home"], "g", "the start", (page) => page.goToStart()],
  [["G", "End"], "G", "the end", (page) => page.goToEnd()],
  [["t"], "t", "the next action of this type", (page) => moveToType(page, 1)],
  [["T"], "T", "the previous action of this type", (page) => moveToType(page, -1)],
  [["n"], "n", "the next change of the chosen value", (page) => moveToChange(page, 1)],
  [["N"], "N", "the previous change of the chosen value", (page) => moveToChange(page, -1)],
  [["c"], "c", "the action to blame, or the fatal one", moveToCulprit],
  [["J"], "J", "show this state in the running app", (page) => page.live?.bar.jump()],
  [[" "], "space", "play, pause", (page) => page.player.toggle()],
  [["/"], "/", "filter the actions", (page) => page.focus("filter", "actions")],
  [["f"], "f", "search in the state", (page) => page.focus("find", "state")],
  [["e"], "e", "fold unchanged values", (page) => page.state.tree.fold()],
  [["v"], "v", "the app's screen instead of the state", (page) => page.screen.toggle()],
  [["p"], "p", "pin this step, to compare others with it", (page) => page.state.switchPin()],
  [["y"], "y", "copy", (page) => page.copies.open()],
  [["+", "="], "+", "zoom into the timeline", (page) => page.timeline.zoom(0.5)],
  [["-"], "-", "zoom out", (page) => page.timeline.zoom(2)],
  [["0"], "0", "the whole timeline", (page) => page.timeline.fit()],
  [["<"], "<", "move along the timeline, to earlier", (page) => page.timeline.pan(-0.5)],
  [[">"], ">", "move along the timeline, to later", (page) => page.timeline.pan(0.5)],
  [["i"], "i", "the timeline by time or by index", (page) => page.switchAxis()],
  [["s"], "s", "its lanes by type or by part of the state", (page) => page.switchLanes()],
  [["o"], "o", "the overview of the sessions", (page) => page.showOverview()],
  [["d"], "d", "light or dark", (page) => page.theme.switch()],
  [["Escape"], "esc", "back: to the list, the whole state, the overview", (page) => page.leave()],
  [["?"], "?", "this help", (page) => page.showHelp()],
];

/// The keys that need no session in view.
const keysOfOverview = new Set(["d", "?"]);

/// The keys that need a running app.
const keysOfLive = new Set(["J"]);

/// What the filter of a live page understands, since its server does.
const expressionHelp = [
  ['type like "Flip*"', "the type of the action"],
  ["payload.cardIndex < 2", "what is in its payload"],
  ["/game/score > 3", "a value in the state after it"],
  ["game.cards[3].isFlipped", "the same, in another form"],
  ["changed(game.score)", "whether it changed a value"],
  ["before(game.score) == 0", "the state before it"],
  ["any(cards, it.isFlipped)", "one element; also all, count, sum"],
  ['type matches "^Flip|Set$"', "a regular expression"],
  ["time > 12.5 and not (index < 3)", "and, or, not, arithmetic"],
];

const wordHelp = "Words are searched for in types, payloads, inputs, notes and changes.";
const nameHelp = "A name with a dot, such as `cart.add`, finds the actions whose names are it or end with it. "
  + "`rewind report --where EXPR` marks the actions at which an expression holds; `rewind log --where EXPR` lists them.";

/// Makes the page listen to keys, and to the buttons that stand for one.
function listenToKeys(page) {
  const entryOf = (key) => keyTable.find(([keys]) => keys.includes(key));
  for (const button of document.querySelectorAll("button[data-key]")) {
    const [, , , does] = entryOf(button.dataset.key);
    button.addEventListener("click", () => does(page));
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const [, label, , does] = entryOf(event.key) ?? [];
    if (!does || !isMeant(event)) return;
    if (!(page.current && page.shown !== null) && !keysOfOverview.has(label)) return;
    event.preventDefault();
    does(page);
  });
}

/// Returns true if a key is meant for the page, not for the focused element.
function isMeant({ target, key }) {
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
  const title = element("h2", { id: "help-title" }, "Keys");
  const close = button("", "Close", () => dialog.close());
  const keys = keyTable.map(([, label, words]) => [label, words])
    .filter(([label]) => isLive || !keysOfLive.has(label));
  dialog.append(
    element("div", "help-head", title, close), element("dl", "keys", ...terms(keys)),
    element("h2", "", "What the filter understands"),
    ...(isLive ? [element("dl", "wide", ...terms(expressionHelp))] : []),
    element("p", "quiet", isLive ? `As in \`rewind log --where\`. ${wordHelp}` : `${wordHelp} ${nameHelp}`)
  );
}
