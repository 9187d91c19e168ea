// The pane in the middle: the action, its changes, and the chosen value.

class Details {
  /// `page` handles select(step) and choose(tokens).
  constructor(container, page) {
    this.container = container;
    this.page = page;
    this.value = element("div", "value-card");
    // Known from its events: to ask for it amid changes costs a layout.
    this.isScrolled = false;
    container.addEventListener("scroll", () => {
      this.isScrolled = container.scrollTop > 0;
    }, { passive: true });
  }

  show(session, step, mask) {
    this.session = session;
    this.mask = mask;
    const parts = [...this.facts(step), ...this.changes(step), ...this.action(step), ...this.notes(step)];
    this.container.replaceChildren(this.value, ...parts);
    // Setting it costs a layout.
    if (this.isScrolled) this.container.scrollTop = 0;
  }

  /// Returns the payload of an action, and its inputs.
  action(step) {
    if (step.actionLine === null) return [];
    const parts = [];
    const { payload } = step;
    if (payload !== undefined && !(payload instanceof Map && payload.size === 0)) {
      parts.push(element("h3", "", "Payload"), this.tree(payload, "payload"));
    }
    if (step.inputs.length > 0) {
      const rows = step.inputs.map((input) =>
        element("li", "", logText(input.get("name"), "key"), valueElement(input.get("value"), 80))
      );
      parts.push(element("h3", "", "Inputs"), element("ul", "plain-list", ...rows));
    }
    return parts;
  }

  /// Returns the time of an action, its origin, and what else is known of it.
  facts(step) {
    const json = step.json;
    if (json === undefined) {
      const words = step.index === 0
        ? "The state that the session began with."
        : `The actions up to ${step.index} are left out of this page.`;
      return [element("p", "quiet", words)];
    }
    return [element("p", "facts", ...this.factsOf(step, json))];
  }

  factsOf(step, json) {
    const facts = [];
    const clock = clockTime(this.session.facts.started, step.seconds);
    const time = clock === null ? "" : ` (${clock})`;
    const holding = this.page.filter.conditions.all.filter((condition) => condition.holds(step));
    if (step.seconds !== null) facts.push(element("span", "", `at ${secondsText(step.seconds)}${time}`));
    if (typeof json.get("source") === "string") {
      facts.push(element("span", "", "from ", sourceElement(json.get("source"))));
    }
    const cause = causeOf(json);
    if (cause) facts.push(element("span", "", ...causeWords(this.session, step, cause, (other) => this.stepButton(other))));
    if (json.get("overlap") === true) {
      facts.push(element("span", "", "began before the action before it had ended"));
    }
    if (json.get("form") === "reflected" || json.get("action").get("form") === "reflected") {
      facts.push(element("span", "", "written by reflection"));
    }
    if (step.again !== undefined) facts.push(element("span", "", "computed again by the app"));
    return [...facts, ...holding.map((condition) => conditionChip(condition))];
  }

  /// Returns a value of any size, which can be unfolded.
  tree(value, name) {
    const container = element("div", { class: "inner-tree", role: "tree", "aria-label": name });
    const tree = new ValueTree(container, name, () => {});
    tree.begin(this.mask);
    tree.show(value);
    return container;
  }

  changes(step) {
    if (step.actionLine !== null && !step.hasState) {
      return [element("p", "died", missingStateWords(this.session, step)), ...this.changesBefore(step)];
    }
    const parts = [];
    if (step.actionLine !== null) {
      parts.push(...this.changeList("Changed", () => step.changes, "It changed nothing."));
    }
    if (step.external.length > 0) {
      const isMove = step.notes.some((json) => json.has("travel"));
      const title = isMove ? "Changed by moves of the time machine" : "External change, without an action";
      parts.push(...this.changeList(title, () => step.changesFromOutside, "It changed nothing."));
    }
    return parts;
  }

  /// Returns the last changes before an action that left no state.
  changesBefore(step) {
    const before = this.session.steps[step.number - 1];
    if (before === undefined || before.actionLine === null) return [];
    const title = element("h3", "", "Changed just before, by ", this.stepButton(before));
    return this.changeList(title, () => before.changes, "The action before it changed nothing.");
  }

