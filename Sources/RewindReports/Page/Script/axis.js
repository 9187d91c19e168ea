// The axis of the timeline: seconds since the start with quiet stretches folded, or the indexes of the actions.

class StepAxis {
  constructor(isByTime) {
    this.isByTime = isByTime;
    /// The seconds or the index of each step; never less than that of the step before.
    this.values = [];
    /// The position of each step on the axis.
    this.positions = [];
    /// The folded stretches: `from` and `to` in seconds, `start` and `end` on the axis.
    this.folds = [];
  }

  /// Reads the steps of a session again, from the step of a number on.
  take({ steps }, first = 0) {
    this.values.length = Math.min(first, this.values.length);
    // A page whose first actions are left out begins with a state, at the time of the action after it.
    const isLater = this.values.length === 0 && steps[0]?.index > 0;
    const start = isLater ? steps.find(({ seconds }) => seconds !== null)?.seconds : undefined;
    for (let number = this.values.length; number < steps.length; number += 1) {
      const last = this.values.at(-1) ?? start ?? 0;
      this.values.push(this.isByTime ? Math.max(last, steps[number].seconds ?? last) : steps[number].index);
    }
    Object.assign(this, this.isByTime ? folded(this.values) : { positions: this.values, folds: [] });
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

  /// Returns the number of the first step at or after a position.
  numberFrom(position) {
    return indexWhere(this.positions, (other) => other >= position);
  }

  /// Returns the number of the step closest to a position.
  numberNear(position) {
    const after = Math.min(this.numberFrom(position), this.positions.length - 1);
    const before = Math.max(0, after - 1);
    const isBefore = position - this.positions[before] < this.positions[after] - position;
    return isBefore ? before : after;
  }

  /// Returns the labels between two positions, about `count`: round numbers, none within a fold.
  ticks(from, to, count) {
    const step = this.roundStep((to - from) / Math.max(1, count));
    const ticks = [];
    for (const { start, end, past } of this.stretches) {
      const last = Math.min(end, to) + past;
      for (let n = Math.ceil((Math.max(start, from) + past) / step); n * step <= last; n += 1) {
        ticks.push({ position: n * step - past, label: this.label(n * step, step) });
      }
    }
    return ticks;
  }

  /// The stretches between the folds; `past` is what positions there lack to the values.
  get stretches() {
    const starts = [{ start: this.start, past: 0 }];
    for (const { end, to } of this.folds) starts.push({ start: end, past: to - end });
    return starts.map((stretch, index) => ({ ...stretch, end: this.folds[index]?.start ?? this.end }));
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

  label(value, step) {
    if (!this.isByTime) return String(value);
    const digits = Math.max(0, -Math.floor(Math.log10(step)));
    if (value < 60) return `${value.toFixed(digits)} s`;
    const fraction = digits === 0 ? "" : (value % 1).toFixed(digits).slice(1);
    return `${secondsText(value)}${fraction}`;
  }
}
