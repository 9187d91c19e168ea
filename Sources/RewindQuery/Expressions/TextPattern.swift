/// A regular expression that is matched in time proportional to text × pattern, in all cases.
///
/// It runs as an automaton that is in many states at once (Thompson, "Regular Expression Search
/// Algorithm", 1968; Pike's simulation), never by backtracking, so that no pattern freezes the tool.
/// The `Regex` of Swift 6.3 backtracks, and nothing stops it: `(a+)+$` on 18 letters a and a b takes it 8 s.
/// That of Foundation can be stopped, but then has no answer; and `(a|[^z])*zq` finds nothing in a text of a
/// megabyte that ends in zq, because its stack is full.
/// Features that this rules out – back references, look-around – are rejected. The syntax is common to
/// Swift and JavaScript:
///
/// ```
/// .            any code point but a line feed        ^ $       start, end of the text
/// \d \w \s     0-9 · A-Z a-z 0-9 _ · white space     \b        a boundary of \w
/// \D \W \S \B  the opposites                         [a-z] [^"] a class
/// a|b  (…) (?:…)  alternatives, groups               * + ? {n} {n,} {n,m}   repetition
/// (?i)         at the start: letters match in either case
/// ```
package struct TextPattern: Sendable {
  let program: [Instruction]
  let ignoresCase: Bool

  /// The maximum number of instructions, so that a text of a megabyte takes seconds at worst.
  static let programLimit = 2_000

  /// An instruction of the automaton.
  enum Instruction: Sendable {
    case scalar(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case boundary(Bool)
    case found
  }

  /// Parses a pattern.
  ///
  /// - Throws: ``TextPatternError`` with the fault and its position.
  package init(_ text: String) throws(TextPatternError) {
    var pattern = Substring(text)
    ignoresCase = pattern.hasPrefix("(?i)")
    if ignoresCase { pattern = pattern.dropFirst(4) }
    var compiler = TextPatternCompiler(pattern, offset: ignoresCase ? 4 : 0)
    program = try compiler.compile()
  }

  /// Returns true if the pattern matches somewhere in a text.
  package func isFound(in text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var current = Threads(program.count)
    var next = Threads(program.count)
    for position in 0...scalars.count {
      // The pattern may begin anywhere.
      if follow(0, &current, scalars, position) { return true }
      guard position < scalars.count else { return false }
      next.clear()
      let scalar = scalars[position]
      for pc in current.waiting {
        guard case .scalar(let set) = program[pc], set.holds(scalar, ignoresCase) else { continue }
        if follow(pc + 1, &next, scalars, position + 1) { return true }
      }
      swap(&current, &next)
    }
    return false
  }

  /// Follows an instruction without reading; true if the pattern matches.
  private func follow(
    _ first: Int,
    _ threads: inout Threads,
    _ text: [Unicode.Scalar],
    _ position: Int
  ) -> Bool {
    var open = [first]
    while let pc = open.popLast() {
      guard threads.visit(pc) else { continue }
      switch program[pc] {
      case .found: return true
      case .scalar: threads.waiting.append(pc)
      case .jump(let target): open.append(target)
      case .split(let a, let b): open += [b, a]
      case .start: if position == 0 { open.append(pc + 1) }
      case .end: if position == text.count { open.append(pc + 1) }
      case .boundary(let isWanted):
        let before = position > 0 && ScalarSet.isWord(text[position - 1])
        let after = position < text.count && ScalarSet.isWord(text[position])
        if (before != after) == isWanted { open.append(pc + 1) }
      }
    }
    return false
  }

  /// The instructions that wait for the next code point, and those already visited before it.
  private struct Threads {
    var waiting: [Int] = []
    private var visits: [Int]
    private var round = 1

    init(_ count: Int) {
      visits = [Int](repeating: 0, count: count)
    }

    mutating func visit(_ pc: Int) -> Bool {
      defer { visits[pc] = round }
      return visits[pc] != round
    }

    mutating func clear() {
      waiting.removeAll(keepingCapacity: true)
      round += 1
    }
  }
}

/// A set of code points.
struct ScalarSet: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var isInverted = false

  func holds(_ scalar: Unicode.Scalar, _ ignoresCase: Bool) -> Bool {
    if contains(scalar.value) { return !isInverted }
    if ignoresCase {
      for other in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
        let scalars = other.unicodeScalars
        if scalars.count == 1, contains(scalars.first?.value ?? 0) { return !isInverted }
      }
    }
    return isInverted
  }

  private func contains(_ value: UInt32) -> Bool {
    ranges.contains { $0.contains(value) }
  }

  static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
  static let word: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
  /// White space as defined by JavaScript.
  static let space: [ClosedRange<UInt32>] = [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ]

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    word.contains { $0.contains(scalar.value) }
  }

  /// Returns all other code points.
  static func opposite(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    return result + [next...0x10FFFF]
  }
}
