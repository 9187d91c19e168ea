// The drawing of the timeline, on a canvas: a pixel of a lane stands for all the actions that fall on it.
//
// All but the marks is kept on a second canvas, so that a drag along a long session draws little.

class TimelinePainter {
  constructor(view) {
    this.view = view;
    this.canvas = view.canvas;
    this.still = element("canvas");
    this.probe = element("i", { class: "unseen", "aria-hidden": true });
    view.container.append(this.probe);
    this.forget();
  }

  /// Forgets colors and sizes, which the theme and the window decide.
  forget() {
    this.colors = new Map();
  }

  /// Returns a color of the style sheet.
  color(name) {
    if (!this.colors.has(name)) {
      this.probe.className = `probe ${name}`;
      this.colors.set(name, getComputedStyle(this.probe).color);
    }
    return this.colors.get(name);
  }

  // MARK: - Sizes

  layOut(laneCount) {
    const { container, labels } = this.view;
    const { conditions } = this.view;
    this.lanesTop = timelineSizes.activity + 4 + conditions.length * timelineSizes.condition;
    this.lanesEnd = this.lanesTop + laneCount * timelineSizes.lane;
    this.height = this.lanesEnd + timelineSizes.axis;
    this.width = container.clientWidth;
    this.left = laneCount === 0 ? 8 : Math.min(timelineSizes.labels, this.width * 0.28);
    container.style.height = `${this.height}px`;
    labels.style.top = `${this.lanesTop}px`;
    labels.style.width = `${this.left - 8}px`;
    [this.front, this.pen] = [this.canvas, this.still].map((canvas) => this.sized(canvas));
  }

  /// Returns a pen for a canvas of the present size.
  sized(canvas) {
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(this.width * scale);
    canvas.height = Math.round(this.height * scale);
    const pen = canvas.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    return pen;
  }

  /// The width of the axis.
  get room() {
    return Math.max(1, this.width - this.left - timelineSizes.edge);
  }

  get right() {
    return this.left + this.room;
  }

  x(position) {
    const { from, to } = this.view;
    return this.left + ((position - from) / (to - from)) * this.room;
  }

  positionAt(x) {
    const { from, to } = this.view;
    return from + ((x - this.left) / this.room) * (to - from);
  }

  xOf(step) {
    return this.x(this.view.axis.positions[step.number]);
  }

  /// Returns the first lane of a step; null if it has none.
  laneOf(step) {
    const bits = this.view.lanes.of(step);
    return bits === 0 ? null : Math.log2(bits & -bits);
  }

  /// Returns the middle of a step's first lane; null if it has none.
  laneY(step) {
    const lane = this.laneOf(step);
    return lane === null ? null : this.lanesTop + (lane + 0.5) * timelineSizes.lane;
  }

  laneColor(lane) {
    const hue = this.view.lanes.hues[lane];
    return this.color(hue === undefined ? "muted" : `hue${hue}`);
  }

  // MARK: - Painting

  /// Repaints the marks; the rest only if `isChanged`.
  paint(isChanged) {
    if (this.width === 0) return;
    if (isChanged) this.paintStill();
    this.front.clearRect(0, 0, this.width, this.height);
    this.front.drawImage(this.still, 0, 0, this.width, this.height);
    paintMarks(this);
  }

  paintStill() {
    this.pen.clearRect(0, 0, this.width, this.height);
    this.paintBackground();
    paintAxis(this);
    paintWaits(this);
    this.paintSteps();
    this.paintConditions();
    this.paintMatches();
    this.paintNotes();
    this.paintWindow();
  }

  /// Shades the lanes, and the stretches in which the app was in the background.
  paintBackground() {
    const { pen } = this;
    pen.fillStyle = this.color("raised");
    for (let y = this.lanesTop; y < this.lanesEnd; y += 2 * timelineSizes.lane) {
      pen.fillRect(this.left, y, this.room, timelineSizes.lane);
    }
    let hidden = null;
    pen.fillStyle = this.color("shade");
    for (const step of this.view.session.noted) {
      const notes = step.notes.map((json) => json.get("note"));
      if (notes.includes("background")) hidden ??= step;
      if (!notes.includes("foreground") || !hidden) continue;
      this.fillBetween(this.xOf(hidden), this.xOf(step));
      hidden = null;
    }
    if (hidden) this.fillBetween(this.xOf(hidden), this.right);
  }

  fillBetween(from, to) {
    const [start, end] = [Math.max(from, this.left), Math.min(to, this.right)];
    if (end > start) this.pen.fillRect(start, 0, end - start, this.lanesEnd);
  }

