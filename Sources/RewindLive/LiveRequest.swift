import RewindJSON
import RewindReplay
import RewindSession

/// A command of the window; actions are named by their indexes in the log.
enum LiveRequest {
  case status
  case jump(index: Int)
  case step(by: Int)
  case skip(index: Int, Bool)
  case hold
  case resume
  case commit
  case reset
  case dispatch(JSONValue)

  /// Reads a command.
  ///
  /// - Throws: ``LiveRefusal`` if there is none of that name, or something is missing.
  init(_ json: JSONValue) throws(LiveRefusal) {
    func number(_ name: String) throws(LiveRefusal) -> Int {
      guard let number = json[name]?.int else {
        throw LiveRefusal("The command lacks its \(name).")
      }
      return number
    }
    switch json["command"]?.string {
    case "status": self = .status
    case "jump": self = .jump(index: try number("index"))
    case "step": self = .step(by: try number("by"))
    case "skip": self = .skip(index: try number("index"), true)
    case "unskip": self = .skip(index: try number("index"), false)
    case "hold": self = .hold
    case "resume": self = .resume
    case "commit": self = .commit
    case "reset": self = .reset
    case "dispatch":
      guard let action = json["action"] else { throw LiveRefusal("The command lacks its action.") }
      self = .dispatch(action)
    case let name: throw LiveRefusal("There is no command \(name ?? "without a name").")
    }
  }

  /// Carries the command out.
  ///
  /// - Throws: A reason in a sentence.
  func carryOut<State, Action>(
    by machine: TimeMachine<State, Action>,
    _ actions: ActionDecoders<Action>
  ) throws {
    switch self {
    case .status: break
    case .jump(let index): try machine.jump(to: machine.position(ofLogged: index))
    case .step(let distance): try machine.step(by: distance)
    case .skip(let index, true): try machine.skip(machine.position(ofLogged: index))
    case .skip(let index, false): try machine.unskip(machine.position(ofLogged: index))
    case .hold: machine.hold()
    case .resume: try machine.resume()
    case .commit: try machine.commit()
    case .reset: try machine.reset()
    case .dispatch(let json):
      machine.dispatch(try actions.action(Self.recorded(json)))
    }
  }

  private static func recorded(_ json: JSONValue) throws(LiveRefusal) -> RecordedAction {
    guard json["type"]?.string != nil else {
      throw LiveRefusal(#"An action is an object with a type: {"type": "…", "payload": {…}}."#)
    }
    do {
      let line: JSONValue = ["index": 1, "action": json]
      guard case .action(let action) = try SessionLine(line) else {
        throw LiveRefusal("This is not an action.")
      }
      return action
    } catch let error as LiveRefusal {
      throw error
    } catch {
      throw LiveRefusal("\(error)")
    }
  }
}

/// A reason why a command is not carried out.
struct LiveRefusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension TimeMachine {
  /// Returns the position of an action of the log.
  ///
  /// - Throws: ``LiveRefusal`` if it is not in the store's history.
  fileprivate func position(ofLogged index: Int) throws(LiveRefusal) -> Int {
    var position = history.count
    while position >= 0 {
      if logIndex(at: position) == index { return position }
      position -= 1
    }
    throw LiveRefusal(
      """
      Action \(index) is not in the store's present history: it is on an abandoned branch, or before \
      a commit.
      """
    )
  }

  /// The machine's position, as the window shows it.
  var liveStatus: JSONValue {
    let skipped = history.indices.filter { history[$0].isSkipped }.compactMap {
      logIndex(at: $0 + 1)
    }
    return [
      "index": logIndex(at: position).map { JSONValue($0) } ?? .null,
      "end": logIndex(at: history.count).map { JSONValue($0) } ?? .null,
      "isInPast": .bool(position < history.count), "isHolding": .bool(isHolding),
      "held": JSONValue(held.count), "skipped": .array(skipped.map { JSONValue($0) }),
    ]
  }
}
