// The search in the state in view: for a text in its names and values.

class StateSearch {
  constructor(input, status, page) {
    this.input = input;
    this.status = status;
    this.page = page;
    this.found = [];
    input.addEventListener("input", () => this.look());
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.next(event.shiftKey ? -1 : 1);
    });
  }

  /// Takes another state; what is searched for stays.
  refresh(value) {
    this.value = value;
    this.found = null;
    if (this.input.value.trim() !== "") this.report();
  }

  look() {
    this.found = null;
    this.at = -1;
    if (this.input.value.trim() === "") this.status.textContent = "";
    else this.next(1);
  }

  /// Goes to the next value that has the text, or the one before.
  next(direction) {
    const { length } = this.paths;
    if (length > 0) {
      this.at = ((this.at ?? -1) + direction + length) % length;
      this.page.choose(this.paths[this.at]);
    }
    this.report();
  }

  /// The values that have the text.
  get paths() {
    const isIn = textSearch(this.input.value.trim());
    this.found ??= isIn && this.value !== undefined ? [...pathsWith(this.value, isIn)] : [];
    return this.found;
  }

  report() {
    const { length } = this.paths;
    if (length > 0) {
      const at = this.at >= 0 && this.at < length ? `${this.at + 1} of ` : "";
      this.status.textContent = `${at}${length}${length === StateSearch.limit ? " or more" : ""}`;
      return;
    }
    this.status.textContent = "none";
  }
}
/// The maximum number of values to find.
StateSearch.limit = 1_000;

/// Returns the paths of a state whose name or value has a text.
function* pathsWith(value, isIn, tokens = [], count = { left: StateSearch.limit }) {
  for (const [token, inner] of childrenOf(value)) {
    if (count.left === 0) return;
    const path = [...tokens, token];
    const isName = value instanceof Map && isIn(token);
    if (isName || (!isContainer(inner) && isIn(typeof inner === "string" ? inner : writeJSON(inner)))) {
      count.left -= 1;
      yield path;
    }
    if (isContainer(inner)) yield* pathsWith(inner, isIn, path, count);
  }
}
