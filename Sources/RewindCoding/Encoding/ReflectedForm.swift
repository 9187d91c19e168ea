/// The form in which reflection writes values, as numbered in the header of a log.
package enum ReflectedForm {
  /// The form of new logs.
  package static let current = 2

  /// Writes values in the form of an older log while that is replayed; nil for ``current``.
  @TaskLocal package static var older:
    (@Sendable (_ value: Any, _ bytes: inout [UInt8]) -> JSONEncoding.Outcome)?
}
