import RewindText
import RewindTimeline

/// The actions of all stores of a session, on one axis of time.
struct StoreListing {
  private let stores: SessionStores
  private let terminal: Terminal

  /// Finds the logs of the session that a log is of.
  init(of timeline: Timeline, _ terminal: Terminal) throws {
    self.terminal = terminal
    stores = try SessionStores.find(beside: timeline) {
      terminal.warn("rewind: \($0)".escapedForTerminal)
    }
  }

  /// Prints the actions; returns true if there are any.
  func print() throws -> Bool {
    let width = stores.members.map { $0.name.escapedForTerminal.columns }.max() ?? 0
    var isFound = false
    try stores.eachAction { member, action in
      isFound = true
      try terminal.show(
        ListedAction.read(
          action,
          in: member.timeline,
          store: (member.name, width),
          columns: terminal.columns
        )
      )
    }
    return isFound
  }
}
