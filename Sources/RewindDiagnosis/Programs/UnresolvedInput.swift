/// An input that a reducer read in a replay and that is not in the recording.
///
/// The replay ends there: it has shown neither that the app survives nor that it crashes.
package struct UnresolvedInput: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  package let name: String
  /// The action whose reducer read it.
  package let action: Int

  package init(_ name: String, in action: Int) {
    (self.name, self.action) = (name, action)
  }

  package var description: String {
    "The reducer of action \(action) read \"\(name)\", which is not in the recording."
  }
}