  changeList(title, find, otherwise) {
    let changes;
    try {
      changes = find();
    } catch (error) {
      return [element("p", "died", `The change cannot be shown: ${error.message}.`)];
    }
    if (changes.length === 0) return [element("p", "quiet", otherwise)];
    const rows = changes.slice(0, Details.changesShown).map((change) => this.change(change));
    const rest = changes.length - rows.length;
    if (rest > 0) rows.push(element("li", "quiet", `… ${counted(rest, "more change")}`));
    const head = typeof title === "string" ? element("h3", "", title) : title;
    return [head, element("ul", "changes", ...rows)];
  }

  /// Returns a change as a line of a diff.
  change({ tokens, old, new: now }) {
    const kind = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    const sign = { added: "+", removed: "−", changed: "~" }[kind];
    const link = button("pointer", "", () => this.page.choose(tokens));
    link.append(tokens.length === 0 ? "(the whole state)" : pointerElement(tokens));
    const row = element("li", kind, element("span", "sign", sign), link);
    if (this.mask.hides(tokens, now ?? old)) {
      row.append(redactedElement());
    } else if (kind === "changed") {
      const [before, after] = changedElements(old, now, 48);
      row.append(element("s", "old", before), element("span", "to", "→"), after);
    } else {
      row.append(valueElement(now ?? old, 80));
    }
    return row;
  }

  notes(step) {
    const rows = step.notes.map((json) => element("li", "", logText(noteWords(json))));
    if (rows.length === 0) return [];
    return [element("h3", "", "Notes"), element("ul", "plain-list", ...rows)];
  }

  // MARK: - The chosen value

  /// Shows a value: its writer, and its other values over time.
  showValue(tokens, step) {
    this.stop?.();
    if (tokens === null) {
      this.shown = null;
      return this.value.replaceChildren();
    }
    // While an answer is on its way, the last one about the value stays.
    const isShown = this.shown?.session === this.session && isSamePointer(this.shown.tokens, tokens);
    if (!isShown) {
      const { session } = this;
      this.shown = { session, tokens, writer: element("p", "blame"), story: element("div", "history") };
    }
    const { writer, story } = this.shown;
    const name = tokens.length === 0 ? "The whole state" : pointerElement(tokens);
    const title = element("h3", "", name);
    const close = button("quiet close", "×", () => this.page.choose(null));
    close.setAttribute("aria-label", "Close the value");
    const head = element("div", "value-head", title, close);
    const parts = [head, writer, this.whole(tokens, step), story];
    this.value.replaceChildren(...parts.filter((part) => part !== null));
    const { answers } = this.page;
    const seen = step.state === null ? this.session.lastWithState : step;
    if (!seen) return this.showWriter(writer, tokens, step, null);
    answers.writer(tokens, seen, (found) => this.showWriter(writer, tokens, seen, found));
    answers.history(tokens, (found) => this.gather(tokens, step, story, found));
  }

  /// Says in a line who wrote a value last.
  showWriter(line, tokens, step, found) {
    line.classList.toggle("quiet", !found);
    if (found === undefined) {
      const command = this.page.answers.command("blame", tokens, ` --at ${step.index}`);
      return line.replaceChildren("Who wrote it last is not on this page: ask ", element("code", "", harmless(command)));
    }
    if (found?.why !== undefined) return line.replaceChildren(logText(found.why));
    line.replaceChildren(...(found ? this.writerWords(tokens, step, found) : ["No state up to here has this value."]));
  }

  writerWords(tokens, step, found) {
    const { index, isExternal, isFirst } = found;
    const at = tokensOf(found.at);
    const writer = this.session.stepAt.get(index);
    const name = writer ? this.stepButton(writer) : button("step", String(index), () => this.page.go(index));
    const moved = isSamePointer(at, tokens) ? [] : [" It was at ", pointerElement(at), " then."];
    if (isFirst) return ["There since ", name, ".", ...moved];
    if (isExternal) return ["Set by an external change after action ", name, ".", ...moved];
    const turn = writer === undefined ? undefined : safely(() => turnOf(writer, at, found), undefined);
    const verb = step.again === undefined ? "Last written by " : "As recorded, last written by ";
    return [verb, name, ...(turn === undefined ? ["."] : [" ", ...this.turn(turn)]), ...moved];
  }

  /// Returns a value that does not fit on a line of the tree, which can be opened; null if it fits.
  whole(tokens, step) {
    const value = safely(() => valueAt(step.after() ?? step.before(), tokens), undefined);
    if (value === undefined || fits(value, 72) || this.mask.hides(tokens, value)) return null;
    const more = element("details", "whole", element("summary", "", "The whole value"));
    more.addEventListener("toggle", () => {
      if (more.querySelector("pre")) return;
      const text = typeof value === "string" ? value : prettyJSON(value);
      const shown = text.slice(0, Details.textShown);
      more.append(putLines(element("pre"), shown));
      const left = text.length - shown.length;
      if (left > 0) more.append(element("p", "quiet", `… ${counted(left, "more character")}`));
    });
    return more;
  }

