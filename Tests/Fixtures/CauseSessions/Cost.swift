import Foundation
import Rewind
import RewindCoding

/// A way in which a small action is dispatched, for what counts instructions.
enum DispatchWay: String {
  /// In place, on a state of one number, with the log in memory, and no scope for what the dispatch starts.
  case plain
  /// As `plain`, within `recording.dispatch`, which carries the cause.
  case scope
  /// No dispatch, only what the runtime takes for one scope: a new object, bound as a task-local value.
  case bind
  /// By a pure reducer, on a state of three fields, with the log in a file.
  case small
  /// As `small`, of an action that is a number.
  case number
  /// As `small`, in place.
  case inPlace
  /// As `small`, of a state that is not `Encodable`.
  case reflected
  /// No dispatch: the types of a log are found, once for the whole ``Town``.
  case types
}

/// A state of twenty types of its own.
private enum Town {
  struct Whole {
    var streets: [Street], mayor: Person?, rules: [String: Rule], map: Map, lights: Set<Lamp>
  }
  struct Street { var name: String, houses: [House], lamps: [Lamp], trees: [Tree] }
  struct House: Codable { var id: UUID, number: Int, people: [Person], pets: [Pet], rooms: Rooms }
  struct Person: Codable { var id: UUID, name: Name, born: Date, mail: Mail?, job: Job }
  struct Name: Codable { var first: String, last: String }
  struct Pet: Codable { var name: String, kind: Kind }
  enum Kind: String, Codable, CaseIterable {
    case cat
    case dog
    case bird
  }
  struct Rooms: Codable { var count: Int, area: Double, heating: Heating }
  enum Heating: Codable {
    case none
    case gas(Double)
    case power(kilowatts: Double, since: Date)
  }
  enum Mail: Codable {
    case letter(Letter)
    case card(String)
    case parcel(Parcel)
  }
  struct Letter: Codable { var text: String, stamp: Decimal }
  struct Parcel: Codable { var weight: Int, content: [String] }
  enum Job: Codable {
    case none
    case baker
    case teacher(of: String)
  }
  struct Rule { var text: String, isOn: Bool, check: Check }
  enum Check {
    case never
    case daily(hour: Int)
    case weekly([Int])
  }
  struct Map { var tiles: [[Tile]], scale: Double, origin: Point }
  struct Tile { var kind: Int, height: Float }
  struct Point { var x: Double, y: Double }
  struct Lamp: Hashable { var height: Int, isOn: Bool }
  indirect enum Tree {
    case leaf
    case branch(Tree, Tree)
  }
}

/// The state of a counter in a small game: 47 bytes of JSON.
struct SmallState: Codable {
  var count = 0
  var name = "a player"
  var isDone = false
}

/// The same without an `encode(to:)`.
struct PlainSmallState {
  var count = 0
  var name = "a player"
  var isDone = false
}

/// The actions of that game.
enum SmallAction: Codable {
  case add(Int)
  case finish
}

/// Dispatches a number of actions to a recorded store.
func dispatchMany(_ count: Int, _ way: DispatchWay) {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  switch way {
  case .plain, .scope: dispatchTallies(count, isScoped: way == .scope)
  case .bind: bind(count)
  case .types:
    var catalog = TypeCatalog()
    if count > 0 {
      print(catalog.newTypes(of: [Town.Whole.self], LeftOutProperties()).count, "types")
    }
  case .small:
    withRecorder(count, path) { dispatch(to: $0.attach(SmallState.self)) { SmallAction.add($0) } }
  case .number:
    withRecorder(count, path) { dispatch(to: $0.attach(SmallState.self)) { $0 } }
  case .inPlace:
    withRecorder(count, path) { recorder in
      let recording = recorder.attach(SmallState.self)
      var state = SmallState()
      return { recording.record(SmallAction.add($0), on: &state) { $0.count += 1 } }
    }
  case .reflected:
    withRecorder(count, path) { recorder in
      let recording = recorder.attach(PlainSmallState.self)
      var state = PlainSmallState()
      return { number in
        let before = state
        state = recording.record(SmallAction.add(number), from: before) {
          var next = before
          next.count += 1
          return next
        }
      }
    }
  }
}

private func dispatch<Action>(
  to recording: Recording<SmallState>,
  _ action: @escaping (Int) -> Action
) -> (Int) -> Void {
  var state = SmallState()
  return { number in
    let before = state
    state = recording.record(action(number), from: before) {
      var next = before
      next.count += 1
      return next
    }
  }
}

/// Dispatches to a store whose log is a file, and prints the bytes that its lines take.
private func withRecorder(
  _ count: Int,
  _ path: String,
  _ makeDispatch: (Recorder) -> (Int) -> Void
) {
  let recorder = Recorder(app: "cost", to: .file(path), options: .init(announces: false))
  let dispatch = makeDispatch(recorder)
  for number in 0..<count { dispatch(number) }
  recorder.close()
  let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int ?? 0
  print("bytes: \(size)")
}

private final class Bound: Sendable {
  @TaskLocal static var current: Bound?
  let number: Int

  init(_ number: Int) { self.number = number }
}

@inline(never)
private func bind(_ count: Int) {
  for number in 0..<count { Bound.$current.withValue(Bound(number)) { noteBound() } }
}

@inline(never)
private func noteBound() {}

private func dispatchTallies(_ count: Int, isScoped: Bool) {
  let options = Recorder.Options(holdingBudget: nil)
  let recorder = Recorder(app: "cost", to: .memory(MemoryLog()), options: options)
  let recording = recorder.attach(Tally.self)
  var state = Tally()
  for id in 0..<count {
    if isScoped {
      recording.dispatch {
        recording.record(Step(id: id), on: &state) { $0.count += 1 }
      }
    } else {
      recording.record(Step(id: id), on: &state) { $0.count += 1 }
    }
  }
}
