package import RewindJSON

/// The values without which a crash does not happen, found by taking others in their place.
///
/// They are tried on states that no user had: the state before the culprit with some of its changes.
package struct CrashNeeds: Sendable {
  /// The changes of the culprit that the crash needs, and that are enough for it.
  package struct Part: Sendable {
    package let changes: [Change]
    /// The number of all changes of the culprit.
    package let count: Int
  }

  /// A value that a reducer read; with another one, the app survives.
  package struct Read: Sendable {
    package fileprivate(set) var action: Int
    package let name: String
    package let value: JSONValue
    /// The other value.
    package let other: JSONValue
    /// The action that read the other value; nil for one that is made up, as of an identifier.
    package fileprivate(set) var otherAction: Int?
  }

  /// Nil if no part of the culprit's changes is enough and needed.
  package let part: Part?
  /// Nil if the crash needs none of the values that were read.
  package private(set) var read: Read?
  /// The number of replays; 60 at most.
  package let replays: Int
  /// The number of these in which the app could not decode the state, or died of it.
  package let skipped: Int

  /// Returns the same with other indexes for the actions.
  func renumbered(_ index: (Int) -> Int) -> CrashNeeds {
    var copy = self
    copy.read?.action = read.map { index($0.action) } ?? 0
    copy.read?.otherAction = read?.otherAction.map(index)
    return copy
  }
}
