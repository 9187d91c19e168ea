import RewindJSON
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A request of the tool, read from standard input.
struct HostRequest {
  /// The states to write.
  enum States: String {
    case all
    case last
    case none
  }

  let header: SessionHeader
  let states: States
  /// True if actions should be reduced; otherwise states and actions are only decoded.
  let reduces: Bool
  /// True if a crashing process should report the place in its code.
  let locates: Bool
  private(set) var start: (index: Int, state: JSONValue)?
  private(set) var initialInputs: [(name: String, value: JSONValue)] = []
  private(set) var steps: [ReplayStep] = []
  /// States to continue from, by the number of preceding steps.
  private(set) var restarts: [Int: (index: Int, state: JSONValue)] = [:]
  /// The action for the host's children to try; nil if there is none.
  let trial: ReplayStep?
  /// The lines after the header in order, if children are requested.
  private(set) var script: [Entry] = []

  /// A line of a request for children.
  enum Entry {
    case state(index: Int, JSONValue)
    /// A step, by its number.
    case step(Int)
    /// A child that tries the action on the current state, with the number that the tool assigned.
    case fork(Int)
  }

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes a request from its header.
  init(_ line: [UInt8]) throws {
    guard case .header(let header) = try SessionLine(JSONValue(parsing: line)) else {
      throw Refusal(description: "The first line of standard input is not the header of a session.")
    }
    self.header = header
    states = header.json["states"]?.string.flatMap(States.init) ?? .all
    reduces = header.json["reduce"]?.bool ?? true
    locates = header.json["locate"]?.bool ?? false
    trial = try header.json["fork"].map(Self.step)
  }

  /// Reads an action with its inputs from one value.
  private static func step(_ json: JSONValue) throws -> ReplayStep {
    guard let object = json.object, case .action(let action) = try SessionLine(json) else {
      throw Refusal(description: "The header's \"fork\" must hold an action.")
    }
    let inputs = (object["inputs"]?.array ?? []).map {
      (name: $0["name"]?.string ?? "", value: $0["value"] ?? .null)
    }
    return ReplayStep(action: action, inputs: inputs)
  }

  /// Adds the lines after the header.
  mutating func add(_ lines: [UInt8]) throws {
    try lines.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = bytes.lineEnd(from: start)
        if start < end {
          let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
          try add(SessionLine(JSONValue(parsing: line)))
        }
        start = end + 1
      }
    }
  }

  private mutating func add(_ line: SessionLine) throws {
    switch line {
    case .state(let state):
      guard let whole = state.state else {
        throw Refusal(description: "The state to start from must be whole.")
      }
      if trial != nil { script.append(.state(index: state.after, whole)) }
      if steps.isEmpty {
        start = (state.after, whole)
      } else {
        restarts[steps.count] = (state.after, whole)
      }
    case .action(let action):
      if trial != nil { script.append(.step(steps.count)) }
      steps.append(ReplayStep(action: action))
    case .unknown(let line):
      if trial != nil, let number = line["fork"]?.int { script.append(.fork(number)) }
    case .input(let input) where steps.isEmpty:
      initialInputs.append((input.name, input.value))
    case .input(let input):
      steps[steps.count - 1].inputs.append((input.name, input.value))
    default:
      break
    }
  }
}

/// Standard input, whose first line is read before the others.
struct HostInput: Sendable {
  /// The input of this process: the first line is read once, whichever store answers it.
  static let begun: Result<HostInput, any Error> = Result { try read() }

  let header: [UInt8]
  private let begun: ArraySlice<UInt8>

  /// The maximum size of a read in bytes; more would leave the cache before being copied.
  private static let pieceLength = 1 << 16

  private static func read() throws -> HostInput {
    var begun: [UInt8] = []
    var newline: Int?
    var start = 0
    while newline == nil, try readPiece(to: &begun) {
      newline = begun[start...].firstIndex(of: 0x0A)
      start = begun.count
    }
    return HostInput(
      header: Array(begun[..<(newline ?? begun.endIndex)]),
      begun: newline.map { begun[($0 + 1)...] } ?? []
    )
  }

  /// The name of the store whose session it is; nil if the header does not say.
  var store: String? { (try? JSONValue(parsing: header))?["store"]?.string }

  /// Reads everything after the header.
  func rest() throws -> [UInt8] {
    var bytes = Array(begun)
    var status = stat()
    if fstat(0, &status) == 0 { bytes.reserveCapacity(bytes.count + max(0, Int(status.st_size))) }
    while try Self.readPiece(to: &bytes) {}
    return bytes
  }

  /// Reads the available bytes, at most a piece; false at the end.
  private static func readPiece(to bytes: inout [UInt8]) throws -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: pieceLength, alignment: 16) { piece in
      guard let base = piece.baseAddress else { return false }
      var count = systemRead(0, base, piece.count)
      while count < 0 && errno == EINTR { count = systemRead(0, base, piece.count) }
      guard count >= 0 else {
        let why = String(cString: strerror(errno))
        throw HostRequest.Refusal(description: "Standard input cannot be read: \(why).")
      }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<count]))
      return count > 0
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the end of the line that begins at `start`: its line feed, or the end of the bytes.
  ///
  /// Uses `memchr`: a generic search takes longer than reading the line.
  fileprivate func lineEnd(from start: Int) -> Int {
    guard let base = baseAddress, let found = memchr(base + start, 0x0A, count - start) else {
      return count
    }
    return UnsafeRawPointer(found) - base
  }
}

private let systemRead: @Sendable (CInt, UnsafeMutableRawPointer, Int) -> Int = {
  read($0, $1, $2)
}
