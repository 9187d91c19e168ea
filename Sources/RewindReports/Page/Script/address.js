// The page's address: it leads to a session, an index and a value, and follows navigation.
//
//   #session=2&index=12&at=/game/score&with=8&filter=Flip&where=overdrawn
//
// Without a session, a page of several shows their overview.

class Address {
  constructor(page) {
    this.page = page;
    /// The session that the address leads to, null for the overview; undefined before the first.
    this.subject = undefined;
    /// True if the next address is one that Back is to return from.
    this.isJump = false;
    /// The address of what was in view last.
    this.last = "#";
    addEventListener("hashchange", () => this.follow());
  }

  /// Goes to where the address leads.
  async follow() {
    const link = new URLSearchParams(location.hash.slice(1));
    const { live } = this.page;
    if (this.page.sessionCount === 0) return;
    if (!live && this.page.sessionCount > 1 && !link.has("session")) {
      this.subject = null;
      return this.page.showOverview();
    }
    const usual = live ? this.page.shown : 0;
    const asked = link.has("session") ? parseInt(link.get("session"), 10) - 1 || 0 : usual;
    const number = Math.min(Math.max(0, asked), this.page.sessionCount - 1);
    const filter = link.get("filter") ?? "";
    const condition = link.get("where");
    const isSameFilter = filter === byId("filter").value && condition === this.condition;
    byId("filter").value = filter;
    if (number !== this.page.shown) {
      this.subject = live ? live.sessions[number].id : number;
      if (live) await live.open(this.subject);
      else this.page.open(number);
    }
    if (!isSameFilter) {
      this.page.filter.conditions.chooseNamed(condition);
      this.page.filter.run();
    }
    this.goTo(link);
  }

  /// Goes to a step of the session; what the link does not name is as when the session is opened.
  goTo(link) {
    this.isFollowing = true;
    try {
      this.show(link);
    } finally {
      this.isFollowing = false;
    }
  }

  show(link) {
    const { page } = this;
    const numberOf = (name) => parseInt(link.get(name) ?? "", 10);
    if (Number.isFinite(numberOf("index"))) page.go(numberOf("index"));
    else if (!page.live) page.goToOpening();
    const tokens = link.has("at") ? tokensOf(link.get("at")) : null;
    if (tokens !== null || page.tokens !== null) page.choose(tokens);
    const pinned = page.session.stepAt.get(numberOf("with")) ?? null;
    if (pinned !== page.state.pinned) page.state.compareWith(pinned);
  }

  /// Makes what is in view now a page of its own for the browser's Back: the reader jumps elsewhere.
  willJump() {
    this.isJump = !this.isFollowing;
  }

  /// Updates the address once navigation rests; browsers refuse more than a few changes a second.
  ///
  /// The overview, each session, and where a jump began are pages of their own, between which the browser's Back and
  /// Forward lead.
  remember() {
    clearTimeout(this.timer);
    const { live, shown } = this.page;
    const subject = live ? live.id : shown;
    const isOther = this.subject !== undefined && subject !== this.subject;
    this.subject = subject;
    if (this.isFollowing) return void (this.last = this.text);
    const isJump = this.isJump && this.last !== "#" && this.text !== this.last;
    this.isJump = false;
    if (isOther || isJump) {
      history.replaceState(null, "", this.last);
      history.pushState(null, "", this.text);
    } else {
      this.timer = setTimeout(() => history.replaceState(null, "", this.text), Address.rest);
    }
    this.last = this.text;
  }

  /// The name of the condition that filters the list; null for none.
  get condition() {
    return this.page.filter.conditions.chosen?.name ?? null;
  }

  get text() {
    const { current, tokens, shown } = this.page;
    const link = new URLSearchParams();
    if (shown === null) return "#";
    if (this.page.live || this.page.sessionCount > 1) link.set("session", shown + 1);
    if (current) link.set("index", current.index);
    if (tokens !== null) link.set("at", pointerText(tokens));
    if (this.page.state.pinned !== null) link.set("with", this.page.state.pinned.index);
    if (byId("filter").value !== "") link.set("filter", byId("filter").value);
    if (this.condition !== null) link.set("where", this.condition);
    return `#${link.toString().replaceAll("%2F", "/")}`;
  }
}
/// Milliseconds.
Address.rest = 300;
