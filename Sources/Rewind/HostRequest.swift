import Foundation
import RewindJSON
import RewindSession

/// What the tool asks, read from standard input.
struct HostRequest {
  /// Which states are to be written.
  enum States: String {
    case all
    case last
    case none
  }

  let header: SessionHeader
  let states: States
  /// Whether actions are to be reduced; otherwise states and actions are only made again.
  let reduces: Bool
  private(set) var start: (index: Int, state: JSONValue)?
  private(set) var initialInputs: [(name: String, value: JSONValue)] = []
  private(set) var steps: [ReplayStep] = []
  /// States to go on from, by the number of steps before.
  private(set) var restarts: [Int: (index: Int, state: JSONValue)] = [:]

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// A request of which only the header is known yet.
  init(_ line: Data) throws {
    guard case .header(let header) = try SessionLine(JSONValue(parsing: line)) else {
      throw Refusal(description: "The first line of standard input is no header of a session.")
    }
    self.header = header
    states = header.json["states"]?.string.flatMap(States.init) ?? .all
    reduces = header.json["reduce"]?.bool ?? true
  }

  /// Adds the lines behind the header.
  mutating func add(_ lines: Data) throws {
    for line in lines.split(separator: 0x0A) { try add(SessionLine(JSONValue(parsing: line))) }
  }

  private mutating func add(_ line: SessionLine) throws {
    switch line {
    case .state(let state):
      guard let whole = state.state else {
        throw Refusal(description: "The state to start from must be whole.")
      }
      if steps.isEmpty {
        start = (state.after, whole)
      } else {
        restarts[steps.count] = (state.after, whole)
      }
    case .action(let action):
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

/// Standard input, of which the first line is read before the others.
struct HostInput {
  let header: Data
  private let file = FileHandle.standardInput
  private let begun: Data

  init() throws {
    var begun = Data()
    var newline: Data.Index?
    while newline == nil, let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty {
      begun.append(piece)
      newline = begun.firstIndex(of: 0x0A)
    }
    header = begun[..<(newline ?? begun.endIndex)]
    self.begun = newline.map { begun[($0 + 1)...] } ?? Data()
  }

  /// What stands behind the header.
  func rest() throws -> Data {
    begun + (try file.readToEnd() ?? Data())
  }
}
