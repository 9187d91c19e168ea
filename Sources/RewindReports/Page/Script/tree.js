// A value as a tree of rows, folded where nothing changed.
//
// Open rows are remembered by pointer, so that they stay open from step to step. By default, rows that
// contain a change are open. Long runs of unchanged values are one row.

class ValueTree {
  /// `name` is that of the root; `onSelect` receives the pointer of a chosen row.
  constructor(container, name, onSelect) {
    this.container = container;
    this.name = name;
    this.onSelect = onSelect;
    // Known from its events: to ask for it amid changes costs a layout.
    this.scroll = 0;
    container.addEventListener("scroll", () => {
      this.scroll = container.scrollTop;
    }, { passive: true });
    this.begin(new RedactionMask([]));
    container.addEventListener("keydown", (event) => this.press(event));
    container.addEventListener("focusin", (event) => this.focused(event.target));
  }

  /// Forgets the open rows; `mask` knows the redacted values.
  begin(mask) {
    this.mask = mask;
    this.isOpen = new Map();
    /// The blocks of long arrays and objects that are shown on request, by their pointers and numbers.
    this.shown = new Set();
    this.selected = null;
    this.current = null;
  }

  /// Shows a value; with one to compare it with, changes are marked.
  show(value, before) {
    this.value = value;
    this.before = before;
    // A change is seen to happen once, not whenever its row is drawn again.
    this.isFresh = before !== undefined;
    this.paint();
    this.isFresh = false;
  }

  paint() {
    const focus = this.container.contains(document.activeElement) ? this.current : null;
    this.rows = [];
    if (this.value !== undefined) this.add([], this.value, this.statusOf(this.before, this.value), 1, 1);
    this.container.replaceChildren(...this.rows);
    if (this.scroll > 0) this.container.scrollTop = this.scroll;
    const row = this.rowOf(this.current) ?? this.rows[0];
    if (row) row.tabIndex = 0;
    if (focus !== null) row?.focus({ preventScroll: true });
  }

  rowOf(pointer) {
    return this.rows.find((row) => row.dataset.pointer === pointer);
  }

  /// Folds everything that the user opened.
  fold() {
    this.isOpen.clear();
    this.shown.clear();
    this.paint();
  }

  /// Opens the rows above a value and marks it.
  select(tokens) {
    this.selected = tokens === null ? null : pointerText(tokens);
    if (tokens !== null) {
      this.current = this.selected;
      for (let depth = 0; depth < tokens.length; depth += 1) this.unfold(tokens, depth);
    }
    this.paint();
    if (tokens === null) return;
    this.rowOf(this.selected)?.scrollIntoView({ block: "nearest" });
    this.scroll = this.container.scrollTop;
  }

  /// Opens the parent of a value, far enough to show it.
  unfold(tokens, depth) {
    const pointer = pointerText(tokens.slice(0, depth));
    this.isOpen.set(pointer, true);
    const holder = valueAt(this.value, tokens.slice(0, depth));
    const index = holder instanceof Map
      ? [...holder.keys()].indexOf(tokens[depth])
      : arrayIndex(tokens[depth]) ?? -1;
    if (index >= 0) this.shown.add(blockOf(pointer, index));
  }

  /// Returns the change of a value: {kind, old}.
  statusOf(old, value) {
    if (this.before === undefined) return { kind: "same" };
    if (old === undefined) return { kind: "added" };
    return isEqual(old, value) ? { kind: "same" } : { kind: "changed", old };
  }

