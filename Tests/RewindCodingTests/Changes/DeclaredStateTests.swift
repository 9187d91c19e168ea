import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// An instance that is never changed, which the recorder cannot know; it counts how often it is encoded.
private final class Stop: Encodable, Sendable {
  @TaskLocal static var count: Count?

  final class Count: @unchecked Sendable {
    var encoded = 0
  }

  let name: String
  let lines: [Int]

  init(_ name: String, lines: [Int]) { (self.name, self.lines) = (name, lines) }

  private enum Keys: CodingKey { case name, lines }

  func encode(to encoder: any Encoder) throws {
    Self.count?.encoded += 1
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(name, forKey: .name)
    try container.encode(lines, forKey: .lines)
  }
}

private struct Trip: Encodable {
  var stops: [Stop]
  var byName: [String: Stop] = [:]
  var next: Stop?
  var counter = 0
}

/// A list as libraries have them, which encodes its elements one by one.
private struct StopList: Encodable {
  var stops: [Stop]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for stop in stops { try container.encode(stop) }
  }
}

private struct DeclaredTrip: Encodable, RewindValue {
  var trip: Trip
  var list: StopList
}

private struct UndeclaredTrip: Encodable {
  var trip: Trip
  var list: StopList
}

/// The same, written by reflection.
private final class PlainStop: Sendable {
  let name: String
  let next: PlainStop?

  init(_ name: String, next: PlainStop? = nil) { (self.name, self.next) = (name, next) }
}

private struct PlainTrip: RewindValue {
  var stops: [PlainStop]
  var byName: [String: PlainStop] = [:]
  var counter = 0
}

@Suite("A state that is declared to be a value")
struct DeclaredStateTests {
  private func stop(_ random: inout some RandomNumberGenerator) -> Stop {
    let number = Int.random(in: 0..<50, using: &random)
    return Stop("stop \(number)", lines: Array(0..<number % 7))
  }

  @Test("leads to the next state, whatever changes", arguments: TestScale.seeds(4, of: 100))
  func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let stops = (0..<30).map { _ in stop(&random) }
    var state = DeclaredTrip(trip: Trip(stops: stops), list: StopList(stops: stops))
    var followed = try FollowedStates(state)
    for step in 0..<200 {
      let index = Int.random(in: 0..<state.trip.stops.count, using: &random)
      let other = stop(&random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: state.trip.stops[index] = other
      case 1: state.trip.stops.insert(other, at: index)
      case 2 where state.trip.stops.count > 2: state.trip.stops.remove(at: index)
      case 3: state.trip.byName[other.name] = other
      case 4: state.trip.byName[other.name] = nil
      case 5: state.trip.next = step % 3 == 0 ? nil : other
      case 6: state.list.stops.append(other)
      case 7: state.list.stops[index % state.list.stops.count] = other
      default: state.trip.counter += 1
      }
      try followed.patch(to: state, "seed \(seed), step \(step)")
    }
  }

  @Test("leads to the next state where it is reflected", arguments: TestScale.seeds(4, of: 100))
  func reflected(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var state = PlainTrip(stops: (0..<30).map { PlainStop("stop \($0)") })
    var followed = try FollowedStates(reflecting: state)
    for step in 0..<120 {
      let index = Int.random(in: 0..<state.stops.count, using: &random)
      let other = PlainStop("stop \(index + step)", next: step % 2 == 0 ? nil : PlainStop("next"))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: state.stops[index] = other
      case 1: state.stops.insert(other, at: index)
      case 2: state.byName[other.name] = other
      case 3 where state.stops.count > 2: state.stops.remove(at: index)
      default: state.counter += 1
      }
      try followed.patch(to: state, "seed \(seed), step \(step)")
    }
  }

  /// How often stops are encoded for a change of one of a hundred.
  private func encodings<State: Encodable>(
    from first: State,
    to next: State
  ) -> Int {
    let finder = ChangeDetector(encoding: State.self)
    withUnsafePointer(to: first) { finder.begin(with: $0) }
    let count = Stop.Count()
    var line = LineBuffer()
    Stop.$count.withValue(count) {
      withUnsafePointer(to: next) { _ = finder.advance(to: $0, appendingPatchTo: &line) }
    }
    return count.encoded
  }

  @Test(
    "has only those parts encoded that have changed, though no one could know that they are values"
  )
  func partsThatChanged() {
    let stops = (0..<100).map { Stop("stop \($0)", lines: [$0]) }
    let list = StopList(stops: stops)
    let trip = Trip(stops: stops)
    var next = trip
    next.stops[50] = Stop("another", lines: [])
    let declared = encodings(
      from: DeclaredTrip(trip: trip, list: list),
      to: DeclaredTrip(trip: next, list: list)
    )
    let undeclared = encodings(
      from: UndeclaredTrip(trip: trip, list: list),
      to: UndeclaredTrip(trip: next, list: list)
    )
    #expect(declared <= 4)
    #expect(undeclared >= 200)
  }
}
