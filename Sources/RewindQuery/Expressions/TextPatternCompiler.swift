/// The reason why a text is not a ``TextPattern``.
public enum TextPatternError: Error, Hashable, CustomStringConvertible {
  case unexpected(String, at: Int)
  case unclosed(String, at: Int)
  case nothingToRepeat(at: Int)
  case unsupported(String, at: Int)
  case badEscape(String, at: Int)
  case badRange(at: Int)
  case tooLarge(limit: Int)
  case tooDeep(limit: Int)

  public var description: String {
    switch self {
    case .unexpected(let what, let place):
      "\"\(what)\" is unmatched at its character \(place + 1)"
    case .unclosed(let what, let place):
      "\"\(what)\" at its character \(place + 1) is never closed"
    case .nothingToRepeat(let place):
      "there is nothing to repeat before its character \(place + 1)"
    case .unsupported(let what, let place):
      "\(what), at its character \(place + 1), cannot be searched for in bounded time"
    case .badEscape(let what, let place):
      "\\\(what) at its character \(place + 1) has no meaning; \\d \\w \\s \\b and punctuation do"
    case .badRange(let place):
      "the range at its character \(place + 1) is the wrong way round"
    case .tooLarge(let limit):
      "with its repetitions written out, it has more than \(limit) parts"
    case .tooDeep(let limit):
      "its groups are nested deeper than \(limit) levels"
    }
  }
}

/// Compiles a pattern to its automaton.
struct TextPatternCompiler {
  private typealias Instruction = TextPattern.Instruction

  private let scalars: [Unicode.Scalar]
  private let offset: Int
  private var position = 0
  private var depth = 0
  private var program: [Instruction] = []

  private static let depthLimit = 50

  init(_ pattern: Substring, offset: Int) {
    scalars = Array(pattern.unicodeScalars)
    self.offset = offset
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
  /// The position in the pattern as written.
  private var place: Int { position + offset }

  mutating func compile() throws(TextPatternError) -> [TextPattern.Instruction] {
    try alternatives()
    if let next { throw .unexpected(String(next), at: place) }
    try emit(.found)
    return program
  }

  private mutating func emit(_ instruction: Instruction) throws(TextPatternError) {
    guard program.count < TextPattern.programLimit else {
      throw .tooLarge(limit: TextPattern.programLimit)
    }
    program.append(instruction)
  }

  private mutating func alternatives() throws(TextPatternError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
    let start = program.count
    var exits: [Int] = []
    try sequence()
    while next == "|" {
      position += 1
      try insert(.split(0, 0), at: start, movedFrom: start)
      // Each earlier alternative has moved by one instruction.
      exits = exits.map { $0 + 1 }
      exits.append(program.count)
      try emit(.jump(0))
      program[start] = .split(start + 1, program.count)
      try sequence()
    }
    for exit in exits { program[exit] = .jump(program.count) }
  }

  /// Inserts an instruction, adjusting the targets of the later ones.
  private mutating func insert(
    _ instruction: Instruction,
    at place: Int,
    movedFrom first: Int
  ) throws(TextPatternError) {
    try emit(.found)
    program.removeLast()
    program.insert(instruction, at: place)
    program.relocate((place + 1)..<program.count, by: 1, from: first)
  }

  private mutating func sequence() throws(TextPatternError) {
    while let next, next != "|", next != ")" {
      let start = program.count
      let isAssertion = next == "^" || next == "$" || isBoundary
      try atom()
      try repetition(of: start, isAssertion)
    }
  }

  private var isBoundary: Bool {
    next == "\\" && position + 1 < scalars.count && ["b", "B"].contains(scalars[position + 1])
  }

  private mutating func atom() throws(TextPatternError) {
    let start = place
    guard let scalar = next else { return }
    position += 1
    switch scalar {
    case "(":
      try group(start)
    case "[":
      try emit(.scalar(try characterClass(start)))
    case ".":
      try emit(.scalar(ScalarSet(ranges: [0x0A...0x0A], isInverted: true)))
    case "^":
      try emit(.start)
    case "$":
      try emit(.end)
    case "\\":
      try escape(start)
    case "*", "+", "?":
      throw .nothingToRepeat(at: start)
    case "{", "}", "]":
      throw .unexpected(String(scalar), at: start)
    default:
      try emit(.scalar(ScalarSet(ranges: [scalar.value...scalar.value])))
    }
  }

  private mutating func group(_ start: Int) throws(TextPatternError) {
    if next == "?" {
      position += 1
      guard next == ":" else {
        throw .unsupported("a group with (?\(next.map(String.init) ?? "")", at: start)
      }
      position += 1
    }
    try alternatives()
    guard next == ")" else { throw .unclosed("(", at: start) }
    position += 1
  }

  private mutating func escape(_ start: Int) throws(TextPatternError) {
    if next == "b" || next == "B" {
      try emit(.boundary(next == "b"))
      position += 1
    } else {
      try emit(.scalar(ScalarSet(ranges: try escapedRanges(start))))
    }
  }

  /// Returns the code points of an escape.
  private mutating func escapedRanges(
    _ start: Int
  ) throws(TextPatternError) -> [ClosedRange<UInt32>] {
    guard let scalar = next else { throw .badEscape("", at: start) }
    position += 1
    switch scalar {
    case "d": return ScalarSet.digits
    case "w": return ScalarSet.word
    case "s": return ScalarSet.space
    case "D": return ScalarSet.opposite(ScalarSet.digits)
    case "W": return ScalarSet.opposite(ScalarSet.word)
    case "S": return ScalarSet.opposite(ScalarSet.space)
    case "n": return [0x0A...0x0A]
    case "r": return [0x0D...0x0D]
    case "t": return [0x09...0x09]
    case "1"..."9": throw .unsupported("the back reference \\\(scalar)", at: start)
    case "0", "A"..."Z", "a"..."z": throw .badEscape(String(scalar), at: start)
    default: return [scalar.value...scalar.value]
    }
  }

  private mutating func characterClass(_ start: Int) throws(TextPatternError) -> ScalarSet {
    var set = ScalarSet()
    if next == "^" {
      set.isInverted = true
      position += 1
    }
    while let scalar = next, scalar != "]" {
      let origin = place
      let low = try classMember()
      // A dash makes a range between two code points; at either end it is literal.
      guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]",
        low.count == 1, low[0].count == 1
      else {
        set.ranges += low
        continue
      }
      position += 1
      let high = try classMember()
      guard high.count == 1, high[0].count == 1, low[0].lowerBound <= high[0].lowerBound else {
        throw .badRange(at: origin)
      }
      set.ranges.append(low[0].lowerBound...high[0].lowerBound)
    }
    guard next == "]" else { throw .unclosed("[", at: start) }
    position += 1
    return set
  }

