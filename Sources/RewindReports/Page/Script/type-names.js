// The names of actions without what all of them begin with: of `AppAction.cart.add` and `AppAction.tick`, `cart.add`.

class TypeNames {
  constructor() {
    this.prefix = null;
  }

  /// Takes another type; returns true if that changes the names of those before.
  take(type) {
    const before = this.prefix;
    // A point within angle brackets is in the name of another type.
    const [outer] = type.split("<");
    const own = outer.slice(0, outer.lastIndexOf(".") + 1);
    if (before === null) this.prefix = own;
    else while (!own.startsWith(this.prefix)) this.prefix = this.prefix.slice(0, this.prefix.lastIndexOf(".", this.prefix.length - 2) + 1);
    return before !== null && before !== this.prefix;
  }

  short(type) {
    return this.prefix !== null && type.startsWith(this.prefix) ? type.slice(this.prefix.length) : type;
  }
}
