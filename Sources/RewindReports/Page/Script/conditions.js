// The conditions of `rewind report --where` and `--never`: the steps at which each holds were found when the page was
// written.

class Condition {
  /// `facts` are {name, text, ranges}; `color` is the style's name for one.
  constructor({ name, text, ranges }, color) {
    Object.assign(this, { name, text, color, ranges: runsOf(ranges) });
    this.count = this.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  /// Returns the run of indexes around a step; undefined if it does not hold there.
  runAt({ index }) {
    const [first, last] = this.ranges[indexWhere(this.ranges, ([, end]) => end >= index)] ?? [Infinity];
    return first <= index ? { first, last } : undefined;
  }

  holds(step) {
    return this.runAt(step) !== undefined;
  }
}

/// Returns the conditions of a session, those that should not hold first.
function conditionsOf({ facts }) {
  const wrong = (facts.never ?? []).filter(({ culprit }) => culprit !== null)
    .map(({ title, text, ranges }) => new Condition({ name: title, text, ranges }, "wrong"));
  return [...wrong, ...(facts.where ?? []).map((condition, number) => new Condition(condition, `hue${number % 8}`))];
}

/// Returns a condition as a chip: its name where it begins to hold, afterwards and beside a mark its color alone.
function conditionChip(condition, step, mark) {
  const isNamed = step === undefined || (mark === undefined && condition.runAt(step).first === step.index);
  const look = { class: `chip condition ${condition.color}`, title: harmless(condition.text) };
  return element("span", look, logText(condition.name, isNamed ? "" : "unseen"));
}

/// The buttons above the list, one for each condition, of which one filters it.
class ConditionBar {
  constructor(container, onChoose) {
    this.container = container;
    this.onChoose = onChoose;
    this.chosen = null;
  }

  show(session) {
    this.all = conditionsOf(session);
    this.chosen = null;
    this.container.replaceChildren(...this.all.map((condition) => this.button(condition)));
    this.container.hidden = this.all.length === 0;
  }

  button(condition) {
    const made = button("", "", () => this.choose(condition === this.chosen ? null : condition));
    made.setAttribute("aria-pressed", "false");
    made.append(conditionChip(condition), ` ${condition.count}`);
    return made;
  }

  /// Has a condition filter the list; null for none.
  choose(condition) {
    this.mark(condition);
    this.onChoose();
  }

  /// Chooses the condition of a name, if there is one.
  chooseNamed(name) {
    this.mark(this.all.find((condition) => condition.name === name) ?? null);
  }

  mark(condition) {
    this.chosen = condition;
    [...this.container.children].forEach((made, number) => {
      made.setAttribute("aria-pressed", String(this.all[number] === condition));
    });
  }
}
