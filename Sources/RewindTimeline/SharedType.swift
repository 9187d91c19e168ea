import RewindSession

/// The enum whose cases all actions of a session are.
///
/// Lists leave it out: `.cart.add` for `AppAction.cart.add`.
package struct SharedType: Sendable {
  /// The name of the enum; nil if the actions have several types, or a type alone.
  package let name: String?

  /// The number of actions to look at: a session has either one type of actions, or soon another.
  private static let looked = 64

  /// Finds the part that the names of actions share.
  package init(of names: some Sequence<String>) {
    var common: String?
    for name in names {
      guard let type = name.enumName, common == nil || type == common else {
        self.name = nil
        return
      }
      common = type
    }
    name = common
  }

  init(ofFirstActionsIn timeline: Timeline) {
    var index = timeline.firstIndex
    var names: [String] = []
    while names.count < Self.looked, let action = try? timeline.nextAction(from: index + 1) {
      names.append(action.type)
      index = action.index
    }
    self.init(of: names)
  }

  /// Returns a name without the part that all share; a name of another type is whole.
  package func short(_ type: String) -> String {
    guard let name, type.hasPrefix(name + ".") else { return type }
    return String(type.dropFirst(name.count))
  }
}

extension String {
  /// The enum in the name of an action that is a case of one: `Game.Action` of `Game.Action.destination.alert`;
  /// nil for a type alone.
  fileprivate var enumName: String? {
    let end = indexes(of: ".", outside: "<>").first { position in
      // Scripts without capitals have them in no type either.
      self[index(after: position)...].first?.isUppercase == false
    }
    return end.map { String(self[..<$0]) }
  }

  /// True if this is the name of an action, or ends one: `inbox.loaded` does `AppAction.inbox.loaded`, also with a
  /// period before it, as in a list.
  package func isOrEnds(actionName name: String) -> Bool {
    let word = hasPrefix(".") ? String(dropFirst()) : self
    return name == word || name.hasSuffix("." + word)
  }
}
