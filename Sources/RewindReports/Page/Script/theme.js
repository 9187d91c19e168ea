// Light or dark: the system's theme, or a chosen one.

class Theme {
  /// `onChange` is called when the colors have changed.
  constructor(button, onChange) {
    this.button = button;
    this.onChange = onChange;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => onChange());
    // If a page has no storage, as in some private windows, the choice lasts until the page is closed.
    const stored = safely(() => localStorage.getItem("rewind-theme"), null);
    this.name = Theme.names.includes(stored) ? stored : "auto";
    this.show();
  }

  switch() {
    const index = Theme.names.indexOf(this.name);
    this.name = Theme.names[(index + 1) % Theme.names.length];
    safely(() => localStorage.setItem("rewind-theme", this.name));
    this.show();
  }

  show() {
    document.documentElement.dataset.theme = this.name;
    this.button.textContent = { auto: "◐", light: "☀", dark: "☾" }[this.name];
    const words = this.name === "auto" ? "same as the system" : this.name;
    this.button.setAttribute("aria-label", `Colors: ${words}`);
    this.onChange();
  }
}
Theme.names = ["auto", "light", "dark"];
