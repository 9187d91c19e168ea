// Making elements. All text goes in as text.

/// An element with a class, and children that are elements or texts.
function element(name, className = "", ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((part) => part !== null && part !== undefined));
  return made;
}

/// A button that does something.
function button(className, label, action) {
  const made = element("button", className, label);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

/// An element of a drawing, with attributes.
function drawing(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function byId(id) {
  return document.getElementById(id);
}

/// Gives names one of eight colours each, in the order in which they turn up.
class Palette {
  constructor() {
    this.hues = new Map();
  }

  hue(name) {
    if (!this.hues.has(name)) this.hues.set(name, this.hues.size % 8);
    return this.hues.get(name);
  }
}

/// A value on one line, coloured by its kind.
function valueElement(value, width = 60) {
  const mark = value instanceof Map && value.size <= 2 ? value.get("$rewind") : undefined;
  if (typeof mark === "string") {
    const chip = element("span", "chip", logText(`not recorded: ${mark}`));
    chip.title = "The recorder could not write this value.";
    return chip;
  }
  return logText(brief(value, width), `value ${kindOf(value)}`);
}

/// A value before and after a change; of long texts the pieces that differ.
function changedElements(old, now, width, widthNow = width) {
  const pieces = textChange(old, now, width);
  if (pieces === null) return [valueElement(old, width), valueElement(now, widthNow)];
  return pieces.map((piece) => logText(piece, "value string"));
}

/// Stands in the place of a value that was redacted.
function redactedElement() {
  const chip = element("span", "chip redacted", "redacted");
  chip.title = "The app replaced this value before it was recorded.";
  return chip;
}

/// Runs a generator to its end in pieces of a few milliseconds, so that the page stays alive.
///
/// What a patch that does not fit hides is left out. Gives a function that stops it.
function inPieces(generator, onValue, onEnd) {
  let isStopped = false;
  const run = () => {
    if (isStopped) return;
    const until = performance.now() + 8;
    for (;;) {
      const next = nextOf(generator);
      if (next.done) return onEnd();
      onValue(next.value);
      if (performance.now() > until) break;
    }
    setTimeout(run, 0);
  };
  run();
  return () => {
    isStopped = true;
  };
}

/// What a generator gives next; its end where the log holds a patch that does not fit.
function nextOf(generator) {
  try {
    return generator.next();
  } catch (error) {
    if (error instanceof PatchError) return { done: true };
    throw error;
  }
}
