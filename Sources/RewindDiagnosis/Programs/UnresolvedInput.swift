/// An input that a reducer read in a replay and that is not in the recording.
///
/// The replay ends there: it has shown neither that the app survives nor that it crashes.
public struct UnresolvedInput: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  public let name: String
  /// The action whose reducer read it.
  public let action: Int

  package init(_ name: String, in action: Int) {
    (self.name, self.action) = (name, action)
  }

  public var description: String {
    "The reducer of action \(action) read \"\(name)\", which is not in the recording."
  }
}
