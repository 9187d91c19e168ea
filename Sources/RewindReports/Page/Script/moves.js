// Moves from step to step.

class Moves {
  constructor(page) {
    this.page = page;
  }

  /// Moves along the session.
  move(distance) {
    const { steps } = this.page.session;
    const { current, live } = this.page;
    const place = current.place + distance;
    if (!steps[place] && live?.go(current.index + distance)) return;
    this.page.select(steps[Math.max(0, Math.min(steps.length - 1, place))]);
  }

  /// Moves up or down the list, which may be filtered.
  moveInList(distance) {
    const { list, current } = this.page;
    const { steps } = list;
    if (steps.length === 0) return;
    const start = list.placeFrom(current);
    const isThere = steps[start] === current;
    const place = start + distance - (distance > 0 && !isThere ? 1 : 0);
    this.page.select(steps[Math.max(0, Math.min(steps.length - 1, place))]);
  }

  moveToType(direction) {
    const { type } = this.page.current;
    this.page.select(this.nearest(direction, (step) => step.type === type));
  }

  /// Goes to the next or previous step that changes the chosen place.
  moveToChange(direction) {
    const { tokens } = this.page;
    if (tokens === null) return;
    const changes = (step) => !isEqual(valueAt(step.before(), tokens), valueAt(step.after(), tokens));
    this.page.select(this.nearest(direction, (step) => safely(() => changes(step), false)));
  }

  nearest(direction, holds) {
    const { steps } = this.page.session;
    for (let place = this.page.current.place + direction; steps[place]; place += direction) {
      if (holds(steps[place])) return steps[place];
    }
    return undefined;
  }

  moveToCulprit() {
    const [first] = this.page.marks.keys();
    if (first !== undefined) this.page.go(first);
  }
}
