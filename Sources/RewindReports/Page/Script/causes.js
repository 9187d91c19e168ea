// The causes of actions: the request that an action answers, and the bars and links between them on the timeline.

/// Returns the cause that an action's line names; null if it has none.
///
/// A cause in another store has that store's name.
function causeOf(json) {
  const verbs = { cause: "answers ", subscribed: "subscribed by ", origin: "came of " };
  const kind = Object.keys(verbs).find((kind) => json.has(kind));
  const cause = json.get(kind);
  if (cause === undefined) return null;
  const [index, store] = cause instanceof Map ? [cause.get("index"), cause.get("store") ?? null] : [cause, null];
  return { index, store, verb: verbs[kind] };
}

/// Returns the cause of a step in words; `button` makes a button of the step that is the cause.
function causeWords(session, step, { index, store, verb }, button) {
  if (store !== null) return [verb, `${index} of `, logText(store, "store")];
  const cause = session.stepAt.get(index);
  if (!cause) return [`${verb}${index}`];
  const wait = waitText(cause, step);
  return [verb, button(cause), wait === null ? "" : `, ${wait} after it`];
}

/// Returns the time from a request to its answer; null if it is not known.
function waitText(request, answer) {
  if (request.seconds === null || answer.seconds === null) return null;
  const seconds = answer.seconds - request.seconds;
  if (seconds < 0) return null;
  return seconds < 0.0005 ? "< 1 ms" : brieflyText(seconds);
}

/// The links of each session that has been read, up to a number of lines.
const readLinks = new WeakMap();

/// Returns the links of a session, from the first answer on: a step and the step that it comes from.
function linksOf(session) {
  let read = readLinks.get(session);
  if (!read) readLinks.set(session, (read = { links: [], byStep: new Map(), lines: 0 }));
  for (; read.lines < session.lines.length; read.lines += 1) {
    const line = session.lines[read.lines];
    // The members are read only where there can be one.
    if (line[0] !== "a" || !/"(cause|subscribed|origin)":/.test(line)) continue;
    // The browser's own parser is the fastest; indexes are no large numbers.
    const json = JSON.parse(line.slice(line.indexOf("{")));
    const [answer, request] = [json.index, json.cause ?? json.subscribed ?? json.origin].map((index) => session.stepAt.get(index));
    if (!answer || !request || request.number >= answer.number) continue;
    const link = { request, answer, isDashed: json.cause === undefined };
    read.links.push(link);
    for (const step of [request, answer]) {
      if (!read.byStep.has(step)) read.byStep.set(step, []);
      read.byStep.get(step).push(link);
    }
  }
  return read;
}

/// Draws a bar from each request in view to its answer, in the request's lane.
function paintWaits(painter) {
  const { view, pen, left, right } = painter;
  pen.globalAlpha = 0.4;
  for (const { request, answer } of linksOf(view.session).links) {
    const [from, to] = [Math.max(left, painter.xOf(request)), Math.min(right, painter.xOf(answer))];
    const lane = painter.laneOf(request);
    if (to - from < 1 || lane === null) continue;
    pen.fillStyle = painter.laneColor(lane);
    pen.fillRect(from, painter.laneY(request) - 1.5, to - from, 3);
  }
  pen.globalAlpha = 1;
}

/// More links than this would hide each other.
const mostLinks = 150;

/// Draws the links of a step to its request and its answers, with the time between.
function paintCausesOf(painter, step) {
  const { front } = painter;
  const links = linksOf(painter.view.session).byStep.get(step) ?? [];
  front.font = getComputedStyle(painter.probe).font;
  front.textBaseline = "middle";
  for (const link of links.slice(0, mostLinks)) {
    if (!isInView(painter, link)) continue;
    front.strokeStyle = painter.color("accent");
    const { x, y } = strokeLink(painter, front, link);
    const text = waitText(link.request, link.answer);
    // The time of one link would cover that of another.
    if (text === null || links.length > 4) continue;
    const room = front.measureText(text).width;
    // A short link would be covered by it.
    if (painter.xOf(link.answer) - painter.xOf(link.request) < room + 24) continue;
    const left = Math.max(painter.left, Math.min(x - room / 2, painter.right - room));
    front.fillStyle = painter.color("raised");
    front.fillRect(left - 3, y - 8, room + 6, 16);
    front.fillStyle = painter.color("accent");
    front.fillText(text, left, y);
  }
}

/// Indicates whether a part of a link is in the timeline's window.
function isInView(painter, { request, answer }) {
  return painter.xOf(answer) >= painter.left && painter.xOf(request) <= painter.right;
}

/// Draws a curve from a request's lane to that of what came of it, dashed for a subscription or an origin, and returns its middle.
function strokeLink(painter, pen, { request, answer, isDashed }) {
  const [from, to] = [painter.xOf(request), painter.xOf(answer)];
  const [start, end] = [request, answer].map((step) => painter.laneY(step) ?? painter.lanesEnd);
  // Within a lane it bows upward, beside the bars of other actions.
  const bow = start === end ? timelineSizes.lane * 0.7 : 0;
  const reach = bow === 0 ? Math.max(20, (to - from) / 2) : 0;
  pen.save();
  pen.beginPath();
  pen.rect(painter.left, 0, painter.room, painter.height);
  pen.clip();
  pen.lineWidth = 1.5;
  pen.setLineDash(isDashed ? [4, 3] : []);
  pen.beginPath();
  pen.moveTo(from, start);
  pen.bezierCurveTo(from + reach, start - bow, to - reach, end - bow, to, end);
  pen.stroke();
  pen.setLineDash([]);
  pen.beginPath();
  pen.arc(to, end, 3, 0, 2 * Math.PI);
  pen.fillStyle = pen.strokeStyle;
  pen.fill();
  pen.restore();
  return { x: (from + to) / 2, y: (start + end) / 2 - bow * 0.75 };
}
