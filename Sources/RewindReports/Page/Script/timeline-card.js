// The card under the pointer: the step there, and how many more fall on the same point.

class TimelineCard {
  constructor(container) {
    this.container = container;
    this.card = element("div", { class: "card", "aria-hidden": true, hidden: "" });
    container.append(this.card);
  }

  hide() {
    this.card.hidden = true;
  }

  show(view, x) {
    if (x < view.painter.left - 4) return this.hide();
    const step = view.stepAt(x);
    this.card.replaceChildren(...this.content(step, view), ...this.others(view, step));
    this.card.hidden = false;
    const room = this.container.clientWidth - this.card.offsetWidth;
    this.card.style.left = `${Math.max(0, Math.min(room, view.painter.xOf(step) + 12))}px`;
  }

  content(step, view) {
    const clock = clockTime(step.session.facts.started, step.seconds);
    const times = [step.seconds === null ? null : secondsText(step.seconds), clock].filter(Boolean);
    const payload = payloadWords(step);
    const summary = summaryOf(step, view.mask);
    return [
      element("p", "", element("span", "index", String(step.index)), " ", logText(step.type ?? "the first state", "type")),
      payload === "" ? null : element("p", "payload", logText(payload)),
      summary === "" ? null : putTurns(element("p", "did"), summary),
      ...step.notes.map((json) => element("p", "", logText(noteWords(json)))),
      times.length > 0 ? element("p", "quiet", times.join(" · ")) : null,
      step.session.screens?.thumb(step.index) ?? null,
    ].filter((part) => part !== null);
  }

  /// Returns the types of the other actions within the same few pixels.
  others(view, step) {
    const { axis, painter, session } = view;
    const x = painter.xOf(step);
    const first = axis.numberFrom(painter.positionAt(x - 2));
    const last = axis.numberFrom(painter.positionAt(x + 2));
    if (last - first < 2) return [];
    const types = session.steps.slice(first, Math.min(last, first + TimelineCard.counted))
      .map(({ type }) => type).filter((type) => type !== undefined);
    const rows = [...countsOf(types)].sort((a, b) => b[1] - a[1]).slice(0, 4)
      .map(([type, count]) => element("p", "", `${count} × `, logText(type)));
    return [element("p", "quiet", `${last - first} actions here`), ...rows];
  }
}
/// The maximum number of actions to count by type.
TimelineCard.counted = 5_000;