  /// Draws the number of actions over time, and each lane.
  paintSteps() {
    const { view, pen } = this;
    const { lanes, axis } = view;
    const columns = Math.ceil(this.room) + 1;
    const counts = new Uint32Array(columns);
    const cells = lanes.names.map(() => new Uint32Array(columns));
    const first = axis.numberFrom(view.from);
    let number = first;
    const scale = this.room / (view.to - view.from);
    for (; number < axis.positions.length && axis.positions[number] <= view.to; number += 1) {
      const column = Math.floor((axis.positions[number] - view.from) * scale);
      const step = view.session.steps[number];
      if (step.actionLine !== null) counts[column] += 1;
      for (let bits = lanes.of(step), lane = 0; bits > 0; bits >>= 1, lane += 1) {
        if (bits & 1) cells[lane][column] += 1;
      }
    }
    const spread = this.room / Math.max(1, number - first);
    const width = Math.max(1.5, Math.min(6, spread * 0.6));
    this.paintActivity(counts);
    this.paintLeftOut();
    const most = Math.log1p(cells.flatMap((cell) => [...cell]).reduce((a, b) => Math.max(a, b), 1));
    cells.forEach((cell, lane) => {
      pen.fillStyle = this.laneColor(lane);
      const middle = this.lanesTop + (lane + 0.5) * timelineSizes.lane;
      for (let column = 0; column < columns; column += 1) {
        if (cell[column] === 0) continue;
        // Bursts are thicker.
        const height = Math.min(timelineSizes.lane - 2, 9 + 4 * Math.log2(cell[column]));
        pen.globalAlpha = 0.5 + (0.5 * Math.log1p(cell[column])) / most;
        pen.fillRect(this.left + column - width / 2, middle - height / 2, width, height);
      }
    });
    pen.globalAlpha = 1;
  }

  /// Draws bars of four pixels; their heights grow with the logarithm of the number of actions.
  paintActivity(counts) {
    const { pen } = this;
    const bars = [];
    for (let column = 0; column < counts.length; column += 4) {
      let sum = 0;
      for (let next = column; next < column + 4; next += 1) sum += counts[next] ?? 0;
      bars.push(Math.log1p(sum));
    }
    const highest = bars.reduce((a, b) => Math.max(a, b), Math.log1p(3));
    pen.fillStyle = this.color("muted");
    pen.globalAlpha = 0.55;
    bars.forEach((bar, index) => {
      const height = (bar / highest) * timelineSizes.activity;
      pen.fillRect(this.left + index * 4, timelineSizes.activity - height, 3, height);
    });
    pen.globalAlpha = 1;
  }

  /// Says at the ends of the axis that the session is longer than the page.
  paintLeftOut() {
    const { pen, view } = this;
    const { leftOut, later, isLive } = view.session.facts;
    if (view.window) return;
    const rest = isLive ? "" : " not on this page";
    const write = (words, atEnd) => {
      const width = pen.measureText(words).width + 10;
      const x = atEnd ? this.right - width : this.left;
      pen.fillStyle = this.color("raised");
      pen.fillRect(x, 0, width, timelineSizes.activity);
      pen.fillStyle = this.color("muted");
      pen.fillText(words, x + 4, 10);
    };
    if (leftOut > 0) write(`◂ ${counted(leftOut, "earlier action")}${rest}`, false);
    if (later > 0) write(`${counted(later, "later action")}${rest} ▸`, true);
  }

  /// Draws a strip for each condition, where it holds.
  paintConditions() {
    const { pen, view } = this;
    view.conditions.forEach(({ color, ranges }, index) => {
      const y = timelineSizes.activity + 3 + index * timelineSizes.condition;
      pen.fillStyle = this.color(color);
      for (const [first, last] of ranges) {
        const steps = stepsBetween(view.session, first, last);
        if (steps.length === 0) continue;
        const [start, end] = [this.xOf(steps[0]), this.xOf(steps.at(-1))];
        const [from, to] = [Math.max(start - 1.5, this.left), Math.min(end + 1.5, this.right)];
        if (to > from) pen.fillRect(from, y, to - from, timelineSizes.condition - 2);
      }
    });
  }

  paintMatches() {
    const { pen, view } = this;
    if (!view.matches) return;
    const columns = new Set(view.matches.map((step) => Math.round(this.xOf(step))));
    pen.fillStyle = this.color("accent");
    for (const x of columns) if (x >= this.left && x <= this.right) pen.fillRect(x - 1, this.lanesEnd, 2, 4);
  }

  /// Draws notes, gaps, moves of a time machine and external changes as dots above the lanes.
  paintNotes() {
    const { pen, view } = this;
    let last = -Infinity;
    for (const step of view.session.noted) {
      const x = this.xOf(step);
      if (x < this.left || x > this.right || x < last + 8) continue;
      last = x;
      pen.fillStyle = this.color(step.notes.some((json) => json.has("gap")) ? "odd" : "accent");
      pen.beginPath();
      pen.arc(x, 4, 3, 0, 2 * Math.PI);
      pen.fill();
    }
  }

  /// Draws the part of the session that the window shows, if it is not all of it.
  paintWindow() {
    const { view, pen } = this;
    if (!view.window) return;
    const { start, end } = view.axis;
    const x = (position) => this.left + ((position - start) / (end - start)) * this.room;
    pen.fillStyle = this.color("line");
    pen.fillRect(this.left, this.height - 4, this.room, 3);
    pen.fillStyle = this.color("accent");
    pen.fillRect(x(view.from), this.height - 4, Math.max(4, x(view.to) - x(view.from)), 3);
  }
}

/// Pixels.
const timelineSizes = { activity: 18, lane: 20, condition: 6, axis: 24, labels: 150, label: 90, edge: 10 };