  /// Adds a value's row, and its children if it is open.
  add(tokens, value, status, position, count) {
    const pointer = pointerText(tokens);
    const isFolder = isContainer(value) && childCount(value) > 0 && !isMark(value);
    const isOpen = isFolder && (this.isOpen.get(pointer) ?? this.opensItself(tokens, status, value));
    const isFresh = this.isFresh && status.kind !== "same" && !isOpen;
    const row = this.row(tokens, `node ${status.kind}${isFresh ? " fresh" : ""}`, isFolder ? isOpen : null);
    row.setAttribute("aria-label", harmless(this.words(tokens, value, status)));
    setAttributes(row, { "aria-posinset": position, "aria-setsize": count });
    if (pointer === this.selected) row.setAttribute("aria-selected", "true");
    row.append(...this.content(tokens, value, status, isOpen));
    this.rows.push(row);
    if (isOpen) this.addChildren(tokens, value, status);
  }

  /// Returns a row for screen readers, with a pause between its columns.
  words(tokens, value, { kind, old }) {
    const name = tokens.at(-1) ?? this.name;
    if (this.mask.hides(tokens, value)) return `${name}, redacted`;
    if (kind === "added") return `${name}, added, ${brief(value, 72)}`;
    // What changed within is said by its own row.
    const isWithin = kind === "changed" && kindOf(old) === kindOf(value) && childCount(old) > 0 && childCount(old) === childCount(value);
    if (isWithin) return `${name}, changed within`;
    return kind === "changed" ? `${name}, changed, ${brief(old, 40)} to ${brief(value, 72)}` : `${name}, ${brief(value, 72)}`;
  }

  opensItself(tokens, status, value) {
    if (tokens.length === 0) return true;
    if (status.kind === "changed") return isContainer(status.old);
    const isQuiet = this.before === undefined && tokens.length === 1;
    return isQuiet && childCount(value) <= ValueTree.small;
  }

  addChildren(tokens, value, status) {
    const isWhole = status.kind !== "changed";
    const { kept, gone } = comparedChildren(isWhole ? value : status.old, value);
    const pointer = pointerText(tokens);
    let quiet = [];
    let loud = 0;
    const flush = () => {
      this.addQuiet(tokens, quiet, isWhole, kept.length);
      quiet = [];
    };
    kept.forEach(({ token, value: inner, old }, index) => {
      const path = [...tokens, token];
      const isAsked = this.shown.has(blockOf(pointer, index));
      const isKnown = isWhole || loud > ValueTree.block;
      const inside = isKnown ? { kind: "same" } : this.statusOf(old, inner);
      const entry = { path, inner, index, inside };
      if (inside.kind === "same" && !isAsked) return void quiet.push(entry);
      flush();
      if (inside.kind !== "same") loud += 1;
      this.add(path, inner, inside, index + 1, kept.length);
    });
    flush();
    for (const { token, old } of gone) this.addRemoved([...tokens, token], old);
  }

  /// Adds children that did not change; a long run of them beside changes is one row.
  addQuiet(tokens, entries, isWhole, count) {
    const limit = isWhole ? ValueTree.block : ValueTree.quiet;
    const isShort = entries.length <= limit;
    const visible = isShort ? entries : isWhole ? entries.slice(0, limit) : [];
    for (const { path, inner, index, inside } of visible) {
      this.add(path, inner, inside, index + 1, count);
    }
    if (!isShort) this.addMore(tokens, entries.slice(visible.length), isWhole);
  }

  /// Adds a row for many values; opening it shows the first hundreds.
  addMore(tokens, entries, isWhole) {
    const pointer = pointerText(tokens);
    const row = this.row(tokens, "more", null, `${pointer}…${entries[0].index}`);
    const word = isWhole ? "more" : "unchanged";
    row.append(element("span", "", `… ${counted(entries.length, word, word)}`));
    row.open = () => {
      const [first, last] = [entries[0].index, entries.at(-1).index];
      this.shown.add(blockOf(pointer, first));
      this.shown.add(blockOf(pointer, Math.min(first + ValueTree.block, last)));
      this.paint();
    };
    this.rows.push(row);
  }

  addRemoved(tokens, value) {
    const row = this.row(tokens, "node removed", null, `${pointerText(tokens)}-`);
    row.append(element("span", "fold"), logText(tokens.at(-1), "key"), element("s", "old", valueElement(value, 40)));
    this.rows.push(row);
  }