  private mutating func classMember() throws(TextPatternError) -> [ClosedRange<UInt32>] {
    let start = place
    guard let scalar = next else { return [] }
    position += 1
    return scalar == "\\" ? try escapedRanges(start) : [scalar.value...scalar.value]
  }

  // MARK: - Repetition

  private mutating func repetition(of start: Int, _ isAssertion: Bool) throws(TextPatternError) {
    guard let scalar = next, Self.quantifiers.contains(scalar) else { return }
    guard !isAssertion else { throw .nothingToRepeat(at: place) }
    let place = self.place
    position += 1
    switch scalar {
    case "*": try repeated(start, 0, nil)
    case "+": try repeated(start, 1, nil)
    case "?": try repeated(start, 0, 1)
    default:
      let (least, most) = try counts(place)
      try repeated(start, least, most)
    }
    // A lazy repetition finds the same texts.
    if next == "?" { position += 1 }
    if let next, Self.quantifiers.contains(next) { throw .nothingToRepeat(at: self.place) }
  }

  private static let quantifiers: Set<Unicode.Scalar> = ["*", "+", "?", "{"]

  private mutating func counts(
    _ start: Int
  ) throws(TextPatternError) -> (least: Int, most: Int?) {
    func number() -> Int? {
      var digits = ""
      while let scalar = next, ("0"..."9").contains(scalar), digits.count < 5 {
        digits.unicodeScalars.append(scalar)
        position += 1
      }
      return Int(digits)
    }
    guard let least = number() else { throw .unexpected("{", at: start) }
    var most: Int? = least
    if next == "," {
      position += 1
      most = number()
    }
    guard next == "}" else { throw .unclosed("{", at: start) }
    position += 1
    guard most.map({ $0 >= least }) ?? true else { throw .badRange(at: start) }
    return (least, most)
  }

  /// Repeats the program from `start` on; without `most`, without a limit.
  private mutating func repeated(
    _ start: Int,
    _ least: Int,
    _ most: Int?
  ) throws(TextPatternError) {
    let body = Array(program[start...])
    program.removeSubrange(start...)
    for _ in 0..<least { try append(body, from: start) }
    guard let most else {
      // L: split body, out; body; jump L
      let loop = program.count
      try emit(.split(loop + 1, 0))
      try append(body, from: start)
      try emit(.jump(loop))
      program[loop] = .split(loop + 1, program.count)
      return
    }
    var exits: [Int] = []
    for _ in least..<max(least, most) {
      exits.append(program.count)
      try emit(.split(program.count + 1, 0))
      try append(body, from: start)
    }
    for exit in exits { program[exit] = .split(exit + 1, program.count) }
  }

  /// Appends instructions that were compiled for the position `origin`.
  private mutating func append(_ body: [Instruction], from origin: Int) throws(TextPatternError) {
    let start = program.count
    guard start + body.count <= TextPattern.programLimit else {
      throw .tooLarge(limit: TextPattern.programLimit)
    }
    program += body
    program.relocate(start..<program.count, by: start - origin, from: origin)
  }
}

extension [TextPattern.Instruction] {
  /// Moves those targets of the instructions in `range` that are at or after `first`.
  fileprivate mutating func relocate(_ range: Range<Int>, by distance: Int, from first: Int) {
    func moved(_ target: Int) -> Int { target >= first ? target + distance : target }
    for place in range {
      switch self[place] {
      case .split(let a, let b): self[place] = .split(moved(a), moved(b))
      case .jump(let target): self[place] = .jump(moved(target))
      default: break
      }
    }
  }
}
