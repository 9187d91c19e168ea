// The page's address: it leads to a session, an index and a place, and follows navigation.
//
//   #session=2&index=12&at=/game/score&with=8&filter=changed(score)
//
// Without a session, a page of several shows their overview.

class Address {
  constructor(page) {
    this.page = page;
    addEventListener("hashchange", () => this.follow());
  }

  /// Goes to the place in the address.
  async follow() {
    const link = new URLSearchParams(location.hash.slice(1));
    const { live } = this.page;
    if (!live && RewindPage.sessionCount > 1 && !link.has("session")) return this.page.showOverview();
    const usual = live ? this.page.place : 0;
    const asked = link.has("session") ? parseInt(link.get("session"), 10) - 1 || 0 : usual;
    const place = Math.min(Math.max(0, asked), RewindPage.sessionCount - 1);
    if (place !== this.page.place) {
      if (live) await live.open(live.sessions[place].id);
      else this.page.open(place);
    }
    if (link.has("filter")) {
      byId("filter").value = link.get("filter");
      this.page.filter.run();
    }
    const index = parseInt(link.get("index") ?? "", 10);
    if (Number.isFinite(index)) this.page.go(index);
    const tokens = link.has("at") ? tokensOf(link.get("at")) : null;
    if (tokens !== null) this.page.choose(tokens);
    const pinned = this.page.session.stepAt.get(parseInt(link.get("with") ?? "", 10));
    if (pinned) this.page.state.compareWith(pinned);
    return undefined;
  }

  /// Updates the address once navigation rests; browsers refuse more than a few changes a second.
  remember() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(null, "", this.text), Address.rest);
  }

  get text() {
    const { current, tokens, place } = this.page;
    const link = new URLSearchParams();
    if (place === null) return "#";
    if (RewindPage.sessionCount > 1) link.set("session", place + 1);
    if (current) link.set("index", current.index);
    if (tokens !== null) link.set("at", pointerText(tokens));
    if (this.page.state.pinned !== null) link.set("with", this.page.state.pinned.index);
    if (byId("filter").value !== "") link.set("filter", byId("filter").value);
    return `#${link.toString().replaceAll("%2F", "/")}`;
  }
}
/// Milliseconds.
Address.rest = 300;
