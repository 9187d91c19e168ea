// The answers of `rewind live`, of whole sessions: the page has a part of one only.

class ServerAnswers {
  /// `live` asks the server.
  constructor(live) {
    this.live = live;
    /// The questions that wait for an answer, by their names, with the one to ask next.
    this.asked = new Map();
  }

  get session() {
    return this.live.session;
  }

  /// Passes on the steps at which an expression holds, or that have a text, from the step of a number on.
  find(text, number, take) {
    const { steps, first } = this.session;
    const members = { where: text, from: number === 0 ? 0 : steps[number]?.index ?? this.session.lastIndex, page: first?.index ?? 0 };
    let isStopped = false;
    this.ask("log", members, (found) => {
      if (isStopped) return;
      if (found.why !== undefined) return take({ why: found.why });
      const matches = found.ranges.flatMap(([from, to]) => stepsBetween(this.session, from, to));
      take({ steps: matches, verb: found.isExpression ? "hold" : `contain "${text}"`, hint: this.elsewhere(found, matches.length, number) });
    });
    return () => {
      isStopped = true;
    };
  }

  writer(tokens, step, take) {
    this.ask("blame", { pointer: pointerText(tokens), at: step.index }, (found) => take(found.why === undefined ? found.writer : found));
  }

  /// Passes on the screens before and after a step.
  screens(step, take) {
    this.ask("screens", { index: step.index }, take);
  }

  history(tokens, take) {
    this.ask("history", { pointer: pointerText(tokens), page: this.session.first?.index ?? 0 }, (found) => {
      if (found.why !== undefined) return take(found);
      take({ ...found, rest: this.near(`${counted(found.count, "value")} in the whole session`, found) });
    });
  }

  /// Asks about the session; of the questions of one name that come while one waits, only the last one is asked.
  async ask(name, members, take) {
    if (this.asked.has(name)) return void this.asked.set(name, [members, take]);
    this.asked.set(name, null);
    const { session } = this;
    const answer = await this.live.askSession(name, members, { isQuiet: true });
    if (answer.ranges !== undefined) answer.ranges = runsOf(answer.ranges);
    if (session === this.session) take(answer);
    const next = this.asked.get(name);
    this.asked.delete(name);
    if (next !== null) this.ask(name, ...next);
  }

  /// Returns what to say of the matches that are not on the page.
  elsewhere(found, count, number) {
    const rest = found.count - count;
    return number === 0 && rest > 0 ? this.near(` ${rest} elsewhere in the session`, found) : [];
  }

  /// Returns words, and buttons to the steps that are nearest to the page's part.
  near(words, { before, ranges }) {
    const { last } = this.session;
    const after = ranges.map(([first, end]) => (end > last.index ? Math.max(first, last.index + 1) : null));
    const indexes = [before, after.find((index) => index !== null)].filter((index) => index !== null && index !== undefined);
    if (indexes.length === 0) return [logText(`${words}.`)];
    return [logText(`${words}: `), ...indexes.map((index) => button("step", `${index} `, () => this.live.go(index))), "."];
  }
}
