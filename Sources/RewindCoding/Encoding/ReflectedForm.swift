/// The form in which reflection writes values, as numbered in the header of a log.
package enum ReflectedForm {
  /// The form of new logs.
  package static let current = 2

  /// Writes values in the form of an older log while that is replayed; nil for ``current``.
  @TaskLocal package static var older: (any OlderForm)?
}

/// The writing of values by reflection as an earlier version did it.
///
/// Not a function: optimized code from the Swift 6.3 compiler crashes if a task-local value is a function.
package protocol OlderForm: Sendable {
  /// Returns true if the value was written by reflection.
  func write(_ value: Any, to bytes: inout [UInt8]) -> Bool
}
