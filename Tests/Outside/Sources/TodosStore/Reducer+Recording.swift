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
