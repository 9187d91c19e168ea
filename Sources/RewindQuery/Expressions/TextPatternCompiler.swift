/// The reason why a text is not a ``TextPattern``.
package enum TextPatternError: Error, Hashable, CustomStringConvertible {
  case unexpected(String, at: Int)
  case unclosed(String, at: Int)
  case nothingToRepeat(at: Int)
  case unsupported(String, at: Int)
  case badEscape(String, at: Int)
  case badRange(at: Int)
  case tooLarge(limit: Int)
  case tooDeep(limit: Int)

  package var description: String {
    switch self {
    case .unexpected(let what, let index):
      "\"\(what)\" is unmatched at its character \(index + 1)"
    case .unclosed(let what, let index):
      "\"\(what)\" at its character \(index + 1) is never closed"
    case .nothingToRepeat(let index):
      "there is nothing to repeat before its character \(index + 1)"
    case .unsupported(let what, let index):
      "\(what), at its character \(index + 1), cannot be searched for in bounded time"
    case .badEscape(let what, let index):
      "\\\(what) at its character \(index + 1) has no meaning; \\d \\w \\s \\b and punctuation do"
    case .badRange(let index):
      "the range at its character \(index + 1) is the wrong way round"
    case .tooLarge(let limit):
      "with its repetitions written out, it has more than \(limit) parts"
    case .tooDeep(let limit):
      "its groups are nested deeper than \(limit) levels"
    }
  }
}

/// Compiles a pattern to its automaton: reads it into parts, and writes their instructions.
struct TextPatternCompiler {
  private typealias Instruction = TextPattern.Instruction

  /// A part of a pattern.
  private indirect enum Part {
    case instruction(Instruction)
    case sequence([Part])
    case alternatives([Part])
    case repetition(Part, least: Int, most: Int?)
  }

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
  private var index: Int { position + offset }

  mutating func compile() throws(TextPatternError) -> [TextPattern.Instruction] {
    let pattern = try alternatives()
    if let next { throw .unexpected(String(next), at: index) }
    try write(pattern)
    try add(.found)
    return program
  }

  // MARK: - Reading

  private mutating func alternatives() throws(TextPatternError) -> Part {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
    var parts = [try sequence()]
    while next == "|" {
      position += 1
      parts.append(try sequence())
    }
    return .alternatives(parts)
  }

  private mutating func sequence() throws(TextPatternError) -> Part {
    var parts: [Part] = []
    while let next, next != "|", next != ")" { parts.append(try repetition(of: atom())) }
    return .sequence(parts)
  }

  private mutating func atom() throws(TextPatternError) -> Part {
    let start = index
    guard let scalar = next else { return .sequence([]) }
    position += 1
    switch scalar {
    case "(":
      return try group(start)
    case "[":
      return .instruction(.scalar(try characterClass(start)))
    case ".":
      return .instruction(.scalar(ScalarSet(ranges: [0x0A...0x0A], isInverted: true)))
    case "^":
      return .instruction(.start)
    case "$":
      return .instruction(.end)
    case "\\":
      return .instruction(try escape(start))
    case "*", "+", "?":
      throw .nothingToRepeat(at: start)
    case "{", "}", "]":
      throw .unexpected(String(scalar), at: start)
    default:
      return .instruction(.scalar(ScalarSet(ranges: [scalar.value...scalar.value])))
    }
  }

  private mutating func group(_ start: Int) throws(TextPatternError) -> Part {
    if next == "?" {
      position += 1
      guard next == ":" else {
        throw .unsupported("a group with (?\(next.map(String.init) ?? "")", at: start)
      }
      position += 1
    }
    let parts = try alternatives()
    guard next == ")" else { throw .unclosed("(", at: start) }
    position += 1
    return parts
  }

  private mutating func escape(_ start: Int) throws(TextPatternError) -> Instruction {
    guard let scalar = next, scalar == "b" || scalar == "B" else {
      return .scalar(ScalarSet(ranges: try escapedRanges(start)))
    }
    position += 1
    return .boundary(scalar == "b")
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
      let origin = index
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
    let start = index
    guard let scalar = next else { return [] }
    position += 1
    return scalar == "\\" ? try escapedRanges(start) : [scalar.value...scalar.value]
  }

  private mutating func repetition(of part: Part) throws(TextPatternError) -> Part {
    guard let scalar = next, Self.quantifiers.contains(scalar) else { return part }
    switch part {
    case .instruction(.start), .instruction(.end), .instruction(.boundary):
      throw .nothingToRepeat(at: index)
    default: break
    }
    let start = index
    position += 1
    let (least, most): (Int, Int?) =
      switch scalar {
      case "*": (0, nil)
      case "+": (1, nil)
      case "?": (0, 1)
      default: try counts(start)
      }
    // A lazy repetition finds the same texts.
    if next == "?" { position += 1 }
    if let next, Self.quantifiers.contains(next) { throw .nothingToRepeat(at: index) }
    return .repetition(part, least: least, most: most)
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

  // MARK: - Writing

  /// Appends an instruction and returns its index.
  @discardableResult
  private mutating func add(_ instruction: Instruction) throws(TextPatternError) -> Int {
    guard program.count < TextPattern.programLimit else {
      throw .tooLarge(limit: TextPattern.programLimit)
    }
    program.append(instruction)
    return program.count - 1
  }

  /// Appends the instructions of a part; targets that are not known yet are 0 until they are.
  private mutating func write(_ part: Part) throws(TextPatternError) {
    switch part {
    case .instruction(let instruction):
      try add(instruction)
    case .sequence(let parts):
      for part in parts { try write(part) }
    case .alternatives(let parts):
      var exits: [Int] = []
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        let split = isLast ? nil : try add(.split(0, 0))
        try write(part)
        guard let split else { continue }
        exits.append(try add(.jump(0)))
        program[split] = .split(split + 1, program.count)
      }
      for exit in exits { program[exit] = .jump(program.count) }
    case .repetition(let part, let least, let most):
      try write(part, least: least, most: most)
    }
  }

  private mutating func write(
    _ part: Part,
    least: Int,
    most: Int?
  ) throws(TextPatternError) {
    for _ in 0..<least {
      let start = program.count
      try write(part)
      // Without instructions, it would be written any number of times.
      if program.count == start { break }
    }
    guard let most else {
      let loop = try add(.split(0, 0))
      try write(part)
      try add(.jump(loop))
      program[loop] = .split(loop + 1, program.count)
      return
    }
    var exits: [Int] = []
    for _ in least..<most {
      exits.append(try add(.split(0, 0)))
      try write(part)
    }
    for exit in exits { program[exit] = .split(exit + 1, program.count) }
  }
}
