// The values of a path over the session, as a drawing: numbers as steps, other values as bars.

const plotSize = { width: 600, height: 96, edge: 6 };

/// Returns a drawing of the entries of a history; null if there is too little to see.
function plotOf(session, entries, current) {
  const shown = entries.filter((entry) => session.stepAt.has(entry.index));
  if (shown.length < 2) return null;
  const numbers = shown.map(({ value }) => heightOf(value));
  const isNumeric = numbers.filter((number) => number !== null).length >= 2;
  const svg = drawing("svg", {
    viewBox: `0 0 ${plotSize.width} ${plotSize.height}`, preserveAspectRatio: "none", class: "plot",
    role: "img", "aria-label": plotWords(shown, numbers, isNumeric),
  });
  const columns = shown.map((entry) => plotX(session, session.stepAt.get(entry.index).number));
  const end = plotX(session, session.steps.length - 1);
  svg.append(...(isNumeric ? stepLine(columns, numbers, end) : bars(columns, shown, end)));
  const x = plotX(session, current.number);
  svg.append(drawing("path", { class: "now", d: `M${x} 0V${plotSize.height}` }));
  return svg;
}

/// Returns the number that a value is drawn as, an array by its count; null for other values.
function heightOf(value) {
  if (isNumber(value)) return Number(numberText(value));
  return Array.isArray(value) ? value.length : null;
}

function plotX(session, number) {
  const room = plotSize.width - 2 * plotSize.edge;
  return plotSize.edge + (room * number) / Math.max(1, session.steps.length - 1);
}

/// Returns the least and the greatest of some numbers, except those that JavaScript cannot represent.
function rangeOf(numbers) {
  const known = numbers.filter((number) => number !== null && Number.isFinite(number));
  return {
    low: known.reduce((a, b) => Math.min(a, b), Infinity),
    high: known.reduce((a, b) => Math.max(a, b), -Infinity),
  };
}

/// Returns a line that keeps each number until the next.
function stepLine(columns, numbers, end) {
  const { low, high } = rangeOf(numbers);
  const room = plotSize.height - 2 * plotSize.edge;
  const y = (number) => plotSize.height - plotSize.edge - (room * (number - low)) / (high - low || 1);
  let line = "";
  numbers.forEach((number, index) => {
    if (number === null || !Number.isFinite(number)) return;
    const isGoingOn = index > 0 && numbers[index - 1] !== null;
    const next = columns[index + 1] ?? end;
    line += `${isGoingOn ? "L" : "M"}${columns[index]} ${y(number)}H${next}`;
  });
  return [drawing("path", { class: "line", d: line })];
}

/// Returns a bar for each value, in a color of its own.
function bars(columns, entries, end) {
  const palette = new Palette();
  return entries.map((entry, index) => {
    const next = columns[index + 1] ?? end;
    const hue = entry.value === undefined ? null : palette.hue(brief(entry.value, 400));
    const className = hue === null ? "bar none" : `bar hue${hue}`;
    const width = Math.max(1, next - columns[index]);
    return drawing("rect", { class: className, x: columns[index], y: 34, height: 28, width });
  });
}

function plotWords(entries, numbers, isNumeric) {
  const count = counted(entries.length, "value");
  if (!isNumeric) return count;
  const { low, high } = rangeOf(numbers);
  return `${count}, from ${low} to ${high}, the last one ${numbers.at(-1) ?? "no number"}`;
}
