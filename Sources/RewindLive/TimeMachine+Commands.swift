package import RewindJSON
package import RewindReplay
import RewindSession

/// The commands of the window; actions are named by their indexes in the log.
extension TimeMachine {
  /// Carries out a command, and returns its answer, if it has one.
  ///
  /// - Throws: A reason in a sentence.
  func carryOut(_ command: JSONValue, _ actions: ActionDecoders<Action>) throws -> JSONObject {
    func number(_ name: String) throws -> Int {
      guard let number = command[name]?.int else {
        throw LiveRefusal("The command lacks its \(name).")
      }
      return number
    }
    switch command["command"]?.string {
    case "status": break
    case "states":
      return JSONObject([
        ("states", try statesReducedAgain(from: number("from"), to: number("to")))
      ])
    case "jump": try jump(to: position(ofLogged: number("index")))
    case "step": try step(by: number("by"))
    case "skip": try skip(position(ofLogged: number("index")))
    case "unskip": try unskip(position(ofLogged: number("index")))
    case "hold": hold()
    case "resume": try resume()
    case "commit": try commit()
    case "reset": try reset()
    case "dispatch":
      guard let action = command["action"] else {
        throw LiveRefusal("The command lacks its action.")
      }
      dispatch(try actions.action(written: action))
    case let name: throw LiveRefusal("There is no command \(name ?? "without a name").")
    }
    return JSONObject()
  }

  private func position(ofLogged index: Int) throws -> Int {
    guard let position = (0...history.count).last(where: { logIndex(at: $0) == index }) else {
      throw LiveRefusal(
        """
        Action \(index) is not in the store's present history: it is on an abandoned branch, or before \
        a commit.
        """
      )
    }
    return position
  }

  /// The machine's position, as the window shows it.
  var liveStatus: JSONValue {
    let skipped = history.indices.filter { history[$0].isSkipped }.compactMap {
      logIndex(at: $0 + 1)
    }
    return [
      "again": reducedAgain,
      "index": logIndex(at: position).map { JSONValue($0) } ?? .null,
      "end": logIndex(at: history.count).map { JSONValue($0) } ?? .null,
      "isInPast": .bool(position < history.count), "isHolding": .bool(isHolding),
      "held": JSONValue(held.count), "skipped": .array(skipped.map { JSONValue($0) }),
    ]
  }
}

extension ActionDecoders {
  /// Decodes an action that someone has written as a log has it.
  ///
  /// - Throws: A reason in a sentence.
  package func action(written json: JSONValue) throws -> Action {
    guard json["type"]?.string != nil else {
      throw LiveRefusal(#"An action is an object with a type: {"type": "…", "payload": {…}}."#)
    }
    guard case .action(let recorded) = try SessionLine(["index": 1, "action": json]) else {
      throw LiveRefusal("This is not an action.")
    }
    return try action(recorded)
  }
}

/// A reason why a command is not carried out.
private struct LiveRefusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