  /// Returns an empty row; `isOpen` is null if it cannot be opened.
  row(tokens, className, isOpen, pointer = pointerText(tokens)) {
    const row = element("div", className);
    row.dataset.pointer = pointer;
    row.tokens = tokens;
    row.tabIndex = -1;
    const depth = tokens.length + (className === "more" ? 1 : 0);
    row.style.setProperty("--depth", Math.min(depth, 24));
    setAttributes(row, { role: "treeitem", "aria-level": depth + 1 });
    if (isOpen !== null) {
      row.setAttribute("aria-expanded", isOpen);
      row.open = () => this.toggle(row, !isOpen);
    }
    row.addEventListener("click", (event) => {
      const isFold = event.target.classList.contains("fold");
      if (row.open && (isFold || className === "more")) row.open();
      else this.choose(row);
    });
    row.addEventListener("dblclick", () => row.open?.());
    return row;
  }

  /// Returns the text of a row: its name, its value, and its old value.
  content(tokens, value, status, isOpen) {
    const parts = [element("span", "fold")];
    const name = tokens.length === 0 ? this.name : tokens.at(-1);
    // A long value may continue on the next line, but not its name.
    parts.push(logText(name, tokens.length === 0 ? "key root" : "key"), element("wbr"));
    if (this.mask.hides(tokens, value)) return [...parts, redactedElement()];
    if (status.kind === "changed" && !(isOpen && isContainer(status.old))) {
      const [before, after] = changedElements(status.old, value, 40, 72);
      parts.push(element("s", "old", before), element("span", "to", "→"));
      if (!isOpen) parts.push(after);
    } else parts.push(isOpen ? countElement(value) : valueElement(value, 72));
    if (status.kind === "added") parts.push(element("span", "unseen", "added"));
    if (status.kind === "changed") parts.push(element("span", "unseen", "changed"));
    return parts;
  }

  choose(row) {
    this.current = row.dataset.pointer;
    this.onSelect(row.tokens);
  }

  toggle(row, isOpen) {
    this.current = row.dataset.pointer;
    this.isOpen.set(row.dataset.pointer, isOpen);
    this.paint();
  }

  focused(target) {
    if (target.dataset.pointer === undefined) return;
    for (const row of this.rows) row.tabIndex = row === target ? 0 : -1;
    this.current = target.dataset.pointer;
  }

  /// Handles the keys of a tree: up and down, in and out, to either end.
  press(event) {
    const index = this.rows.indexOf(document.activeElement);
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.rows[index];
    const expanded = row.getAttribute("aria-expanded");
    const moves = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: this.rows.length - 1 };
    if (event.key in moves) this.rows[moves[event.key]]?.focus();
    else if (event.key === "ArrowRight" && expanded === "false") row.open();
    else if (event.key === "ArrowRight") this.rows[index + 1]?.focus();
    else if (event.key === "ArrowLeft" && expanded === "true") row.open();
    else if (event.key === "ArrowLeft") this.holderOf(index)?.focus();
    else if (event.key === "Enter") row.classList.contains("more") ? row.open() : this.choose(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /// Returns the parent of a row.
  holderOf(index) {
    const level = (row) => Number(row.getAttribute("aria-level"));
    return this.rows.slice(0, index).findLast((row) => level(row) < level(this.rows[index]));
  }
}
/// The number of rows to open at once.
ValueTree.block = 100;
/// The number of unchanged neighbors to show beside changes.
ValueTree.quiet = 5;
/// A value with at most this many members is open in the first state.
ValueTree.small = 12;

/// Returns the name of a block of children: of a value's parent, and of those around it.
function blockOf(pointer, index) {
  return `${pointer} ${Math.floor(index / ValueTree.block)}`;
}

/// Returns what an open row says of its value.
function countElement(value) {
  return element("span", "count", Array.isArray(value) ? `[${value.length}]` : "");
}
