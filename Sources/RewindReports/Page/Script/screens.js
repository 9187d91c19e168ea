// The app's screens, as the app drew them from the states: a strip of frames under the timeline, and a pane that shows
// what changed. They are not what the user saw: what is not in the store is not in them.

/// The screens of a session, as the page stores them (see PageScreens.swift).
class StoredScreens {
  constructor({ frames, at, strip, leftOut, program }) {
    Object.assign(this, { frames, at, strip, leftOut, program });
  }

  /// Returns the place of the frame after an action: that of the last run that begins at or before it.
  placeAt(index) {
    let [low, high] = [0, this.at.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle][0] <= index) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? -1 : this.at[low - 1][1];
  }

  /// Returns the frame after an action; undefined if there is none, null if the page had no room for it.
  frameAt(index) {
    return this.frames[this.placeAt(index)];
  }

  get isPartial() {
    return this.leftOut > 0;
  }

  /// Returns a small picture of the frame after an action; null without one.
  thumb(index) {
    const frame = this.frameAt(index);
    return frame ? smallFrame(frame) : null;
  }
}

/// The lines that are shown of a text, and the characters of each; a screen has fewer.
const screenLines = { small: 24, whole: 400, width: 300 };

function smallFrame(frame) {
  if (frame.text === undefined) return pictureOf(frame) ?? element("p", "quiet", frame.why);
  const lines = frame.text.split("\n", screenLines.small);
  const made = element("pre", "");
  made.textContent = lines.map((line) => harmless(line.slice(0, screenLines.width))).join("\n");
  return made;
}

/// Returns an image of a frame, whose elements in `marked` have an outline; undefined for a text.
///
/// An image runs no script and loads nothing, and the page's policy allows no other address than `data:`.
function pictureOf(frame, marked) {
  const { svg, png, width, height } = frame;
  if (svg === undefined && png === undefined) return undefined;
  const text = marked === undefined ? svg : svg?.replace(svgLeaf, (leaf) => (
    marked.has(leaf) ? `<g stroke="#e8590c" stroke-width="2.5" paint-order="stroke">${leaf}</g>` : leaf
  ));
  const source = png === undefined ? `svg+xml,${encodeURIComponent(text)}` : `png;base64,${png}`;
  return element("img", { src: `data:image/${source}`, width, height, alt: "The app's screen, drawn from the state" });
}

/// An element of an SVG that has no others in it: a shape, or a line of text.
const svgLeaf = /<([a-z]+)\b[^<>]*(?:\/>|>[^<]*<\/\1>)/gi;

/// Returns the parts of a frame that another one lacks: lines of a text, or elements of a picture.
function partsWithout(frame, other) {
  const parts = (it) => (it?.text?.split("\n") ?? it?.svg?.match(svgLeaf) ?? []);
  const known = countsOf(parts(other));
  return new Set(parts(frame).filter((part) => {
    const count = known.get(part) ?? 0;
    known.set(part, count - 1);
    return count <= 0;
  }));
}

class ScreenView {
  constructor(page) {
    this.page = page;
    this.strip = byId("strip");
    this.pane = byId("screen");
    this.isShown = false;
  }

  /// Shows the screens of a session once its first rows are there.
  begin(session, number) {
    const stored = byId(`screens-${number}`);
    this.stop?.();
    if (this.page.live) return void (byId("to-screen").hidden = false);
    session.screens ??= null;
    this.arrange(session.screens);
    if (!stored || session.screens) return;
    const timer = setTimeout(() => {
      session.screens = new StoredScreens(JSON.parse(stored.textContent));
      this.arrange(session.screens);
      if (this.page.current) this.show(this.page.current);
    }, 30);
    this.stop = () => clearTimeout(timer);
  }

  arrange(screens) {
    this.screens = screens;
    byId("to-screen").hidden = screens === null;
    this.strip.hidden = screens === null;
    if (screens !== null) this.fillStrip(screens);
    this.switch(this.isShown && screens !== null);
  }

  fillStrip(screens) {
    const frames = screens.strip.map(([index, word]) => {
      const made = button("frame", "", () => this.page.go(index));
      made.dataset.index = index;
      const name = element("span", "index", `${index}`);
      made.append(screens.thumb(index) ?? element("p", "quiet", "left out"), name, ` ${word}`);
      made.title = `The screen after ${index}, drawn from the state`;
      return made;
    });
    const left = screens.isPartial
      ? element("p", "quiet", `${counted(screens.leftOut, "screen")} between these are left out, for the size of the page.`) : null;
    const source = element("p", "quiet", `Drawn from the states by ${harmless(screens.program.split("/").at(-1))}, not what the user saw.`);
    this.strip.replaceChildren(element("div", "frames", ...frames), element("div", "about", source, left));
  }

  /// Switches between the tree of the state and the screen.
  switch(isShown = !this.isShown) {
    this.isShown = isShown && (this.page.live !== undefined || this.screens !== null);
    byId("to-screen").setAttribute("aria-pressed", this.isShown);
    byId("tree").hidden = this.isShown;
    this.pane.hidden = !this.isShown;
    if (this.page.current) this.show(this.page.current);
  }

  toggle() {
    if (!this.screens && !this.page.live) return;
    this.switch();
    if (this.isShown) this.page.panes.show("state");
  }

  show(step) {
    if (this.page.live) return this.isShown ? this.ask(step) : undefined;
    if (!this.screens) return;
    const place = this.screens.placeAt(step.index);
    const frames = this.strip.firstChild;
    for (const frame of frames.children) {
      const isCurrent = this.screens.placeAt(Number(frame.dataset.index)) === place;
      frame.setAttribute("aria-current", isCurrent);
      if (isCurrent) frames.scrollLeft = frame.offsetLeft - frames.offsetLeft - (frames.clientWidth - frame.clientWidth) / 2;
    }
    if (this.isShown) this.fill(step);
  }

  /// Has the server of a live page draw a step: the app that runs is not asked.
  ask(step) {
    this.page.answers.screens(step, (answer) => {
      if (!this.isShown || step !== this.page.current) return;
      this.screens = answer.why === undefined ? new StoredScreens(answer) : null;
      if (this.screens) this.fill(step);
      else this.pane.replaceChildren(element("p", "why", logText(answer.why)));
    });
  }

  fill(step) {
    const before = step.index > this.page.session.facts.start ? this.screens.frameAt(step.index - 1) : undefined;
    const after = step.hasState ? this.screens.frameAt(step.index) : undefined;
    const isSame = before === after;
    this.pane.replaceChildren(
      this.side(isSame ? `After ${step.index}, and before it` : `After ${step.index}`, after, isSame ? undefined : before, "new"),
      ...(isSame || before === undefined ? [] : [this.side(`Before ${step.index}`, before, after, "old")]),
      element("p", "quiet", "Drawn from the state, not what the user saw.")
    );
  }

  /// Returns a frame with its name, with what another one lacks marked.
  side(name, frame, other, look) {
    const marked = other && frame ? partsWithout(frame, other) : new Set();
    return element("figure", look, element("figcaption", "", name), this.content(frame, marked));
  }

  content(frame, marked) {
    if (frame === undefined) return element("p", "quiet", "There is no state here.");
    if (frame === null) return element("p", "quiet", "This screen is left out, for the size of the page.");
    if (frame.text === undefined) return pictureOf(frame, marked) ?? element("p", "why", logText(frame.why));
    const lines = frame.text.split("\n", screenLines.whole).map((line) => (
      element("span", marked.has(line) ? "changed" : "", `${harmless(line.slice(0, screenLines.width))}\n`)
    ));
    return element("pre", "", ...lines);
  }
}
