// The axis of the timeline: seconds since the start, or the indexes of the actions.

class StepAxis {
  constructor(isByTime) {
    this.isByTime = isByTime;
    /// The position of each step; never less than that of the step before.
    this.positions = [];
  }

  /// Reads the steps of a session again, from a place on.
  take({ steps }, first = 0) {
    this.positions.length = Math.min(first, this.positions.length);
    // A page whose first actions are left out begins with a state, at the time of the action after it.
    const isLater = this.positions.length === 0 && steps[0]?.index > 0;
    const start = isLater ? steps.find(({ seconds }) => seconds !== null)?.seconds : undefined;
    for (let place = this.positions.length; place < steps.length; place += 1) {
      const last = this.positions.at(-1) ?? start ?? 0;
      this.positions.push(this.isByTime ? Math.max(last, steps[place].seconds ?? last) : steps[place].index);
    }
  }

  get start() {
    return this.positions[0] ?? 0;
  }

  get end() {
    return Math.max(this.positions.at(-1) ?? 0, this.start + this.leastSpan);
  }

  /// The shortest stretch to look at: a millisecond, or ten actions.
  get leastSpan() {
    return this.isByTime ? 0.001 : 10;
  }

  /// Returns the place of the first step at or after a position.
  placeFrom(position) {
    return placeWhere(this.positions, (other) => other >= position);
  }

  /// Returns the place of the step closest to a position.
  placeNear(position) {
    const after = Math.min(this.placeFrom(position), this.positions.length - 1);
    const before = Math.max(0, after - 1);
    const isBefore = position - this.positions[before] < this.positions[after] - position;
    return isBefore ? before : after;
  }

  /// Returns the positions of the labels between two others: round numbers, at most `count`.
  ticks(from, to, count) {
    const step = this.roundStep((to - from) / Math.max(1, count));
    const ticks = [];
    for (let n = Math.ceil(from / step); n * step <= to; n += 1) ticks.push(n * step);
    return { step, ticks };
  }

  /// Returns the smallest round number that is not less than another.
  roundStep(least) {
    const minutes = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400];
    const minute = this.isByTime && least > 10 ? minutes.find((step) => step >= least) : undefined;
    if (minute !== undefined) return minute;
    const power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least * 0.999);
    return this.isByTime ? step : Math.max(1, Math.round(step));
  }

  label(position, step) {
    if (!this.isByTime) return String(position);
    const digits = Math.max(0, -Math.floor(Math.log10(step)));
    if (position < 60) return `${position.toFixed(digits)} s`;
    const fraction = digits === 0 ? "" : (position % 1).toFixed(digits).slice(1);
    return `${secondsText(position)}${fraction}`;
  }
}
