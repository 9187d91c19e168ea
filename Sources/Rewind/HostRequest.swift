import Foundation
import RewindJSON
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
    try lines.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // As `memchr` finds it: a generic search takes longer than reading the line does.
        let length = UnsafeRawBufferPointer(rebasing: rest).offset(of: 0x0A) ?? rest.count
        let line = UnsafeRawBufferPointer(rebasing: rest.prefix(length))
        if !line.isEmpty { try add(SessionLine(JSONValue(parsing: line))) }
        rest = rest.dropFirst(length + 1)
      }
    }
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
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while newline == nil {
      // Not `FileHandle`, which waits until so many bytes have come.
      let count = systemRead(file.fileDescriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      begun.append(contentsOf: buffer[..<count])
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

extension UnsafeRawBufferPointer {
  /// How many bytes stand before a byte; nil where it is not there.
  fileprivate func offset(of byte: UInt8) -> Int? {
    guard let base = baseAddress, let found = memchr(base, CInt(byte), count) else { return nil }
    return UnsafeRawPointer(found) - base
  }
}

private let systemRead: @Sendable (CInt, UnsafeMutableRawPointer, Int) -> Int = {
  read($0, $1, $2)
}
