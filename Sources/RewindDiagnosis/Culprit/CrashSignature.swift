/// What tells one crash from another: how, in which kind of action, and where in the app's own code.
///
/// It has neither addresses nor lines, so that it stays the same when the app is built again or code
/// above it is edited.
public struct CrashSignature: Hashable, Sendable, CustomStringConvertible {
  public let crash: CrashClass
  /// The type of the action whose reduction died.
  public let type: String
  /// The first functions of the app's own, innermost first; empty where nobody could tell.
  public let frames: [String]

  public init(_ crash: CrashClass, in type: String, at frames: [String] = []) {
    self.crash = crash
    self.type = type
    self.frames = frames
  }

  public var description: String {
    "\(crash) in \(type)" + (frames.isEmpty ? "" : " at \(frames.joined(separator: " < "))")
  }

  /// Whether another crash is taken for the same one; where it died counts if both tell it.
  public func matches(_ other: CrashSignature) -> Bool {
    crash == other.crash && type == other.type
      && (frames.isEmpty || other.frames.isEmpty || frames == other.frames)
  }
}
