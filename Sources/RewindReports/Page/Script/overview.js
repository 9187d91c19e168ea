// The overview of a page with several sessions: crashes first, the same crash together, then the others.

class Overview {
  constructor(container, page) {
    this.container = container;
    this.page = page;
  }

  show() {
    document.body.dataset.view = "overview";
    this.container.hidden = false;
    const sessions = this.page.sessions.map((session, number) => this.summary(session, number));
    const apps = [...new Set(sessions.map(({ facts }) => facts.app).filter((app) => app !== null))];
    byId("title").title = "";
    byId("title").replaceChildren(logText(apps.length > 0 ? apps.join(", ") : "Sessions"));
    byId("subtitle").replaceChildren(countsWords(sessions));
    byId("subtitle").title = "";
    byId("story").replaceChildren();
    this.container.replaceChildren(...this.crashes(sessions), ...this.others(sessions));
    this.container.focus();
  }

  hide() {
    delete document.body.dataset.view;
    this.container.hidden = true;
    this.container.replaceChildren();
  }

  /// Returns what the overview needs of a session, without its states.
  summary({ facts, stepAt }, number) {
    const { diagnosis } = facts;
    const isFound = diagnosis?.kind === "found";
    const isCrash = facts.end === "crashed" || isFound;
    const typeOf = (index) => stepAt.get(index)?.type ?? null;
    const fatal = isCrash ? typeOf(isFound ? diagnosis.fatal : facts.last) : null;
    const hasCulprit = isFound && !diagnosis.isEveryState && diagnosis.external === null;
    const culprit = hasCulprit ? typeOf(diagnosis.culprit) : null;
    const reason = isFound ? diagnosis.said : null;
    const key = JSON.stringify(facts.group ? [facts.group.name] : [fatal, reason, culprit]);
    return { number, facts, isCrash, fatal, culprit, reason, key };
  }

  // MARK: - Crashes

  crashes(sessions) {
    const groups = Map.groupBy(sessions.filter(({ isCrash }) => isCrash), ({ key }) => key);
    const largest = [...groups.values()].sort((a, b) => b.length - a.length);
    return largest.map((group) => this.crash(group));
  }

  /// Returns a crash with the sessions that died of it; its finding is that of the first one.
  crash(group) {
    const finding = element("h2", "finding");
    const [{ number }] = group;
    const session = this.page.sessions[number];
    const mask = new RedactionMask(session.facts.redacted);
    const parts = findingOf(session, mask, { isOfMany: group.length > 1 }) ?? [`Crashed in ${group[0].fatal ?? "an action that is not here"}.`];
    const blamed = session.facts.diagnosis === null ? session.facts.group?.culprit : null;
    if (blamed) parts.push(` ${blamed} is to blame.`);
    finding.append(...findingElements(parts, (index) => this.open(number, index)));
    const count = element("span", "chip bad", counted(group.length, "session"));
    const head = element("div", "crash-head", finding, count);
    return element("section", "crash", head, ...this.shortestFirst(group));
  }

  /// Returns the sessions of a crash, of which the shortest is the one to look at; of many, the others are folded.
  shortestFirst(group) {
    const length = ({ facts }) => facts.last - facts.start;
    const sorted = group.toSorted((a, b) => length(a) - length(b));
    const isFolded = sorted.length > Overview.shown + 1;
    const shown = this.table(isFolded ? sorted.slice(0, Overview.shown) : sorted, false);
    if (length(sorted[0]) < length(sorted.at(-1))) shown.querySelector(".name").after(element("span", "chip", "shortest"));
    if (!isFolded) return [shown];
    const rest = sorted.slice(Overview.shown);
    const more = element("details", "more-story", element("summary", "", counted(rest.length, "more session")));
    more.append(this.table(rest, false));
    return [shown, more];
  }

  // MARK: - Other sessions

  others(sessions) {
    const labels = ["damaged", "cut", "stopped", "running", "continued", "closed"];
    const rank = ({ facts }) => labels.indexOf(endingOf(facts).label);
    const rest = sessions.filter(({ isCrash }) => !isCrash).sort((a, b) => rank(a) - rank(b));
    if (rest.length === 0) return [];
    const title = element("h2", "", rest.length === sessions.length ? "Sessions" : "Other sessions");
    return [element("section", "crash", title, this.table(rest))];
  }

  table(group, withEnding = true) {
    return element("ul", "sessions", ...group.map((session) => this.row(session, withEnding)));
  }

  row({ number, facts }, withEnding) {
    const started = facts.started === null ? "" : localDate(facts.started);
    const row = button("session", "", () => this.open(number));
    const never = (facts.never ?? []).find((never) => never.culprit !== null);
    row.append(
      withEnding ? endingChip(facts, "") : "", logText(facts.name, "name"),
      element("span", "quiet", counted(facts.last - facts.start, "action")),
      logText(started, "quiet"), never ? logText(`${capitalized(never.title)} ${never.since}`, "warning") : "",
    );
    return element("li", "", row);
  }

  open(number, index) {
    this.page.enter(number, index);
    byId("list").focus();
  }
}

/// The sessions of a crash that are in sight: with more, the next crash would not be.
Overview.shown = 3;

/// Returns `3 sessions: 2 crashed, 1 closed`.
function countsWords(sessions) {
  const counts = countsOf(sessions.map(({ facts }) => endingOf(facts).label));
  const parts = [...counts].sort((a, b) => b[1] - a[1]).map(([label, count]) => `${count} ${label}`);
  return `${counted(sessions.length, "session")}: ${parts.join(", ")}`;
}
