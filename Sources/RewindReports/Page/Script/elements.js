// Constructors of elements. All text is inserted as text.

/// Returns an element with a class or with attributes, and children that are elements or texts.
function element(name, look = "", ...children) {
  const made = document.createElement(name);
  if (typeof look === "object") setAttributes(made, look);
  else if (look) made.className = look;
  made.append(...children.filter((part) => part !== null && part !== undefined));
  return made;
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

function button(className, label, action) {
  const made = element("button", className, label);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

function drawing(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(made, attributes);
  return made;
}

function byId(id) {
  return document.getElementById(id);
}

/// Assigns one of eight colors to each name, in the order of appearance.
class Palette {
  constructor() {
    this.hues = new Map();
  }

  hue(name) {
    if (!this.hues.has(name)) this.hues.set(name, this.hues.size % 8);
    return this.hues.get(name);
  }
}

/// Returns the number of times that each name occurs, in the order of appearance.
function countsOf(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/// Returns a value on one line, colored by its kind.
function valueElement(value, width = 60) {
  if (isMark(value)) {
    const at = value.get("$rewind") === "same" && value.get("at");
    if (typeof at === "string") {
      const title = "This object is shown once, where it comes first.";
      return element("span", { class: "chip", title }, logText(`the same as ${at || "the whole"}`));
    }
    const title = "The recorder could not write this value.";
    return element("span", { class: "chip", title }, logText(`not recorded: ${value.get("$rewind")}`));
  }
  const text = brief(value, width);
  // What stands for a value is a word, which is not broken.
  const isCount = isContainer(value) && /^[[{]\d+ \w+[\]}]$/.test(text);
  const made = logText("", `value ${kindOf(value)}${isCount ? " whole" : ""}`);
  // Between its members it may be broken.
  (isContainer(value) ? text.split(/(?<=,)/) : [text]).forEach((piece, number) => {
    if (number > 0) made.append(element("wbr"));
    putText(made, piece);
  });
  return made;
}

/// Returns true if a value stands for one that was not recorded.
function isMark(value) {
  return value instanceof Map && value.size <= 2 && typeof value.get("$rewind") === "string";
}

/// Returns a value before and after a change; of long texts the pieces that differ.
function changedElements(old, now, width, widthNow = width) {
  const pieces = textChange(old, now, width);
  if (pieces === null) return [valueElement(old, width), valueElement(now, widthNow)];
  return pieces.map((piece) => logText(piece, "value string"));
}

/// Returns a pointer that may be broken before each of its names.
function pointerElement(tokens) {
  const made = element("bdi", "pointer");
  tokens.forEach((token, depth) => {
    if (depth > 0) made.append(element("wbr"));
    putText(made, pointerText([token]));
  });
  return made;
}

/// Returns a line of a source, `Module/File.swift:7`, which may continue on the next line after a slash.
function sourceElement(text) {
  const made = element("bdi", "source");
  text.split("/").forEach((name, depth) => {
    if (depth > 0) made.append("/", element("wbr"));
    putText(made, name);
  });
  return made;
}

function redactedElement() {
  const title = "The app replaced this value before it was recorded.";
  return element("span", { class: "chip redacted", title }, "redacted");
}

/// Runs a generator to its end in slices of a few milliseconds, so that the page stays responsive.
///
/// Values hidden by a patch that does not fit are left out. Returns a function that stops it.
function inPieces(generator, onEnd, { onPiece = () => {}, wait = afterPaint } = {}) {
  let isStopped = false;
  const run = () => {
    if (isStopped) return;
    const until = performance.now() + 8;
    while (performance.now() < until) {
      if (nextOf(generator).done) return onEnd();
    }
    onPiece();
    wait(run);
  };
  run();
  return () => {
    isStopped = true;
  };
}

/// Runs a function after what waits, such as a key or a frame; unlike a timer, without a pause.
function afterPaint(run) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

/// Returns the next value of a generator; its end if the log holds a patch that does not fit.
function nextOf(generator) {
  try {
    return generator.next();
  } catch (error) {
    if (error instanceof PatchError) return { done: true };
    throw error;
  }
}
