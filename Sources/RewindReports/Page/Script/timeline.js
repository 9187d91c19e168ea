// The timeline: the actions on an axis of time or of indexes, in lanes, with a window to zoom into.

class TimelineView {
  /// `onSelect` receives the step under a pointer that is pressed.
  constructor(container, onSelect) {
    this.container = container;
    this.onSelect = onSelect;
    this.canvas = element("canvas");
    this.labels = element("div", "lane-labels");
    this.card = new TimelineCard(container);
    container.append(this.canvas, this.labels);
    this.painter = new TimelinePainter(this);
    this.axis = new StepAxis(true);
    this.wantsTime = true;
    this.hasTimes = false;
    this.isBySlice = false;
    this.gestures = new TimelineGestures(this);
    new ResizeObserver(() => this.resized()).observe(container);
  }

  // MARK: - Content

  /// Shows a session from the start; the marks are those of the list.
  show(session, marks) {
    this.session = session;
    this.conditions = conditionsOf(session);
    this.slices = null;
    this.matches = null;
    this.hasTimes = false;
    this.axis = new StepAxis(this.wantsTime);
    this.window = null;
    this.grow(0, marks);
  }

  /// Reads the steps from the step of a number on again.
  grow(first, marks) {
    this.marks = marks;
    // Lanes that are not in view are rebuilt when they are needed.
    if (!this.isBySlice) this.slices = null;
    this.chooseAxis(first);
    this.axis.take(this.session, first);
    const Lanes = this.session.stores.length > 0 ? StoreLanes : TypeLanes;
    this.types = new Lanes(this.session, this.laneLimit, marks);
    this.arrange(first);
  }

  /// The number of lanes that there is room for, six types and the others; none on a phone, where it is a strip.
  get laneLimit() {
    if (matchMedia("(max-height: 560px), (max-width: 560px)").matches) return 0;
    return matchMedia("(max-width: 860px)").matches ? 3 : 7;
  }

  /// The lanes in view.
  get lanes() {
    return this.isBySlice && this.slices ? this.slices : this.types;
  }

  arrange(first) {
    this.stop?.();
    if (this.isBySlice) {
      this.slices ??= new SliceLanes(this.laneLimit);
      this.stop = inPieces(this.slices.search(this.session, first), () => this.layOut());
    }
    this.layOut();
  }

  layOut() {
    const { names } = this.lanes;
    this.labels.replaceChildren(...names.map((name) => {
      const label = element("span", "lane-label", this.isBySlice ? logText(name) : typeElement(this.session.short(name)));
      label.title = harmless(name);
      return label;
    }));
    this.painter.layOut(names.length);
    this.paint();
  }

  // MARK: - The axis and its window

  /// Takes the axis that the reader wants, as soon as a step from that number on has a time for it.
  chooseAxis(first) {
    const { steps } = this.session;
    for (let number = first; number < steps.length && !this.hasTimes; number += 1) {
      this.hasTimes = steps[number].seconds > 0;
    }
    const isByTime = this.wantsTime && this.hasTimes;
    if (this.axis.isByTime === isByTime) return;
    this.axis = new StepAxis(isByTime);
    this.window = null;
  }

  /// Switches between time and indexes.
  switchAxis() {
    this.wantsTime = !this.axis.isByTime;
    this.chooseAxis(0);
    this.axis.take(this.session);
    this.paint();
  }

  /// Switches between types, or stores, and members of the state.
  switchLanes() {
    this.isBySlice = !this.isBySlice;
    this.arrange(this.slices?.found.length ?? 0);
    return this.isBySlice;
  }

  get from() {
    return this.window?.from ?? this.axis.start;
  }

  get to() {
    return this.window?.to ?? this.axis.end;
  }

  /// Shows a part of the axis whose length is `factor` times the present one; `position` stays where it is.
  zoom(factor, position = this.focus) {
    const { axis, from, to } = this;
    const span = Math.max(axis.leastSpan, (to - from) * factor);
    const start = position - (span * (position - from)) / (to - from);
    this.look(start, start + span);
  }

  fit() {
    this.window = null;
    this.paint();
  }

  /// Moves the window by a part of its length.
  pan(part) {
    const by = (this.to - this.from) * part;
    this.look(this.from + by, this.to + by);
  }

  /// Shows the axis between two positions, as far as there is one.
  look(from, to) {
    const { axis } = this;
    const span = Math.min(to - from, axis.end - axis.start);
    const start = Math.max(axis.start, Math.min(from, axis.end - span));
    const isWhole = span >= (axis.end - axis.start) * 0.999;
    this.window = isWhole ? null : { from: start, to: start + span };
    this.paint();
  }

  /// The position that stays where it is if none is named: that of the current step, if it is in view.
  get focus() {
    const position = this.current ? this.axis.positions[this.current.number] : undefined;
    const isInView = position >= this.from && position <= this.to;
    return isInView ? position : (this.from + this.to) / 2;
  }

  // MARK: - Steps

  /// Marks the current step, and moves the window to it.
  select(step) {
    this.current = step;
    const position = this.axis.positions[step.number];
    if (this.window && (position < this.from || position > this.to)) {
      const half = (this.to - this.from) / 2;
      this.look(position - half, position + half);
    }
    this.paint(false);
  }

  /// Marks the steps at which a filter holds; null if there is no filter.
  showMatches(steps) {
    this.matches = steps;
    this.paint();
  }

  /// Marks a step to compare with; null for none.
  pin(step) {
    this.pinned = step;
    this.paint(false);
  }

  /// Returns the step closest to a point of the canvas.
  stepAt(x) {
    return this.session.steps[this.axis.numberNear(this.painter.positionAt(x))];
  }

  // MARK: - Drawing

  resized() {
    this.painter.forget();
    if (!this.session) return;
    if (this.laneLimit !== this.types.limit) this.grow(this.session.steps.length, this.marks);
    else this.layOut();
  }

  /// Draws it before the next frame; only its marks, unless the rest has changed.
  paint(isChanged = true) {
    this.isChanged ||= isChanged;
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      if (!(this.session?.steps.length > 0)) return;
      this.painter.paint(this.isChanged);
      this.isChanged = false;
    });
  }
}
