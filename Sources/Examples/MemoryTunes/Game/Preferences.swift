import Foundation

/// The settings that the game stores between launches, as an app does in its user defaults.
public protocol Preferences: Sendable {
  /// The last chosen category, if any.
  var category: TuneCategory? { get nonmutating set }
}

/// The preferences that the reducers use.
public enum PlayerPreferences {
  /// Task-local, so that every test and every game can have its own.
  @TaskLocal public static var current: any Preferences = InMemoryPreferences()
}

/// Preferences that last as long as the program.
public final class InMemoryPreferences: Preferences, @unchecked Sendable {
  private let lock = NSLock()
  private var remembered: TuneCategory?

  public init(category: TuneCategory? = nil) {
    remembered = category
  }

  public var category: TuneCategory? {
    get { lock.withLock { remembered } }
    set { lock.withLock { remembered = newValue } }
  }
}
