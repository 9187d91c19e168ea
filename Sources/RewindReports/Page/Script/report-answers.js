// The answers of a page without a server: what the tool wrote into it, and a search for words.

class ReportAnswers {
  constructor(page) {
    this.page = page;
  }

  get session() {
    return this.page.session;
  }

  /// Passes on the steps that have a text, from the step of a number on: {steps, verb}. Returns a function that stops the search.
  find(text, number, take, report) {
    const { steps } = this.session;
    const { holds, verb } = wordsQuestion(this.session, text);
    const found = [];
    let at = number;
    function* search() {
      for (; at < steps.length; at += 1) {
        if (holds(steps[at])) found.push(steps[at]);
        // To look at the clock takes as long as to look at a step.
        if (at % 32 === 0) yield;
      }
    }
    const command = `rewind log ${this.session.facts.file} --where ${shellWord(text)}`;
    const finish = () => {
      const isAsked = found.length === 0 && isLikeExpression(text);
      const hint = isAsked ? [" For an expression, ask ", element("code", "", harmless(command))] : [];
      take({ steps: found, verb, hint });
    };
    return inPieces(search(), finish, { onPiece: () => report(at) });
  }

  /// Passes on the last writer of a value after a step: {index, isExternal, isFirst, at}, null if there is no
  /// value, undefined if that is not on the page.
  writer(tokens, step, take) {
    take(safely(() => this.writerOf(tokens, step), undefined));
  }

  /// Passes on where a path got its values: {count, ranges}; undefined if that is not on the page.
  history(tokens, take) {
    take(this.known(tokens));
  }

  /// The command that knows what the page does not.
  command(name, tokens, rest = "") {
    return `rewind ${name} ${this.session.facts.file} ${shellWord(pointerText(tokens))}${rest}`;
  }

  known(tokens) {
    const pointer = pointerText(tokens);
    const known = this.session.facts.values?.find(({ at }) => at === pointer);
    return known && { ...known, ranges: runsOf(known.ranges) };
  }

  writerOf(tokens, step) {
    const known = this.known(tokens);
    if (known === undefined) return undefined;
    // What is in a list may have come from another index of it: the tool has followed it.
    if (known.writers) return known.writers.find(({ after }) => after === step.index);
    for (const ordinal of stateLinesOf(this.session, known.ranges).reverse()) {
      const entry = ordinal > 0 && ordinal <= step.state ? entryAt(this.session, tokens, ordinal) : undefined;
      if (entry) return { index: entry.index, isExternal: entry.isExternal, isFirst: false, at: known.at };
    }
    return this.writerBefore(tokens, known);
  }

  /// Returns the writer of a value that has been the same since the page's first state.
  writerBefore(tokens, { at, ranges }) {
    const { session } = this;
    if (valueAt(session.states.at(0), tokens) === undefined) return null;
    const end = session.first.index;
    const index = ranges.reduce((found, [first, last]) => (first <= end ? Math.min(last, end) : found), end);
    return { index, isExternal: false, isFirst: index <= session.facts.start, at };
  }
}

/// Returns true if a text has a sign of an expression.
function isLikeExpression(text) {
  return /[=<>()[\]{}]/.test(text);
}
