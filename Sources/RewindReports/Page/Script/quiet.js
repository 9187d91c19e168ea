// Quiet stretches of a session, which the axis of time folds, so that what happened gets the room.

/// Returns the shortest pause to fold, Infinity if there is none, and the room that each gets, in seconds.
///
/// A pause is quiet if it takes a twenty-fifth of what is left without it and the longer ones, and is fifteen times
/// as long as three in four others: pauses of a session at an even pace are not.
function quietOf(pauses) {
  const sorted = Float64Array.from(pauses).sort();
  const usual = sorted.subarray(0, Math.ceil(sorted.length * 0.75));
  const least = (15 * usual.reduce((sum, pause) => sum + pause, 0)) / usual.length;
  let rest = sorted.reduce((sum, pause) => sum + pause, 0);
  let count = 0;
  while (count < sorted.length) {
    const pause = sorted[sorted.length - 1 - count];
    const left = rest - pause;
    if (left <= 0 || pause < left / 25 || pause < least) break;
    rest = left;
    count += 1;
  }
  const from = count === 0 ? Infinity : sorted[sorted.length - count];
  return { from, room: rest * Math.min(0.02, 0.25 / Math.max(1, count)) };
}

/// Returns the positions of ascending times on an axis, and the folds: `from` and `to` in seconds, `start` and `end`
/// on the axis.
function folded(times) {
  const pauses = times.slice(1).map((time, index) => time - times[index]);
  const { from, room } = quietOf(pauses);
  const positions = times.slice(0, 1);
  const folds = [];
  pauses.forEach((pause, index) => {
    const start = positions[index];
    const end = start + (pause >= from ? room : pause);
    positions.push(end);
    if (pause >= from) folds.push({ from: times[index], to: times[index + 1], start, end });
  });
  return { positions, folds };
}
