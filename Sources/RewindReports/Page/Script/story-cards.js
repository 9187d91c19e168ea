// The cards at the head of the page: what happened, in the order of time. Their texts come ready from the tool.

/// Returns the cards of a session, null if it has none; `go` leads to an index, and to a pointer in the state after it.
function storyCards(session, go) {
  const { facts, stepAt } = session;
  const cards = facts.story ?? [];
  if (cards.length === 0) return null;
  const made = cards.map((card) => storyCard(card, session, stepAt.has(card.index), go));
  return element("ol", { class: "scenes", "aria-label": "What happened" }, ...made);
}

function storyCard(card, session, isOnPage, go) {
  const since = card.since ? element("span", "since", card.since) : null;
  const made = element("li", `scene ${card.role}`, element("p", "scene-label", logText(card.label), since));
  if (card.index !== undefined) made.append(sceneAction(card, session, isOnPage, go));
  const changes = card.changes.map((change) => sceneChange(change, card.index, go));
  changes.push(...card.values.map((value) => sceneValue(value, card.index, go)));
  if (card.more > 0) changes.push(element("li", "quiet", counted(card.more, "more change")));
  if (changes.length > 0) made.append(element("ul", "scene-changes", ...changes));
  if (card.counts.length > 0) made.append(sceneCounts(card.counts));
  made.append(...card.lines.map((line) => element("p", "scene-line", logText(line))));
  const origin = sceneOrigin(card, session, go);
  if (origin !== null) made.append(origin);
  return made;
}

/// Returns the action of a card, with its payload.
function sceneAction({ index, type, payload }, session, isOnPage, go) {
  const target = isOnPage ? button("step", "", () => go(index)) : element("span", "step");
  const name = type === undefined ? beginningWords({ index }) : session.short(type);
  target.append(element("span", "index", String(index)), " ", logText(name, "type"));
  return element("p", "scene-action", target, " ", listedTexts(payload ?? [], "payload"));
}

function sceneValue({ at, name, new: value }, index, go) {
  return element("li", "", sceneLink(at, name, index, go), " ", logText(value, "was"));
}

function sceneLink(at, name, index, go) {
  const link = button("pointer", "", () => go(index, at));
  link.append(logText(name));
  link.title = harmless(at);
  return link;
}

function sceneChange({ at, name, old, new: now }, index, go) {
  const row = element("li", "", sceneLink(at, name, index, go), " ");
  if (old !== undefined && now !== undefined) {
    row.append(element("s", "old", logText(old)), element("span", "to", "→"), logText(now, "now"));
  } else if (now !== undefined) row.append(element("span", "to", "+"), logText(now, "now"));
  else row.append(element("s", "old", logText(old ?? "")));
  return row;
}

/// Returns names with how often each occurs, as bars.
function sceneCounts(counts) {
  const most = counts[0][1];
  return element("ul", "scene-counts", ...counts.map(([name, count]) => {
    const bar = element("meter", { min: 0, max: most, value: count, "aria-hidden": true });
    return element("li", "", logText(name, "name"), bar, element("span", "count", count.toLocaleString("en")));
  }));
}

/// Returns the line of the source that dispatched the action, and the action that it answers; null if neither is known.
function sceneOrigin({ source, cause }, session, go) {
  const parts = [];
  if (source !== undefined) parts.push("from ", sourceElement(source));
  if (cause !== undefined) {
    const target = button("step", "", () => go(cause.index));
    target.append(element("span", "index", String(cause.index)), " ", logText(session.short(cause.type)));
    parts.push(parts.length > 0 ? ", caused by " : "caused by ", target);
  }
  return parts.length === 0 ? null : element("p", "scene-origin quiet", ...parts);
}

/// Moves the cards so that the culprit's is in view, where a narrow screen has room for one.
function showCulprit() {
  const cards = byId("story").querySelector(".scenes");
  const culprit = cards?.querySelector(".culprit, .fatal");
  if (culprit) cards.scrollLeft = culprit.offsetLeft - (cards.clientWidth - culprit.clientWidth) / 2;
}
