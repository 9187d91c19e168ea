// The list of actions: of any length, since only the visible rows exist.

class ActionList {
  /// `onSelect` receives the clicked step; `summary` says in so many characters what a step changed.
  constructor(container, onSelect, summary) {
    this.container = container;
    this.summary = summary;
    this.onSelect = onSelect;
    this.steps = [];
    this.rows = new Map();
    /// The number of calls of `summarize` that have not ended.
    this.unfinished = 0;
    /// The indexes of the actions that the running app skips.
    this.struck = new Set();
    this.sheet = element("div", { class: "sheet", role: "presentation" });
    container.append(this.sheet);
    container.addEventListener("scroll", () => this.paint(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(container);
  }

  /// The row that was in sight stays in sight, as where the story above takes some of the height.
  resized() {
    this.room = null;
    const { scrollTop, clientHeight } = this.container;
    const index = this.selected ? this.indexFrom(this.selected) : -1;
    const top = index * ActionList.rowHeight;
    if (index >= 0 && top >= scrollTop && top < scrollTop + (this.height ?? 0)) this.reveal(index);
    this.height = clientHeight;
    this.paint();
    this.summarizeAgain();
  }

  /// Says again what the steps in view changed.
  summarizeAgain() {
    this.summarize([...this.rows.values()]);
  }

  /// The steps in view.
  get shown() {
    return [...this.rows.values()].map((row) => row.step);
  }

  /// Shows other steps, and forgets the rows.
  show(steps, marks, conditions = []) {
    this.room = null;
    this.conditions = conditions;
    this.steps = steps;
    this.marks = marks;
    this.sheet.style.setProperty("--digits", String(steps.at(-1)?.index ?? 0).length);
    this.fitColumns();
    this.sheet.style.height = `${steps.length * ActionList.rowHeight}px`;
    this.sheet.replaceChildren();
    this.rows.clear();
    this.paint();
  }

  /// Gives names and payloads the room that four of five rows need, and what changed the rest.
  fitColumns() {
    const every = Math.max(1, Math.ceil(this.steps.length / 100));
    const widths = this.steps.filter((_, number) => number % every === 0).map(({ type = "", content, session }) =>
      columnsOf([session.short(type), ...(content === undefined ? [] : payloadTexts(content))].join(", ")));
    widths.sort((a, b) => a - b);
    this.sheet.style.setProperty("--what", Math.max(16, widths[Math.floor(widths.length * 0.8)] ?? 0) + 4);
  }

  /// Marks the current step, and scrolls to it.
  select(step) {
    this.selected = step;
    // A step that is not listed would be between others.
    this.reveal(Math.min(this.indexFrom(step), this.steps.length - 1));
    this.paint();
    for (const row of this.rows.values()) this.mark(row);
  }

  /// Returns the index of the first listed step that is not before another.
  indexFrom(step) {
    return indexWhere(this.steps, (listed) => listed.number >= step.number);
  }

  reveal(index) {
    if (index < 0) return;
    const top = index * ActionList.rowHeight;
    const { scrollTop, clientHeight } = this.container;
    const margin = Math.min(2 * ActionList.rowHeight, clientHeight / 4);
    if (top < scrollTop + margin) this.container.scrollTop = top - margin;
    const bottom = top + ActionList.rowHeight + margin;
    if (bottom > scrollTop + clientHeight) this.container.scrollTop = bottom - clientHeight;
  }

  /// Makes the visible rows, and removes the others.
  paint() {
    const { scrollTop, clientHeight } = this.container;
    const first = Math.max(0, Math.floor(scrollTop / ActionList.rowHeight) - ActionList.spare);
    const count = Math.ceil(clientHeight / ActionList.rowHeight) + 2 * ActionList.spare;
    const last = Math.min(this.steps.length, first + count);
    for (const [index, row] of this.rows) {
      if (index >= first && index < last) continue;
      row.remove();
      this.rows.delete(index);
    }
    for (let index = first; index < last; index += 1) {
      if (!this.rows.has(index)) this.rows.set(index, this.row(index));
    }
    const added = [...this.rows.values()].filter((row) => !row.isConnected);
    this.sheet.append(...added);
    this.summarize(added);
    this.onRows?.(added.map((row) => row.step));
    const active = this.selected ? this.indexFrom(this.selected) : -1;
    const isListed = this.selected && this.rows.get(active)?.step === this.selected;
    if (isListed) this.container.setAttribute("aria-activedescendant", `row-${active}`);
    else this.container.removeAttribute("aria-activedescendant");
  }

  /// Says what the steps of new rows changed, in pieces: far from the start, that takes states.
  summarize(rows) {
    this.unfinished += 1;
    inPieces(this.summaries(rows), () => {
      this.unfinished -= 1;
    });
  }

  *summaries(rows) {
    for (const row of rows) {
      if (row.isConnected && row.step.type !== undefined) {
        const cell = row.querySelector(".summary");
        cell.textContent = "";
        const summary = this.summary(row.step, this.roomOf(row));
        putTurns(cell, summary);
        const mark = this.struck.has(row.step.index) ? "skipped" : this.marks.get(row.step.index);
        row.setAttribute("aria-label", harmless(rowWords(row.step, mark, summary)));
      }
      yield;
    }
  }

  /// Returns the number of characters that a row's summary has room for; measured once, but beside chips.
  roomOf(row) {
    if (row.querySelector(".did .chip") !== null) return this.measured(row);
    this.room ??= this.measured(row);
    return this.room;
  }

  measured(row) {
    const { clientWidth } = row.querySelector(".summary");
    // A list that is not in view is measured when it is.
    if (clientWidth === 0) return Infinity;
    this.pen ??= document.createElement("canvas").getContext("2d");
    this.pen.font = getComputedStyle(row).font;
    return Math.floor(clientWidth / this.pen.measureText("0").width);
  }

  row(index) {
    const step = this.steps[index];
    const mark = this.marks.get(step.index);
    const row = element(
      "div",
      {
        id: `row-${index}`, class: mark === undefined ? "row" : `row ${mark}`, role: "option",
        "aria-posinset": index + 1, "aria-setsize": this.steps.length,
      },
      element("span", "index", String(step.index)), ...this.content(step, mark)
    );
    row.style.transform = `translateY(${index * ActionList.rowHeight}px)`;
    row.step = step;
    row.addEventListener("click", () => this.onSelect(step));
    this.mark(row);
    return row;
  }

  /// Strikes out the actions that the running app skips.
  strike(indexes) {
    const isNew = indexes.size !== this.struck.size || [...indexes].some((index) => !this.struck.has(index));
    this.struck = indexes;
    if (!isNew) return;
    for (const row of this.rows.values()) this.mark(row);
    this.summarizeAgain();
  }

  mark(row) {
    row.classList.toggle("struck", this.struck.has(row.step.index));
    const mark = String(row.step === this.selected);
    if (row.getAttribute("aria-selected") !== mark) row.setAttribute("aria-selected", mark);
  }

  /// Returns the text of a step's row.
  content(step, mark) {
    const marked = mark ? element("span", `chip ${mark}`, mark) : null;
    const chips = [marked];
    const holding = this.conditions.filter((condition) => condition.holds(step));
    chips.push(...holding.map((condition) => conditionChip(condition, step, mark)));
    if (step.slow) {
      const { name, seconds, mark: color } = step.slow;
      chips.push(element("span", `chip ${color}`, `${name} ${Math.round(seconds * 1000)} ms`));
    }
    const { notes } = step;
    const moves = notes.filter((json) => json.has("travel")).map((json) => json.get("travel"));
    if (step.external.length > 0 && moves.length === 0) {
      const title = "The state was changed without an action.";
      chips.push(element("span", { class: "chip", title }, "external"));
    }
    for (const json of notes) {
      if (json.has("note")) chips.push(element("span", "chip note", logText(json.get("note"))));
      else if (json.has("gap")) chips.push(element("span", "chip gap", "gap"));
    }
    // Many moves of a time machine would leave no room for what changed.
    if (moves.length > 0) {
      const words = moves.length === 1 ? moves[0] : `${moves.length} moves`;
      chips.push(element("span", { class: "chip moves", title: harmless(moves.join(", ")) }, logText(words)));
    }
    if (step.type === undefined) {
      const words = element("i", "", beginningWords(step));
      return [element("span", "what", words), element("span", "did", ...chips)];
    }
    const { content } = step;
    const { stores } = step.session;
    const hue = step.store === null ? step.session.palette.hue(step.type) : stores.indexOf(step.store) % 8;
    const name = element("span", "name", element("span", `dot hue${hue}`), storeElement(step), typeElement(step.session.short(step.type)));
    const what = element("span", "what", name, content === undefined ? null : listedTexts(payloadTexts(content), "payload"));
    const time = step.seconds === null ? null : element("span", "time", sinceText(step));
    return [what, element("span", "did", ...chips, element("bdi", "summary")), time];
  }
}
/// Pixels: the least that a finger or an unsteady hand hits.
ActionList.rowHeight = 24;
ActionList.spare = 6;

/// Returns the name of a step's store, as wide as the longest one; null where there is one store.
function storeElement({ store, session }) {
  if (store === null) return null;
  const made = logText(store, "store");
  made.style.minWidth = `${Math.min(14, Math.max(...session.stores.map((name) => name.length)))}ch`;
  return made;
}

/// Returns the name of an action whose end, which says most, is the last to be cut.
function typeElement(name) {
  const end = name.lastIndexOf(".", name.length - 2) + 1;
  const made = element("bdi", "type");
  if (end > 0) made.append(element("span", "outer", logText(name.slice(0, end))));
  made.append(putText(element("span", "own"), name.slice(end)));
  return made;
}

/// Returns a row for screen readers, with a pause between its columns.
function rowWords(step, mark, summary) {
  const { content, type, session } = step;
  const change = summary.replaceAll(" → ", " to ").replaceAll(" · ", ", ");
  const words = [String(step.index), step.store ?? "", session.short(type), content === undefined ? "" : payloadTexts(content).join(", "), mark ?? "", change];
  return words.filter((word) => word !== "").join(", ");
}

/// Returns the first index of a sorted array from which on a condition holds; its length if it holds nowhere.
function indexWhere(elements, holds) {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(elements[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
