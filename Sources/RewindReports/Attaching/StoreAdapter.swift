/// A file of an app's own that attaches a library's store, where this package cannot extend the library's
/// types without importing it.
package struct StoreAdapter: Sendable {
  /// The name on the command line.
  package let name: String
  /// The library.
  package let library: String
  /// The file.
  package let text: String

  /// Every adapter.
  package static let all = [
    StoreAdapter(
      name: "tca",
      library: "The Composable Architecture",
      text: """
        import ComposableArchitecture
        import Rewind

        extension Reducer {
          func recorded(by recording: Recording<State>) -> some Reducer<State, Action> {
            Reduce { s, a in
              recording.record(a, on: &s) { _reduce(into: &$0, action: a).map(recording.sent()) }
            }
          }
        }
        extension DependencyValues {
          mutating func recordInputs() {
            uuid = UUIDGenerator { [uuid] in Recorded.uuid { uuid() } }
            date = DateGenerator { [date] in Recorded.date { date.now } }
            withRandomNumberGenerator = WithRandomNumberGenerator(Recorded.Generator())
          }
        }

        """
    )
  ]
}
