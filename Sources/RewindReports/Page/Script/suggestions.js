// "Did you mean": the name of the session that is closest to one that nothing has.

/// Returns the name that is at most two typing errors away, a third of a short word; null if none is.
function closest(word, names) {
  const limit = Math.min(2, Math.max(1, Math.floor([...word].length / 3)));
  let best = { name: null, distance: limit + 1 };
  for (const name of [...names].sort()) {
    if (name === word || Math.abs(name.length - word.length) > limit) continue;
    const distance = distanceBetween(word, name);
    if (distance < best.distance) best = { name, distance };
  }
  return best.name;
}

/// Returns the number of characters to insert, delete, replace, or swap with their neighbor (optimal string
/// alignment distance).
function distanceBetween(word, name) {
  const [a, b] = [[...word.toLowerCase()], [...name.toLowerCase()]];
  const rows = [b.map((_, j) => j).concat(b.length)];
  for (let i = 0; i < a.length; i += 1) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      let best = Math.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] === b[j] ? 0 : 1));
      if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]) best = Math.min(best, rows[i - 1][j - 1] + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}

/// Adds the names in a value, and its short texts of one word.
function collectNames(value, names) {
  if (typeof value === "string" && value.length <= 40 && !/\s/.test(value)) names.add(value);
  if (value === null || typeof value !== "object") return;
  const children = value instanceof Map ? value : Object.entries(value);
  for (const [name, inner] of children) {
    if (!Array.isArray(value)) names.add(name);
    collectNames(inner, names);
  }
}

/// Collects the names of a session, line by line.
function* namesOf(session, names) {
  for (const line of session.lines) {
    const json = JSON.parse(line.slice(line.indexOf("{")));
    collectNames(json.state ?? json.action ?? json.input, names);
    for (const { path, value } of json.patch ?? []) {
      for (const token of tokensOf(path) ?? []) if (arrayIndex(token) === null) names.add(token);
      collectNames(value, names);
    }
    yield;
  }
}

/// Returns the words that offer a name; none if there is no name.
function didYouMean(name, take) {
  if (name === null) return [];
  const offer = button("step", "", () => take(name));
  offer.append(logText(name));
  return [" Did you mean ", offer, "?"];
}
