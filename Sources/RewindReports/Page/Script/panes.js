// The three panes: beside one another, with dividers to move, or one at a time on a narrow screen.

class Panes {
  /// `onResize` is called after a change.
  constructor(onResize) {
    this.onResize = onResize;
    this.main = document.querySelector("main");
    this.dividers = [...document.querySelectorAll(".divider")];
    this.dividers.forEach((divider, index) => this.wire(divider, index));
    for (const tab of document.querySelectorAll(".panes button")) {
      tab.addEventListener("click", () => this.show(tab.dataset.pane));
    }
    const stored = safely(() => JSON.parse(localStorage.getItem(Panes.key)), null);
    const isUsable = Array.isArray(stored) && stored.length === 3 && stored.every((size) => size >= Panes.least);
    this.sizes = isUsable ? stored : Panes.usual;
    this.apply();
  }

  /// Shows a pane where there is room for one only.
  show(pane) {
    document.body.dataset.pane = pane;
    for (const tab of document.querySelectorAll(".panes button")) {
      tab.setAttribute("aria-pressed", tab.dataset.pane === pane);
    }
    this.onResize();
  }

  wire(divider, index) {
    divider.addEventListener("pointerdown", (event) => {
      divider.setPointerCapture(event.pointerId);
      this.start = { x: event.clientX, sizes: [...this.sizes] };
    });
    divider.addEventListener("pointermove", (event) => {
      if (!divider.hasPointerCapture(event.pointerId)) return;
      this.move(index, ((event.clientX - this.start.x) / this.main.clientWidth) * 100, this.start.sizes);
    });
    divider.addEventListener("pointerup", () => this.store());
    divider.addEventListener("dblclick", () => {
      this.sizes = Panes.usual;
      this.apply();
      this.store();
    });
    divider.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.move(index, by, this.sizes);
      this.store();
    });
  }

  /// Moves a divider by a part of the width, in percent.
  move(index, by, sizes) {
    const room = Math.max(Panes.least - sizes[index], Math.min(by, sizes[index + 1] - Panes.least));
    this.sizes = [...sizes];
    this.sizes[index] += room;
    this.sizes[index + 1] -= room;
    this.apply();
  }

  apply() {
    this.sizes.forEach((size, index) => this.main.style.setProperty(`--pane-${index}`, `${size}fr`));
    this.dividers.forEach((divider, index) => {
      const before = this.sizes.slice(0, index + 1).reduce((a, b) => a + b);
      divider.setAttribute("aria-valuenow", Math.round(before));
    });
    this.onResize();
  }

  store() {
    safely(() => localStorage.setItem(Panes.key, JSON.stringify(this.sizes)));
  }
}
Panes.key = "rewind-panes";
/// The widths of the panes, in percent, and the least of one.
Panes.usual = [45, 23, 32];
Panes.least = 12;
