// Moves from step to step.

/// Moves along the session.
function moveBy(page, distance) {
  const { steps } = page.session;
  const number = page.current.number + distance;
  if (!steps[number] && page.live?.go(page.current.index + distance)) return;
  page.select(steps[Math.max(0, Math.min(steps.length - 1, number))]);
}

/// Moves up or down the list, which may be filtered.
function moveInList(page, distance) {
  const { steps } = page.list;
  if (steps === page.session.steps) return moveBy(page, distance);
  const start = page.list.indexFrom(page.current);
  const isThere = steps[start] === page.current;
  const number = start + distance - (distance > 0 && !isThere ? 1 : 0);
  page.select(steps[Math.max(0, Math.min(steps.length - 1, number))]);
}

function moveToType(page, direction) {
  const { type } = page.current;
  moveToNearest(page, direction, (step) => step.type === type);
}

/// Goes to the next or previous step that changes the chosen value.
function moveToChange(page, direction) {
  const { tokens } = page;
  if (tokens === null) return;
  const changes = (step) => !isEqual(valueAt(step.before(), tokens), valueAt(step.after(), tokens));
  moveToNearest(page, direction, (step) => safely(() => changes(step), false));
}

function moveToNearest(page, direction, holds) {
  const { steps } = page.session;
  let number = page.current.number + direction;
  while (steps[number] && !holds(steps[number])) number += direction;
  page.select(steps[number]);
}

function moveToCulprit(page) {
  const [first] = page.marks.keys();
  if (first !== undefined) page.go(first);
}
