import Foundation

/// What tells one crash from another: how, in which kind of action, and where in the app's own code.
///
/// What is told of it has neither addresses nor lines, so that it stays the same when the app is built
/// again or code above it is edited.
public struct CrashSignature: Hashable, Sendable, CustomStringConvertible {
  public let crash: CrashClass
  /// The type of the action whose reduction died.
  public let type: String
  /// The first functions of the app's own, innermost first; empty where nobody could tell.
  public let frames: [String]
  /// The line of code that wrote "Fatal error", as in `Shop/Cart.swift:126`; nil where none did.
  ///
  /// It tells two traps of one function apart, by one and the same build of the app.
  private let place: String?

  public init(_ crash: CrashClass, in type: String) {
    self.init(crash, in: type, at: [], errorText: "")
  }

  /// A crash with what the dying program wrote.
  package init(_ crash: CrashClass, in type: String, at frames: [String], errorText: String) {
    self.crash = crash
    self.type = type
    self.frames = frames
    place = errorText.fatalErrorLine?.fatalErrorPlace
  }

  /// A crash as a replay tells it.
  init(_ crash: CrashClass, in type: String, _ outcome: ReplayProgram.Outcome) {
    self.init(
      crash,
      in: type,
      at: outcome.backtrace?.frames ?? [],
      errorText: outcome.errorText
    )
  }

  public var description: String {
    "\(crash) in \(type)" + (frames.isEmpty ? "" : " at \(frames.joined(separator: " < "))")
  }

  /// Whether another crash is taken for the same one; where it died counts if both tell it.
  public func matches(_ other: CrashSignature) -> Bool {
    crash == other.crash && type == other.type
      && (frames.isEmpty || other.frames.isEmpty || frames == other.frames)
      && (place == nil || other.place == nil || place == other.place)
  }
}

extension String {
  /// What stands before the words of a "Fatal error" line.
  fileprivate var fatalErrorPlace: String? {
    guard let words = range(of: ": Fatal error") else { return nil }
    let place = self[..<words.lowerBound]
    return place.last?.isNumber ?? false ? String(place) : nil
  }
}
