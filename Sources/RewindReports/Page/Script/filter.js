// The filter above the list: an expression, or a word to search for.

class Filter {
  /// `onFound` receives the remaining steps, null for all of them, and whether the same was asked before.
  constructor(input, status, onFound) {
    this.input = input;
    this.status = status;
    this.onFound = onFound;
    input.addEventListener("input", () => {
      // Typing has to pause for a moment.
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.run(), Filter.pause);
    });
  }

  show(session) {
    this.session = session;
    this.run();
  }

  /// Filters by the text of the field.
  run() {
    clearTimeout(this.timer);
    this.stop?.();
    this.isGrown = false;
    this.status.className = "";
    this.input.removeAttribute("aria-invalid");
    const text = this.input.value.trim();
    if (text === "") {
      this.status.textContent = "";
      return this.onFound(null, false);
    }
    this.asked = this.question(text);
    this.found = [];
    this.place = 0;
    if (this.asked) this.gather();
  }

  /// Returns the question for each step: {question, words}; null if the text cannot be understood.
  question(text) {
    const isWords = Filter.isWords(text);
    try {
      const expression = new StepExpression(text);
      if (!isWords || !this.isMistaken(expression)) {
        const { names } = expression.reads;
        return { question: expression.over(this.session), words: "hold", names };
      }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      if (!isWords) return this.refuse(error);
    }
    return { question: containing(text), words: `contain "${text}"`, names: [text] };
  }

  /// Returns true if no name in an expression occurs, so that a text was meant.
  isMistaken(expression) {
    if (expression.bareNames.length === 0) return false;
    const { lastWithState } = this.session;
    const states = PartialStates.of(this.session, expression) ?? this.session.states;
    const state = safely(() => states.at(lastWithState.state), undefined);
    return expression.bareNames.some((name) => child(state, name) === undefined);
  }

  /// Returns true if a text looks like words to search for, not like an expression.
  static isWords(text) {
    return !/[=<>()[\]{}"'/]/.test(text);
  }

  /// Shows the error, and points at the character.
  refuse(error) {
    const before = error.text.slice(Math.max(0, error.position - 24), error.position);
    const after = error.text.slice(error.position, error.position + 24);
    const mark = element("mark", "", after === "" ? "\u00a0" : firstCharacter(after));
    const rest = after.slice(mark.textContent.length);
    const place = element("code", "", harmless(before), mark, harmless(rest));
    this.status.className = "wrong";
    this.status.replaceChildren(logText(`${error.message}. `), place);
    this.input.setAttribute("aria-invalid", "true");
    return null;
  }

  /// Asks again of the steps from a place on, which were added or changed.
  grow(first) {
    const text = this.input.value.trim();
    if (text === "") return this.onFound(null, true);
    // With a new member of the state, a word may have become a name.
    const asked = this.question(text);
    if (!asked || asked.words !== this.asked?.words) return this.run();
    this.stop?.();
    this.isGrown = true;
    this.place = Math.min(this.place, first);
    this.found = this.found.filter((step) => step.place < this.place);
    return this.gather();
  }

  /// Asks the steps that are left.
  gather() {
    const { words } = this.asked;
    const all = this.session.steps.length;
    const finish = () => {
      const { length } = this.found;
      const verb = length === 1 ? words.replace(/^(hold|contain)/, "$1s") : words;
      this.status.replaceChildren(logText(`${length} of ${counted(all, "step")} ${verb}.`));
      this.onFound(this.found, this.isGrown);
      if (length === 0) this.suggest(this.asked.names);
    };
    const report = () => {
      this.status.textContent = `${this.place} of ${all} steps searched …`;
    };
    this.stop = inPieces(this.search(), finish, { onPiece: report });
  }

  /// Offers the name that is closest to one that nothing in the session has.
  suggest(words) {
    const names = new Set();
    this.stop = inPieces(namesOf(this.session, names), () => {
      const unknown = words.find((word) => !names.has(word) && closest(word, names) !== null);
      if (unknown === undefined) return;
      const take = (name) => {
        this.input.value = this.input.value.replace(unknown, () => name);
        this.run();
      };
      this.status.append(...didYouMean(closest(unknown, names), take));
    });
  }

  *search() {
    const { steps } = this.session;
    for (; this.place < steps.length; this.place += 1) {
      const step = steps[this.place];
      // A step whose state cannot be decoded does not match.
      if (safely(() => this.asked.question(step), false)) this.found.push(step);
      yield;
    }
  }
}
/// Milliseconds.
Filter.pause = 180;
