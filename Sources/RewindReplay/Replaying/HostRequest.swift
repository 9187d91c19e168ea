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
  /// Whether a dying process is to say at which place of its code it dies.
  let locates: Bool
  private(set) var start: (index: Int, state: JSONValue)?
  private(set) var initialInputs: [(name: String, value: JSONValue)] = []
  private(set) var steps: [ReplayStep] = []
  /// States to go on from, by the number of steps before.
  private(set) var restarts: [Int: (index: Int, state: JSONValue)] = [:]
  /// The action that children of the host are to try; nil where none is asked for.
  let trial: ReplayStep?
  /// The lines behind the header in their order, where children are asked for.
  private(set) var script: [Entry] = []

  /// A line of a request that asks for children.
  enum Entry {
    case state(index: Int, JSONValue)
    /// One of the steps, by its number.
    case step(Int)
    /// A child that tries the action on the state here, by the number that the tool gave it.
    case fork(Int)
  }

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// A request of which only the header is known yet.
  init(_ line: [UInt8]) throws {
    guard case .header(let header) = try SessionLine(JSONValue(parsing: line)) else {
      throw Refusal(description: "The first line of standard input is no header of a session.")
    }
    self.header = header
    states = header.json["states"]?.string.flatMap(States.init) ?? .all
    reduces = header.json["reduce"]?.bool ?? true
    locates = header.json["locate"]?.bool ?? false
    trial = try header.json["fork"].map(Self.step)
  }

  /// An action with its inputs, as one value.
  private static func step(_ json: JSONValue) throws -> ReplayStep {
    guard let object = json.object, case .action(let action) = try SessionLine(json) else {
      throw Refusal(description: "The header's \"fork\" must hold an action.")
    }
    let inputs = (object["inputs"]?.array ?? []).map {
      (name: $0["name"]?.string ?? "", value: $0["value"] ?? .null)
    }
    return ReplayStep(action: action, inputs: inputs)
  }

  /// Adds the lines behind the header.
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

/// Standard input, of which the first line is read before the others.
struct HostInput {
  let header: [UInt8]
  private let begun: ArraySlice<UInt8>

  /// Bytes that are read at once; more would leave the cache before they are copied.
  private static let pieceLength = 1 << 16

  init() throws {
    var begun: [UInt8] = []
    var newline: Int?
    var start = 0
    while newline == nil, try Self.readPiece(to: &begun) {
      newline = begun[start...].firstIndex(of: 0x0A)
      start = begun.count
    }
    header = Array(begun[..<(newline ?? begun.endIndex)])
    self.begun = newline.map { begun[($0 + 1)...] } ?? []
  }

  /// What stands behind the header.
  func rest() throws -> [UInt8] {
    var bytes = Array(begun)
    var status = stat()
    if fstat(0, &status) == 0 { bytes.reserveCapacity(bytes.count + max(0, Int(status.st_size))) }
    while try Self.readPiece(to: &bytes) {}
    return bytes
  }

  /// Reads what there is, at most a piece; false at the end.
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
  /// Where the line ends that begins at `start`: at its line feed, or with the bytes.
  ///
  /// As `memchr` finds it: a generic search takes longer than reading the line does.
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
