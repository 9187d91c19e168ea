// The marks on the timeline: the culprit and what it killed, the step to compare with, and the current one.

function paintMarks(painter) {
  const { marks, session, pinned, current } = painter.view;
  for (const [index, mark] of marks) {
    const step = session.stepAt.get(index);
    if (step) paintMark(painter, step, painter.color(mark));
  }
  for (const step of session.slow) paintSlow(painter, step);
  paintBlame(painter);
  if (pinned) paintLine(painter, painter.xOf(pinned), painter.color("good"));
  if (current) paintCurrent(painter, current);
}

/// Draws the current step, and its links to others.
function paintCurrent(painter, step) {
  paintCausesOf(painter, step);
  const x = painter.xOf(step);
  paintLine(painter, x, painter.color("accent"), 1.5);
  if (x < painter.left || x > painter.right) return;
  const { front } = painter;
  front.beginPath();
  front.moveTo(x - 6, 0);
  front.lineTo(x + 6, 0);
  front.lineTo(x, 8);
  front.fill();
}

/// Draws a marked step: a line, and its bar in the lane.
function paintMark(painter, step, color) {
  const x = painter.xOf(step);
  paintLine(painter, x, color);
  const y = painter.laneY(step);
  if (y === null || x < painter.left || x > painter.right) return;
  const { front } = painter;
  front.beginPath();
  front.roundRect(x - 4, y - 8, 8, 16, 3);
  front.fill();
}

/// Draws a dot above the bar of an action that took long.
function paintSlow(painter, step) {
  const [x, y] = [painter.xOf(step), painter.laneY(step)];
  if (y === null || x < painter.left || x > painter.right) return;
  painter.front.fillStyle = painter.color(step.slow.mark);
  painter.front.fillRect(x - 2, y - 12, 4, 4);
}

/// Draws an arc from the culprit to the action that it killed.
function paintBlame(painter) {
  const { marks, session } = painter.view;
  const [from, to] = ["culprit", "fatal"].map((wanted) =>
    session.stepAt.get([...marks].find(([, mark]) => mark === wanted)?.[0]));
  if (!from || !to || from === to) return;
  const link = { request: from, answer: to };
  if (!isInView(painter, link)) return;
  painter.front.strokeStyle = painter.color("fatal");
  strokeLink(painter, painter.front, link);
}

function paintLine(painter, x, color, width = 2) {
  if (x < painter.left - 2 || x > painter.right + 2) return;
  painter.front.fillStyle = color;
  painter.front.fillRect(x - width / 2, 0, width, painter.lanesEnd + 4);
}
