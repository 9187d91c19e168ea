import RewindJSON
import RewindSession

/// The answer of a program, put together from pieces of its output.
///
/// ```
/// header ─▶ (action ─▶ input* ─▶ state?)* ─▶ end
/// ```
///
/// Only a step on this way counts as progress, so that a program which writes for ever is ended like
/// one that hangs.
struct ReplayResponse {
  private(set) var header: SessionHeader?
  private(set) var lastAction: Int?
  private(set) var lastActionIsDone = false
  private(set) var end: SessionEndLine?
  /// What became of the program's children, by their numbers.
  private(set) var forks: [Int: Fork] = [:]
  /// Steps so far.
  private(set) var progress = 0
  /// A line that is not of the contract.
  private(set) var fault: String?
  /// What the listener threw.
  private(set) var failure: (any Error)?

  /// What is known of a child that tried an action.
  enum Fork {
    /// It has said so itself.
    case survived
    case undecodable(why: String)
    case unresolved(input: String)
    /// It ended without a word.
    case died(CrashClass)
  }

  private let asked: [Int]
  private let wantsStates: Bool
  private let reduces: Bool
  /// How many of the actions that were asked for have begun.
  private var begun = 0
  private let onLine: ((SessionLine) throws -> Void)?
  private var piece: [UInt8] = []

  /// The answer to a request; `onLine` is told each line, and without it most need not be parsed.
  init(to request: ReplayRequest, onLine: ((SessionLine) throws -> Void)?) {
    asked = request.indexes
    wantsStates = request.wantsStates
    reduces = request.reduces
    self.onLine = onLine
  }

  /// Whether every action that was asked for has been reduced, and its state told where that was asked.
  var isComplete: Bool {
    guard reduces else { return true }
    return begun == asked.count && (begun == 0 || lastActionIsDone || !wantsStates)
  }

  /// The next action that should have begun; nil where all have.
  var nextAction: Int? { begun < asked.count ? asked[begun] : nil }

  /// Takes in a piece of output; false where the program need not go on.
  mutating func add(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if piece.isEmpty {
        guard read(rest[..<newline]) else { return false }
      } else {
        piece.append(contentsOf: rest[..<newline])
        defer { piece = [] }
        guard read(piece[...]) else { return false }
      }
      rest = rest[(newline + 1)...]
    }
    piece.append(contentsOf: rest)
    guard piece.count <= SessionLine.lengthLimit else {
      fault = String(decoding: piece.prefix(200), as: UTF8.self)
      return false
    }
    return true
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) -> Bool {
    // What comes behind the end is the program's own affair; behind a fault or what the listener threw
    // there may be more in the pipe, which nobody wants.
    guard end == nil else { return true }
    guard fault == nil, failure == nil else { return false }
    if onLine == nil, header != nil, let index = Self.actionIndex(bytes) {
      return begin(index) || refuse(bytes)
    }
    let line: SessionLine
    do {
      line = try SessionLine(withIndex(JSONValue(parsing: Array(bytes))))
    } catch {
      return refuse(bytes)
    }
    guard take(line) else { return refuse(bytes) }
    do {
      try onLine?(line)
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// The end of an answer to a request that the program does not understand.
  static let refused = "refused"

  /// An end with the index of the last action: a program need not say what is known.
  private func withIndex(_ line: JSONValue) -> JSONValue {
    guard var object = line.object, object["end"]?.string != nil, object["index"] == nil else {
      return line
    }
    object["index"] = JSONValue(lastAction ?? 0)
    return .object(object)
  }

  /// Takes one line in; false where it is out of order.
  private mutating func take(_ line: SessionLine) -> Bool {
    switch line {
    case .header(let header):
      guard self.header == nil else { return false }
      self.header = header
      progress += 1
    case .action(let action):
      guard begin(action.index) else { return false }
    case .state:
      if !lastActionIsDone { progress += 1 }
      lastActionIsDone = true
    case .end(let end):
      self.end = end
      // Who cannot read the request has nothing to greet with.
      if end.end == Self.refused { return true }
    case .unknown(let line):
      take(child: line)
    default:
      break
    }
    return header != nil
  }

  /// Takes in what a child said, or what the program says of its end.
  private mutating func take(child line: JSONObject) {
    if let number = line["survived"]?.int {
      forks[number] = .survived
    } else if let number = line["undecodable"]?.int {
      forks[number] = .undecodable(why: line["why"]?.string ?? "it does not say why")
    } else if let number = line["unresolved"]?.int {
      forks[number] = .unresolved(input: line["input"]?.string ?? "")
    } else if let number = line["forked"]?.int {
      if let signal = line["signal"]?.int, signal != 0 {
        forks[number] = .died(CrashClass(signal: CInt(truncatingIfNeeded: signal)))
      } else if forks[number] == nil {
        forks[number] = .died(.exit(line["exit"]?.int ?? 0))
      }
      progress += 1
    }
  }

  private mutating func begin(_ index: Int) -> Bool {
    guard reduces else {
      // What cannot be made again is left out.
      (lastAction, lastActionIsDone) = (index, false)
      progress += 1
      return true
    }
    // All of them, in order, each with the state before it: what is left out was not replayed.
    guard index == nextAction, begun == 0 || lastActionIsDone || !wantsStates else { return false }
    begun += 1
    (lastAction, lastActionIsDone) = (index, false)
    progress += 1
    return true
  }

  private mutating func refuse(_ bytes: ArraySlice<UInt8>) -> Bool {
    fault = String(decoding: bytes.prefix(200), as: UTF8.self)
    return false
  }

  /// The index of an action line in the form that this package writes, without parsing it.
  private static func actionIndex(_ bytes: ArraySlice<UInt8>) -> Int? {
    let opening: StaticString = #"{"index":"#
    let member: StaticString = #","action":{"#
    func starts(with text: StaticString, at position: Int) -> Bool {
      guard position + text.utf8CodeUnitCount <= bytes.endIndex else { return false }
      for i in 0..<text.utf8CodeUnitCount where bytes[position + i] != text.utf8Start[i] {
        return false
      }
      return true
    }
    guard starts(with: opening, at: bytes.startIndex) else { return nil }
    var position = bytes.startIndex + opening.utf8CodeUnitCount
    var index = 0
    while position < bytes.endIndex, case let byte = bytes[position], (0x30...0x39).contains(byte) {
      guard index < 1_000_000_000_000 else { return nil }
      index = index * 10 + Int(byte - 0x30)
      position += 1
    }
    return starts(with: member, at: position) && bytes.last == UInt8(ascii: "}") ? index : nil
  }
}
