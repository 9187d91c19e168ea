// The strip above the slider: the actions over time, in the colors of the types.

class TimelineStrip {
  constructor(svg) {
    this.svg = svg;
    this.matches = drawing("path", { class: "matches" });
  }

  /// Draws the steps of a session; the marks are those of the list.
  show(session, marks) {
    const count = session.steps.length;
    const buckets = Math.min(count, TimelineStrip.buckets);
    const lines = Array.from({ length: 8 }, () => "");
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const step = session.steps[Math.floor((bucket * count) / buckets)];
      const type = step.type;
      if (type === undefined) continue;
      lines[session.palette.hue(type)] += `M${this.x(step, session)} 6V22`;
    }
    const drawn = lines.map((d, hue) => drawing("path", { class: `tick hue${hue}`, d }));
    for (const [index, mark] of marks) {
      const step = session.stepAt.get(index);
      if (!step) continue;
      drawn.push(drawing("path", { class: `mark ${mark}`, d: `M${this.x(step, session)} 0V28` }));
    }
    this.matches.setAttribute("d", "");
    this.svg.replaceChildren(...drawn, this.matches);
  }

  /// Shows the steps at which a filter holds; null if there is none.
  showMatches(session, steps) {
    const shown = new Set((steps ?? []).map((step) => this.x(step, session)));
    this.matches.setAttribute("d", [...shown].map((x) => `M${x} 25V28`).join(""));
  }

  x(step, session) {
    const count = session.steps.length;
    return count < 2 ? 500 : Math.round((step.place * 10000) / (count - 1)) / 10;
  }
}
TimelineStrip.buckets = 600;
