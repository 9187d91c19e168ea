// The page on paper: the finding and its reasons, and the list of actions around what matters.

/// Prints what can be read without a mouse, instead of the panes.
function printWhole(page) {
  addEventListener("beforeprint", () => {
    if (page.shown === null || !page.current) return;
    byId("story").querySelector("details")?.setAttribute("open", "");
    byId("paper").replaceChildren(...paperOf(page));
  });
  addEventListener("afterprint", () => byId("paper").replaceChildren());
}

/// Returns the table of the listed actions, and the change of the current one.
function paperOf(page) {
  const { steps } = page.list;
  const middle = page.list.indexFrom(page.current);
  const first = Math.max(0, Math.min(middle - paperRows / 2, steps.length - paperRows));
  const shown = steps.slice(first, first + paperRows);
  const rows = shown.map((step) => {
    const mark = page.marks.get(step.index) ?? "";
    const action = step.type ?? "the first state";
    const time = step.seconds === null ? "" : secondsText(step.seconds);
    const texts = [String(step.index), time, action, payloadWords(step), summaryOf(step, page.mask), mark];
    return element("tr", mark, ...texts.map((text) => element("td", "", logText(text))));
  });
  const head = ["", "time", "action", "payload", "what it changed", ""];
  const table = element(
    "table", "", element("tr", "", ...head.map((text) => element("th", "", text))), ...rows
  );
  const rest = steps.length - shown.length;
  const more = rest > 0 ? element("p", "quiet", `${counted(rest, "other step")} not printed.`) : null;
  const details = [...byId("details").childNodes].map((node) => node.cloneNode(true));
  return [
    element("h2", "", byId("change-title").textContent), element("div", "", ...details),
    element("h2", "", "Actions"), table, more,
  ].filter((part) => part !== null);
}

/// The number of steps that a reader of paper goes through.
const paperRows = 400;
