// Mouse and wheel on the timeline: go to a step, zoom, move along, look at a step's card.

class TimelineGestures {
  constructor(view) {
    this.view = view;
    this.isPressed = false;
    const { container } = view;
    const on = (name, does) => container.addEventListener(name, (event) => does.call(this, event));
    on("pointerdown", this.press);
    on("pointermove", this.move);
    for (const name of ["pointerup", "pointercancel"]) on(name, () => (this.isPressed = false));
    on("pointerleave", () => view.card.hide());
    container.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  xOf(event) {
    return event.clientX - this.view.container.getBoundingClientRect().left;
  }

  press(event) {
    if (event.button !== 0 || !this.view.session?.steps.length) return;
    this.view.container.setPointerCapture(event.pointerId);
    this.isPressed = true;
    this.view.card.hide();
    this.go(event);
  }

  move(event) {
    if (!this.view.session?.steps.length) return;
    if (this.isPressed) this.go(event);
    else this.view.card.show(this.view, this.xOf(event));
  }

  /// Goes to the step under the pointer, once a frame.
  go(event) {
    this.x = this.xOf(event);
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.view.onSelect(this.view.stepAt(this.x));
      if (this.view.session.screens) this.view.card.show(this.view, this.x);
    });
  }

  /// Zooms with the wheel, and moves along with a wheel that turns sideways.
  wheel(event) {
    event.preventDefault();
    const { view } = this;
    if (!view.session?.steps.length) return;
    view.card.hide();
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) view.pan(sideways / 800);
    else view.zoom(Math.exp(event.deltaY / 400), view.painter.positionAt(this.xOf(event)));
  }
}
