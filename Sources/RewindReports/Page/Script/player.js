// The playback of a session, at the recorded speed or at a steady one.

/// The speeds to choose from: `rate` times as fast as recorded, or `perSecond` steps.
const speeds = [
  { label: "as recorded", rate: 1 },
  { label: "recorded × 4", rate: 4 },
  { label: "1 a second", perSecond: 1 },
  { label: "4 a second", perSecond: 4, isUsual: true },
  { label: "15 a second", perSecond: 15 },
  { label: "60 a second", perSecond: 60 },
];

class Player {
  /// `page` shows the current step and moves to others: current, next(), select(step).
  constructor(page, button, choice) {
    this.page = page;
    this.button = button;
    this.choice = choice;
    this.timer = null;
    speeds.forEach((speed, number) => {
      choice.append(new Option(speed.label, number, speed.isUsual, speed.isUsual));
    });
  }

  get isPlaying() {
    return this.timer !== null;
  }

  toggle() {
    if (this.isPlaying) return this.stop();
    if (!this.page.current) return;
    if (!this.page.next()) this.page.select(this.page.session.first);
    this.schedule();
    this.paint();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.paint();
  }

  schedule() {
    const next = this.page.next();
    if (!next) return this.stop();
    this.timer = setTimeout(() => {
      this.page.select(next, { isPlaying: true });
      this.schedule();
    }, this.pause(this.page.current, next));
  }

  /// Returns the milliseconds from one step to the next; long pauses of a recording are cut short.
  pause(step, next) {
    const speed = speeds[Number(this.choice.value)];
    if (speed.perSecond) return 1000 / speed.perSecond;
    const seconds = (next.seconds ?? 0) - (step.seconds ?? 0);
    return Math.min(Math.max(0, seconds * 1000), Player.longestPause) / speed.rate;
  }

  paint() {
    this.button.textContent = this.isPlaying ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
  }
}
/// The maximum duration of a recorded pause in milliseconds.
Player.longestPause = 2000;
