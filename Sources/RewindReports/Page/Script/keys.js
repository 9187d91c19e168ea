// The keys: one table for their actions and for the help that lists them.

/// Describes a key: `keys` are those of keyboard events, and `does` receives the page.
function key(keys, label, help, does) {
  return { keys, label, help, does };
}

const keyTable = [
  key(["ArrowRight", "l"], "→ l", "one step forth", (page) => page.move(1)),
  key(["ArrowLeft", "h"], "← h", "one step back", (page) => page.move(-1)),
  key(["ArrowDown", "j"], "↓ j", "the next action in the list", (page) => page.moveInList(1)),
  key(["ArrowUp", "k"], "↑ k", "the one before it in the list", (page) => page.moveInList(-1)),
  key(["PageDown"], "PgDn", "ten actions down the list", (page) => page.moveInList(10)),
  key(["PageUp"], "PgUp", "ten actions up", (page) => page.moveInList(-10)),
  key(["g", "Home"], "g", "the start", (page) => page.select(page.session.first)),
  key(["G", "End"], "G", "the end", (page) => page.select(page.session.last)),
  key(["t"], "t", "the next action of this type", (page) => page.moveToType(1)),
  key(["T"], "T", "the one of this type before", (page) => page.moveToType(-1)),
  key(["n"], "n", "the next change of the chosen value", (page) => page.moveToChange(1)),
  key(["N"], "N", "the change of it before", (page) => page.moveToChange(-1)),
  key(["c"], "c", "the action to blame, or that died", (page) => page.moveToCulprit()),
  key(["J"], "J", "show this state in the running app", (page) => page.live?.bar.jump()),
  key([" "], "space", "play, pause", (page) => page.player.toggle()),
  key(["/"], "/", "filter", (page) => page.focusFilter()),
  key(["e"], "e", "fold all but what changed", (page) => page.tree.fold()),
  key(["d"], "d", "light or dark", (page) => page.theme.switch()),
  key(["Escape"], "esc", "back to the list; close the value", (page) => page.leave()),
  key(["?"], "?", "this help", (page) => page.showHelp()),
];

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
    if (byId("help").open) return;
    const entry = keyTable.find((entry) => entry.keys.includes(event.key));
    if (!entry || !isMeant(entry, event)) return;
    event.preventDefault();
    entry.does(page);
  });
}

/// Returns true if a key is meant for the page, not for the focused element.
function isMeant(entry, event) {
  const { target, key } = event;
  if (key === "Escape") return true;
  if (target.matches("select, [type=search]")) return false;
  const isButton = target.matches("button, summary");
  return !(isButton && (key === " " || key === "Enter"));
}

/// Fills the help when it is first opened.
function fillHelp(dialog) {
  if (dialog.firstChild) return;
  const terms = (rows) => rows.flatMap(([name, words]) => [
    element("dt", "", element("kbd", "", name)), element("dd", "", words),
  ]);
  const title = element("h2", "", "Keys");
  title.id = "help-title";
  const close = button("", "Close", () => dialog.close());
  const keys = keyTable.map((entry) => [entry.label, entry.help]);
  dialog.append(
    element("div", "help-head", title, close), element("dl", "", ...terms(keys)),
    element("h2", "", "What the filter understands"),
    element("dl", "wide", ...terms(expressionHelp)),
    element("p", "quiet", "As in `rewind find`. A plain word is looked for in types and payloads.")
  );
}
