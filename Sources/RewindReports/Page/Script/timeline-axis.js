// The drawing of the timeline's axis: its lines, its folds, and as many labels as have room.

/// Draws the lines of the axis, then as many of the labels as have room: those of folds first.
function paintAxis(painter) {
  const { pen, view } = painter;
  const { from, to, axis } = view;
  pen.font = getComputedStyle(painter.probe).font;
  pen.textBaseline = "middle";
  const taken = [];
  for (const fold of axis.folds.filter(({ start, end }) => end >= from && start <= to)) {
    const [start, end] = [fold.start, fold.end].map((position) => painter.x(position));
    paintFold(painter, Math.max(start, painter.left), Math.min(end, painter.right));
    const words = `+${brieflyText(fold.to - fold.from)}`;
    paintLabel(painter, words, (start + end - pen.measureText(words).width) / 2, taken);
  }
  for (const { position, label } of axis.ticks(from, to, painter.room / timelineSizes.label)) {
    const x = Math.round(painter.x(position)) + 0.5;
    pen.fillStyle = painter.color("line");
    pen.fillRect(x, 0, 1, painter.lanesEnd + 4);
    paintLabel(painter, label, x, taken);
  }
}

/// Hatches a quiet stretch that is folded.
function paintFold(painter, from, to) {
  const { pen } = painter;
  const height = painter.lanesEnd - painter.lanesTop;
  if (to <= from || height <= 0) return;
  pen.save();
  pen.beginPath();
  pen.rect(from, painter.lanesTop, to - from, height);
  pen.clip();
  pen.strokeStyle = painter.color("fold");
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = from - height; x < to; x += 5) {
    pen.moveTo(x, painter.lanesEnd);
    pen.lineTo(x + height, painter.lanesTop);
  }
  pen.stroke();
  pen.restore();
}

/// Writes a label of the axis, unless it would meet one of those already there.
function paintLabel(painter, words, x, taken) {
  const { width } = painter.pen.measureText(words);
  const from = Math.max(0, Math.min(x, painter.right - width));
  const to = from + width;
  if (taken.some((other) => from < other.to + 8 && other.from < to + 8)) return;
  taken.push({ from, to });
  painter.pen.fillStyle = painter.color("muted");
  painter.pen.fillText(words, from, painter.lanesEnd + 11);
}
