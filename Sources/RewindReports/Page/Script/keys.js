// The keys: one table for what they do and for the help that lists them.

/// `keys` are those of keyboard events; `does` gets the page.
const keyTable = [
  { keys: ["ArrowRight", "l"], label: "→ l", help: "one step forth", does: (page) => page.move(1) },
  { keys: ["ArrowLeft", "h"], label: "← h", help: "one step back", does: (page) => page.move(-1) },
  { keys: ["ArrowDown", "j"], label: "↓ j", help: "the next action in the list", does: (page) => page.moveInList(1) },
  { keys: ["ArrowUp", "k"], label: "↑ k", help: "the one before it in the list", does: (page) => page.moveInList(-1) },
  { keys: ["PageDown"], label: "PgDn", help: "ten actions down the list", does: (page) => page.moveInList(10) },
  { keys: ["PageUp"], label: "PgUp", help: "ten actions up", does: (page) => page.moveInList(-10) },
  { keys: ["g", "Home"], label: "g", help: "the start", does: (page) => page.select(page.session.first) },
  { keys: ["G", "End"], label: "G", help: "the end", does: (page) => page.select(page.session.last) },
  { keys: ["t"], label: "t", help: "the next action of this type", does: (page) => page.moveToType(1) },
  { keys: ["T"], label: "T", help: "the one of this type before", does: (page) => page.moveToType(-1) },
  { keys: ["n"], label: "n", help: "the next change of the chosen value", does: (page) => page.moveToChange(1) },
  { keys: ["N"], label: "N", help: "the change of it before", does: (page) => page.moveToChange(-1) },
  { keys: ["c"], label: "c", help: "the action that is to blame, or that died", does: (page) => page.moveToCulprit() },
  { keys: [" "], label: "space", help: "play, pause", does: (page) => page.player.toggle() },
  { keys: ["/"], label: "/", help: "filter", does: (page) => page.focusFilter() },
  { keys: ["e"], label: "e", help: "fold all but what changed", does: (page) => page.tree.fold() },
  { keys: ["d"], label: "d", help: "light or dark", does: (page) => page.switchTheme() },
  { keys: ["Escape"], label: "esc", help: "back to the list; close the value", does: (page) => page.leave() },
  { keys: ["?"], label: "?", help: "this help", does: (page) => page.showHelp() },
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

/// Has the page listen to keys.
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

/// Whether a key is meant for the page, and not for what has the focus.
function isMeant(entry, event) {
  const { target, key } = event;
  if (key === "Escape") return true;
  if (target.matches("select, [type=search]")) return false;
  const isButton = target.matches("button, summary");
  return !(isButton && (key === " " || key === "Enter"));
}

/// Fills the help once it is asked for.
function fillHelp(dialog) {
  if (dialog.firstChild) return;
  const terms = (rows) => rows.flatMap(([name, words]) => [
    element("dt", "", element("kbd", "", name)), element("dd", "", words),
  ]);
  const title = element("h2", "", "Keys");
  title.id = "help-title";
  dialog.append(
    title, element("dl", "", ...terms(keyTable.map((entry) => [entry.label, entry.help]))),
    element("h2", "", "What the filter understands"),
    element("dl", "wide", ...terms(expressionHelp)),
    element("p", "quiet", "The same expressions as in `rewind find`. A plain word is looked for in types and payloads."),
    button("", "Close", () => dialog.close())
  );
}