  turn({ tokens, old, new: now }) {
    if (this.mask.hides(tokens, now)) return [redactedElement()];
    const inner = changesWithin(tokens, old, now, Details.turnWidth);
    if (inner.length > 0) return this.turnsWithin(inner);
    const nothing = () => element("i", "quiet", "nothing");
    const [before, after] = old === undefined || now === undefined
      ? [old, now].map((value) => (value === undefined ? nothing() : valueElement(value, 48)))
      : changedElements(old, now, Details.turnWidth);
    return [old === undefined ? before : element("s", "old", before), " → ", after];
  }

  /// Returns the first changes within a value, each with its path.
  turnsWithin(changes) {
    const parts = changes.slice(0, Details.turnsShown).map((change) => {
      const link = button("pointer", "", () => this.page.choose(change.tokens));
      link.append(logText(shortName(change.tokens)));
      return element("span", "inner", link, " ", ...this.turn(change));
    });
    const rest = changes.length - parts.length;
    if (rest > 0) parts.push(element("span", "inner quiet", counted(rest, "more change")));
    return parts;
  }

  /// Shows every value of a path, as far as it is known where it changed.
  gather(tokens, step, story, found) {
    if (found === undefined) {
      const command = this.page.answers.command("blame", tokens, " --history");
      return story.replaceChildren(element("p", "quiet", "Its other values: ", element("code", "", harmless(command))));
    }
    if (found.why !== undefined) return story.replaceChildren(element("p", "quiet", logText(found.why)));
    const entries = [];
    this.stop?.();
    this.stop = inPieces(valuesOf(this.session, tokens, found.ranges, entries), () => {
      story.replaceChildren(...this.history(tokens, entries, step));
      if (found.rest) story.append(element("p", "quiet", ...found.rest));
      const list = story.querySelector(".values");
      const now = list.querySelector(".now");
      if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
    });
  }

  history(tokens, entries, step) {
    const plot = plotOf(this.session, entries, step);
    const seen = entries.findLastIndex((entry) => entry.index <= step.index);
    const count = Details.valuesShown;
    const first = Math.max(0, Math.min(seen - count / 2, entries.length - count));
    const rows = entries.slice(first, first + count).map((entry, index) => {
      const writer = this.session.stepAt.get(entry.index);
      const value = this.valueInHistory(tokens, entry.value, entries[first + index - 1]?.value);
      return element("li", first + index === seen ? "now" : "", this.stepButton(writer), value);
    });
    const title = `${counted(entries.length, "value")}${step.again === undefined ? "" : ", as recorded"}`;
    const isCut = rows.length < entries.length;
    return [
      element("h4", "", isCut ? `${title}, ${rows.length} of them around here` : title),
      plot, element("ol", "values", ...rows),
    ].filter((part) => part !== null);
  }

  /// Returns a value, or what changed in a long one.
  valueInHistory(tokens, value, before) {
    if (value === undefined) return element("i", "quiet", "nothing");
    if (this.mask.hides(tokens, value)) return redactedElement();
    const inner = changesWithin(tokens, before, value, Details.valueWidth);
    if (inner.length === 0) return valueElement(value, Details.valueWidth);
    const effects = inner.map((change) => effectOf(change, this.mask));
    return putTurns(element("span", "value"), effectsLine(effects, shortName));
  }

  stepButton(step) {
    const made = button("step", "", () => this.page.select(step));
    made.append(element("span", "index", String(step.index)), " ");
    made.append(step.type === undefined ? beginningWords(step) : logText(this.session.short(step.type)));
    return made;
  }
}
Details.changesShown = 200;
Details.valuesShown = 100;
Details.valueWidth = 80;
Details.turnsShown = 5;
Details.turnWidth = 48;
Details.textShown = 50_000;

/// Returns what a writer made of a value, {tokens, old, new}; undefined if its state is not on the page.
function turnOf(writer, tokens, { old }) {
  if (writer.state === null || writer.stateBefore === null) return undefined;
  const before = old === undefined ? valueAt(writer.before(), tokens) : old === null ? undefined : parseJSON(old);
  return { tokens, old: before, new: valueAt(writer.after(), tokens) };
}
