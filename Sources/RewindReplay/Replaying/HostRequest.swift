import Foundation
import RewindJSON
import RewindSession

/// A request of the tool, read from standard input.
struct HostRequest {
  /// The states to write.
  enum States: String {
    case all
    case last
    case none
  }

  /// A line after the first action.
  enum Entry {
    /// A state to continue from.
    case state((index: Int, state: JSONValue))
    /// A step, by its number.
    case step(Int)
  }

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Standard input, with a buffer of its own.
  nonisolated(unsafe) private static let input = fdopen(0, "r")

  /// The first line of standard input, read once for all stores.
  static let firstLine: [UInt8] = {
    var line: [UInt8] = []
    eachLine {
      line = Array($0)
      return false
    }
    return line
  }()

  /// Passes on the next lines, with their line feeds, until `body` returns false.
  private static func eachLine(
    _ body: (UnsafeRawBufferPointer) throws -> Bool
  ) rethrows {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while let input, case let count = getline(&line, &capacity, input), count > 0 {
      guard try body(UnsafeRawBufferPointer(start: line, count: count)) else { return }
    }
  }

  let header: SessionHeader
  let states: States
  /// True if actions should be reduced; otherwise states and actions are only decoded.
  let reduces: Bool
  /// True if the cost of each reduction should be told.
  let times: Bool
  /// True if a crashing process should report the line that crashed.
  let locates: Bool
  /// True if the answer should say of each action whether a user could do it then.
  let asksAllowed: Bool
  /// The actions after which the app draws its screen.
  let screens: Set<Int>
  /// The state to start from; nil for the one that the app makes.
  private(set) var start: (index: Int, state: JSONValue)?
  private(set) var initialInputs: [(name: String, value: JSONValue)] = []
  private(set) var steps: [ReplayStep] = []
  /// The steps and the external changes between them, in order.
  private(set) var script: [Entry] = []

  /// Makes a request from its header.
  init(_ line: [UInt8]) throws {
    guard case .header(let header) = try SessionLine(JSONValue(parsing: line)) else {
      throw Refusal(description: "The first line of standard input is not the header of a session.")
    }
    self.header = header
    states = header.json["states"]?.string.flatMap(States.init) ?? .all
    reduces = header.json["reduce"]?.bool ?? true
    times = header.json["times"]?.bool ?? false
    locates = header.json["locate"]?.bool ?? false
    asksAllowed = header.json["allows"]?.bool ?? false
    screens = Set((header.json["screens"]?.array ?? []).compactMap(\.int))
  }

  /// Adds the lines after the header.
  mutating func readLines() throws {
    try Self.eachLine { line in
      if line.first != UInt8(ascii: "\n") { try add(SessionLine(JSONValue(parsing: line))) }
      return true
    }
  }

  private mutating func add(_ line: SessionLine) throws {
    switch line {
    case .state(let state):
      guard let whole = state.state else {
        throw Refusal(description: "The state to start from must be whole.")
      }
      // A request for screens may have nothing but states.
      if script.isEmpty, start == nil || screens.isEmpty {
        start = (state.after, whole)
      } else {
        script.append(.state((state.after, whole)))
      }
    case .action(let action):
      script.append(.step(steps.count))
      steps.append(ReplayStep(action: action))
    case .input(let input) where steps.isEmpty:
      initialInputs.append((input.name, input.value))
    case .input(let input):
      steps[steps.count - 1].inputs.append((input.name, input.value))
    default:
      break
    }
  }
}
