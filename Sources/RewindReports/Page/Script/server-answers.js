// What the server knows of the parts of a session that are not on the page: answers to the page's questions.

class ServerAnswers {
  /// `live` asks the server.
  constructor(live) {
    this.live = live;
    this.counts = { find: 0, blame: 0, history: 0 };
  }

  /// Asks only where the page has a part; returns null if it has all, or if another question came meanwhile.
  async ask(name, members) {
    this.counts[name] += 1;
    const count = this.counts[name];
    if (!this.live.isPart) return null;
    const answer = await this.live.askSession(name, members);
    return count === this.counts[name] ? answer : null;
  }

  isHere(index) {
    return this.live.session.stepAt.has(index);
  }

  /// Adds to the matches on the page those in the rest of the session.
  async find({ input, asked, status }) {
    const text = input.value.trim();
    const found = await this.ask("find", asked.words === "hold" ? { where: text } : { text });
    if (found === null || input.value.trim() !== text) return;
    const indexes = found.indexes.filter((index) => !this.isHere(index));
    const rest = Math.max(0, found.count - (found.indexes.length - indexes.length));
    status.append(...this.nearest(` ${rest} elsewhere in the session`, indexes));
  }

  /// Replaces what the page says of a value's writer by what the whole session says.
  async blame(tokens, step, line) {
    const members = { at: pointerText(tokens), index: step.index };
    const found = await this.ask("blame", members);
    if (!found || this.isHere(found.index) || !line.isConnected) return;
    line.replaceChildren(
      found.isFirst ? "There since " : found.isExternal ? "Set by an external change, after " : "Last written by ",
      this.button(found.index, found.type ?? "the initial state"), "."
    );
  }

  /// Says how many values a place has had in the whole session.
  async history(tokens, story) {
    const found = await this.ask("history", { at: pointerText(tokens) });
    if (found === null || !story.isConnected) return;
    const indexes = found.entries.map(({ index }) => index).filter((index) => !this.isHere(index));
    const rest = `${counted(found.count, "value")} in the whole session`;
    story.append(element("p", "quiet", ...this.nearest(rest, indexes)));
  }

  /// Returns words, and buttons to the places that are nearest to the page's part.
  nearest(words, indexes) {
    const { first, last } = this.live.session;
    const before = indexes.findLast((index) => index < first.index);
    const after = indexes.find((index) => index > last.index);
    const near = [before, after].filter((index) => index !== undefined);
    if (near.length === 0) return [logText(`${words}.`)];
    return [logText(`${words}: `), ...near.map((index) => this.button(index, "")), "."];
  }

  button(index, words) {
    return button("step", `${index} ${harmless(words)}`.trim(), () => this.live.go(index));
  }
}
