// The filter above the list: an expression, or a word to search for.

class Filter {
  /// `onFound` receives the remaining steps, null for all of them.
  constructor(input, status, onFound) {
    this.input = input;
    this.status = status;
    this.onFound = onFound;
    input.addEventListener("input", () => this.schedule());
  }

  /// Filters once typing has paused for a moment.
  schedule() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), Filter.pause);
  }

  show(session) {
    this.session = session;
    this.run();
  }

  /// Filters by the text of the field.
  run() {
    clearTimeout(this.timer);
    this.stop?.();
    this.status.className = "";
    this.input.removeAttribute("aria-invalid");
    const text = this.input.value.trim();
    if (text === "") {
      this.status.textContent = "";
      return this.onFound(null);
    }
    const asked = this.question(text);
    if (asked) this.gather(asked);
  }

  /// Returns the question for each step: {question, words}; null if the text cannot be understood.
  question(text) {
    try {
      const expression = new StepExpression(text);
      if (!this.isMistaken(expression)) {
        return { question: (step) => expression.holds(step), words: "hold" };
      }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      if (!Filter.isWords(text)) return this.refuse(error);
    }
    if (Filter.isWords(text)) return { question: containing(text), words: `contain "${text}"` };
    return { question: (step) => new StepExpression(text).holds(step), words: "hold" };
  }

  /// Returns true if no name in an expression occurs, so that a text was meant.
  isMistaken(expression) {
    const state = safely(() => this.session.lastWithState?.after(), undefined);
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

  gather({ question, words }) {
    const steps = [];
    let asked = 0;
    const all = this.session.steps.length;
    const take = (step) => {
      asked += 1;
      if (step) steps.push(step);
      if (asked % 500 === 0) this.status.textContent = `${asked} of ${all} steps looked at …`;
    };
    const finish = () => {
      const verb = steps.length === 1 ? words.replace(/^(hold|contain)/, "$1s") : words;
      this.status.replaceChildren(logText(`${steps.length} of ${counted(all, "step")} ${verb}.`));
      this.onFound(steps);
    };
    // A step whose state cannot be decoded does not match.
    const asks = (step) => safely(() => question(step), false);
    this.stop = inPieces(findSteps(this.session, asks), take, finish);
  }
}
/// Milliseconds.
Filter.pause = 180;
