import RewindJSON

/// A command for the running app, as it is typed in the stepper.
enum AppCommand {
  /// The commands, for the prompt.
  static let forms =
    "jump [N], step N, skip [N], unskip [N], hold, resume, commit, reset, dispatch TYPE {…}"

  /// Returns a typed command as `rewind live` takes it; actions without a number are the selected one.
  ///
  /// - Throws: `InputError` for anything else.
  static func json(_ line: String, at index: Int) throws(InputError) -> JSONValue {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let rest = words.count > 1 ? words[1].trimmingPrefix(while: \.isWhitespace) : ""
    func number(_ standard: Int?) throws(InputError) -> JSONValue {
      guard let number = rest.isEmpty ? standard : Int(rest) else {
        throw .needs("\"\(line)\"", "a whole number")
      }
      return JSONValue(number)
    }
    switch words.first.map(String.init) {
    case let name? where ["jump", "skip", "unskip"].contains(name):
      return ["command": .string(name), "index": try number(index)]
    case "step":
      return ["command": "step", "by": try number(nil)]
    case let name? where ["hold", "resume", "commit", "reset", "status"].contains(name):
      guard rest.isEmpty else { throw .unexpected("\(rest)", of: name) }
      return ["command": .string(name)]
    case "dispatch":
      return ["command": "dispatch", "action": try action(rest)]
    default:
      throw .takes("The app", forms, not: line)
    }
  }

  private static func action(_ text: Substring) throws(InputError) -> JSONValue {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let type = words.first else { throw .needs("dispatch", "a type and a payload as JSON") }
    guard words.count > 1 else { return ["type": .string(String(type)), "payload": [:]] }
    do {
      let payload = try JSONValue(parsing: Array(words[1].utf8))
      return ["type": .string(String(type)), "payload": payload]
    } catch {
      throw .isNot("The payload", "JSON: \(error.what)")
    }
  }

  /// Returns an answer of the app in words.
  static func words(_ answer: JSONValue) -> String {
    if let why = answer["why"]?.string { return why }
    guard let status = answer["status"], let index = status["index"]?.int else { return "Done." }
    var words = "The app shows the state after action \(index)"
    if status["isHolding"]?.bool == true {
      words += ", and holds its actions back: \(status["held"]?.int ?? 0) so far"
    }
    return words + "."
  }
}
