// The menu of what can be copied.

class CopyMenu {
  constructor(page) {
    this.page = page;
    this.menu = byId("copy-menu");
    this.button = byId("copy");
    this.items = [
      ["value", "Value", () => valueToCopy(page)],
      ["pointer", "Pointer", () => pointerText(page.tokens ?? [])],
      ["link", "Link to this step", () => `${location.href.replace(/#.*/, "")}${page.address.text}`],
      ["command", "rewind command", () => commandOf(page)],
      ["issue", "Issue, as Markdown", () => issueOf(page)],
    ].map(([name, label, text]) => this.item(name, label, text));
    this.menu.append(...this.items);
    this.button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    this.menu.addEventListener("keydown", (event) => this.press(event));
    this.menu.addEventListener("focusout", (event) => {
      if (!this.menu.contains(event.relatedTarget) && event.relatedTarget !== this.button) this.close();
    });
  }

  get isOpen() {
    return !this.menu.hidden;
  }

  item(name, label, text) {
    const item = button("", label, () => {
      this.close();
      copyText(text()).then(
        () => this.say(`${label} copied.`), () => this.say("The browser does not allow it.")
      );
      this.button.focus();
    });
    setAttributes(item, { role: "menuitem", "data-name": name, tabindex: -1 });
    return item;
  }

  open() {
    if (!this.page.current) return;
    const { tokens } = this.page;
    const [value, pointer] = this.items;
    value.textContent = tokens === null ? "State" : "Value";
    pointer.disabled = tokens === null;
    this.menu.hidden = false;
    this.button.setAttribute("aria-expanded", true);
    value.focus();
  }

  close() {
    this.menu.hidden = true;
    this.button.setAttribute("aria-expanded", false);
  }

  press(event) {
    event.stopPropagation();
    const usable = this.items.filter((item) => !item.disabled);
    const index = usable.indexOf(document.activeElement);
    const moves = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
    if (event.key in moves) usable.at(moves[event.key] % usable.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      this.close();
      this.button.focus();
    } else return;
    event.preventDefault();
  }

  /// Says what happened, for a moment.
  say(words) {
    byId("announcer").textContent = words;
    this.button.textContent = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.button.textContent = "Copy";
    }, CopyMenu.moment);
  }
}
/// Milliseconds.
CopyMenu.moment = 1_600;

/// Returns a button that copies a text, and says so.
function copyButton(text) {
  const made = button("quiet", "Copy", () => copyText(text).then(() => (made.textContent = "Copied"), () => {}));
  return made;
}

/// Copies a text; without the clipboard's interface, as in old browsers, by a selection.
async function copyText(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // An old browser, a page in the background, or a browser that asks first.
  }
  const area = element("textarea", "unseen");
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("not allowed");
  return undefined;
}
