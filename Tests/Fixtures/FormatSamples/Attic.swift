import Foundation
import Rewind
import RewindReplay

/// A state whose forms by reflection were not what anybody would expect when the first recordings were
/// made: text that looks like memory, children that do not show, names that fall together.
struct Attic {
  /// Has a mirror of its own, without a display style.
  struct Shown: CustomReflectable {
    var secret = 1
    var customMirror: Mirror { Mirror(self, children: ["seen": 2]) }
  }

  /// Has a mirror of its own, as a structure.
  struct Posed: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: ["seen": 3], displayStyle: .struct) }
  }

  /// Both a name and the same with an underscore.
  struct Twins {
    var id = 1
    // swift-format-ignore: NoLeadingUnderscores
    var _id = 2
  }

  struct Item: Hashable {
    var number = 1
  }

  var substring = "a whole text".dropFirst(2)
  var character: Character = "é"
  var scalar: Unicode.Scalar = "s"
  var characters: [Character] = ["a", "b"]
  var contiguous: ContiguousArray = [Item(number: 1), Item(number: 2)]
  var slice = [Item(number: 1), Item(number: 2), Item(number: 3)].dropFirst()
  var pairs: KeyValuePairs = ["b": Item(number: 1), "a": Item(number: 2)]
  var mixed: [String: Any] = ["number": 1, "list": [1, 2], "item": Item()]
  var shown = Shown()
  var posed = Posed()
  var twins = Twins()
  var caught: any Error = House.Alarm.fire(floor: 1)
  var foundation: any Error = NSError(domain: "attic", code: 3)
  var notification = Notification.Name("opened")
  var span = Item(number: 1).number..<4
  var unit: Void = ()
  var nested: Int?? = .some(nil)
  var count = 0
}

struct Sweep {
  let by: Int
}

func atticReducer(_ action: Any, _ attic: Attic) -> Attic {
  var attic = attic
  if let sweep = action as? Sweep {
    attic.count += sweep.by
    attic.substring = "\(attic.count) left".dropFirst(0)
    attic.caught = House.Alarm.water
  }
  return attic
}

/// A state with what reflection cannot write, which is marked.
struct Cellar {
  final class Loop {
    var next: Loop?
  }

  /// An instance that is not read, since another thread may be changing it.
  final class Guarded {
    let lock = NSLock()
    var value = 1
  }

  indirect enum Ladder {
    case end
    case rung(Ladder)
  }

  var closure: () -> Int = { 1 }
  var type: Any.Type = Int.self
  var pointer = UnsafeRawPointer(bitPattern: 8)
  var guarded = Guarded()
  var loop: Loop = {
    let loop = Loop()
    loop.next = loop
    return loop
  }()
  var ladder: Ladder = (0..<70).reduce(.end) { ladder, _ in .rung(ladder) }
  var failing = Failing()
  var count = 0
}

func cellarReducer(_ action: Any, _ cellar: Cellar) -> Cellar {
  var cellar = cellar
  if let sweep = action as? Sweep { cellar.count += sweep.by }
  return cellar
}

extension Attic {
  fileprivate static let replayable = ReplayableStore(
    initial: Attic(),
    actions: sweeps(),
    reduce: .actionFirst(atticReducer)
  )
}

extension Cellar {
  fileprivate static let replayable = ReplayableStore(
    initial: Cellar(),
    actions: sweeps(),
    reduce: .actionFirst(cellarReducer)
  )
}

private func sweeps() -> ActionDecoders<Any> {
  ActionDecoders().adding("Sweep") { Sweep(by: try $0.value("by")) }
}

extension Sample {
  /// A sample of a state that a `Sweep` changes.
  private static func swept<State, Reducer>(
    _ store: @autoclosure @escaping @Sendable () -> ReplayableStore<State, Any, Reducer>
  ) -> Sample {
    Sample(of: store()) { log in
      let (recorder, store) = (Recorder.steady("sweep", log), store())
      let recording = store.record(by: recorder)
      var state = recording.initialState()
      for by in [1, 2] {
        let sweep = Sweep(by: by)
        state = recording.record(sweep, from: state) {
          store.replayed.state(after: sweep, on: state)
        }
      }
      recorder.close()
    }
  }

  /// Texts, mirrors of their own, names with underscores, errors.
  static let reflectedOdd = swept(Attic.replayable)
  /// Marks instead of what reflection cannot write.
  static let reflectedMarks = swept(Cellar.replayable)
}
