import RewindJSON
import RewindLog
import RewindSession

/// A program's response, assembled from pieces of its output.
///
/// ```
/// header ─▶ (action ─▶ input* ─▶ state?)* ─▶ end
/// ```
///
/// Only a step in this order counts as progress, so that a program that writes forever is ended like one
/// that hangs.
struct ReplayResponse {
  private(set) var header: SessionHeader?
  private(set) var lastAction: Int?
  private(set) var lastActionIsDone = false
  private(set) var end: SessionEndLine?
  /// The number of steps so far.
  private(set) var progress = 0
  /// A line that does not follow the contract.
  private(set) var fault: String?
  /// The number of screens so far.
  private(set) var screens = 0
  /// An error that the listener threw.
  private(set) var failure: (any Error)?

  private let asked: [Int]
  private let wantsStates: Bool
  private let reduces: Bool
  /// The number of requested actions that have begun.
  private var begun = 0
  private let onLine: ((SessionLine) throws -> Void)?
  private var piece: [UInt8] = []

  /// Makes the response to a request; `onLine` receives each line, and without it most are not parsed.
  init(to request: ReplayRequest, onLine: ((SessionLine) throws -> Void)?) {
    asked = request.indexes
    wantsStates = request.wantsStates
    reduces = request.reduces
    self.onLine = onLine
  }

  /// True if every requested action has been reduced, and its state was written where requested.
  var isComplete: Bool {
    guard reduces else { return true }
    return begun == asked.count && (begun == 0 || lastActionIsDone || !wantsStates)
  }

  /// The next action that should begin; nil if all have.
  var nextAction: Int? { begun < asked.count ? asked[begun] : nil }

  /// Adds a piece of output; returns false if the program need not go on.
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
    // Output after the end is ignored; after a fault or an error of the listener, so is the rest of the pipe.
    guard end == nil else { return true }
    guard fault == nil, failure == nil else { return false }
    if onLine == nil, header != nil, let index = Self.actionIndex(bytes) {
      return begin(index) || refuse(bytes)
    }
    let line: SessionLine
    do {
      let json = try JSONValue(parsing: Array(bytes))
      // A screen is no line of a log.
      let screen = json["after"]?.int == nil ? nil : json["screen"].flatMap { _ in json.object }
      line = try screen.map(SessionLine.unknown) ?? SessionLine(withIndex(json))
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

  /// The end of a response to a request that the program does not understand.
  static let refused = "refused"

  /// Returns an end line with the index of the last action; a program need not repeat it.
  private func withIndex(_ line: JSONValue) -> JSONValue {
    guard var object = line.object, object["end"]?.string != nil, object["index"] == nil else {
      return line
    }
    object["index"] = JSONValue(lastAction ?? 0)
    return .object(object)
  }

  /// Handles one line; returns false if it is out of order.
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
    case .unknown(let json) where json["screen"] != nil:
      progress += 1
      screens += 1
    case .end(let end):
      self.end = end
      // A program that cannot read the request cannot greet.
      if end.end == Self.refused { return true }
    default:
      break
    }
    return header != nil
  }

  private mutating func begin(_ index: Int) -> Bool {
    guard reduces else {
      // Undecodable actions are left out.
      (lastAction, lastActionIsDone) = (index, false)
      progress += 1
      return true
    }
    // All of them, in order, each with the state before it: a missing one was not replayed.
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

  /// Returns the index of an action line in the form that this package writes, without parsing it.
  private static func actionIndex(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.last == UInt8(ascii: "}"),
      let key = bytes.withUnsafeBytes({ LineKey(prefix: $0) }), key.kind == .action
    else { return nil }
    return key.index
  }
}
