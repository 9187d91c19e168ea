/// The elements that two sequences have in common, in an order that both keep: a longest common
/// subsequence, or a good one where finding the longest would take too long.
///
/// ```
/// var alignment = SequenceAlignment(count: 8)
/// var effort = SequenceAlignment.usualEffort
/// alignment.runs([7, 1, 2, 3], [1, 2, 4, 3], &effort)   // 1 2, and 3
/// ```
///
/// The elements are numbers, equal ones for equal elements, so that an alignment of any kind of elements
/// costs no more than one of numbers, in an unoptimized build as well. Equal elements at either end belong
/// together. Numbers that occur on one side only are left out. If all the rest occur once, as in a sorted
/// list, the longest increasing subsequence of indexes is the answer. Otherwise Myers' algorithm searches
/// for it; if the sequences are too far apart for that, the numbers that occur once on either side divide
/// them (B. Cohen's "patience diff"), and each part is tried again.
///
/// The work is limited by `effort`, counted in steps: an element that is looked at, or a path that is
/// extended. Where it is used up, elements count as different that might have been common.
package struct SequenceAlignment {
  /// Elements that are equal, one after the other in both sequences.
  package struct Run: Hashable, Sendable {
    package let old: Int
    package let new: Int
    package let count: Int

    package init(old: Int, new: Int, count: Int) {
      (self.old, self.new, self.count) = (old, new, count)
    }
  }

  /// The effort limit of a search for a change: some ten milliseconds in an optimized build.
  package static var usualEffort: Int { 4_000_000 }

  private let occurrences: Occurrences
  private var old = Numbers(capacity: 0)
  private var new = Numbers(capacity: 0)
  private var effort = 0
  private var runs: [Run] = []

  /// Makes an alignment of sequences of the numbers from 0 to below `count`; it can be used many times.
  package init(count: Int) {
    occurrences = Occurrences(count)
  }

  /// Returns the common elements of two sequences, in order; the steps used are subtracted from `effort`.
  package mutating func runs(_ old: [Int32], _ new: [Int32], _ effort: inout Int) -> [Run] {
    (self.old, self.new, self.effort, runs) = (Numbers(old), Numbers(new), effort, [])
    alignAll()
    effort = self.effort
    return runs
  }

  private mutating func alignAll() {
    let shorter = min(old.count, new.count)
    let head = old.commonHead(new, 0, 0, shorter)
    var tail = 0
    while tail < shorter - head,
      old.memory[old.count - 1 - tail] == new.memory[new.count - 1 - tail]
    {
      tail += 1
    }
    effort -= head + tail
    add(0, 0, head)
    align(
      Numbers(indexes: head..<old.count - tail),
      Numbers(indexes: head..<new.count - tail)
    )
    add(old.count - tail, new.count - tail, tail)
  }

  /// Adds elements to the last run, if they follow it.
  private mutating func add(_ old: Int, _ new: Int, _ count: Int) {
    guard count > 0 else { return }
    if let last = runs.last, last.old + last.count == old, last.new + last.count == new {
      runs[runs.count - 1] = Run(old: last.old, new: last.new, count: last.count + count)
    } else {
      runs.append(Run(old: old, new: new, count: count))
    }
  }
}

// MARK: - A part of both

extension SequenceAlignment {
  /// Aligns the elements at some indexes.
  private mutating func align(_ oldPart: Numbers, _ newPart: Numbers) {
    guard oldPart.count > 0, newPart.count > 0, effort > 0 else { return }
    occurrences.count(old, oldPart, new, newPart)
    let (oldRest, newRest) = (
      occurrences.common(old, oldPart), occurrences.common(new, newPart)
    )
    let anchors = occurrences.anchors(old, oldRest)
    occurrences.forget(old, oldPart, new, newPart)
    effort -= oldPart.count + newPart.count
    if anchors.areAll {
      for (old, new) in anchors.pairs { add(old, new, 1) }
    } else if let found = shortestEdits(oldRest, newRest) {
      for run in found {
        for index in 0..<run.count {
          add(Int(oldRest.memory[run.old + index]), Int(newRest.memory[run.new + index]), 1)
        }
      }
    } else if !anchors.pairs.isEmpty {
      align(oldRest, newRest, between: anchors.pairs)
    }
  }

  private mutating func shortestEdits(_ oldRest: Numbers, _ newRest: Numbers) -> [Run]? {
    let (a, b) = (old.elements(at: oldRest), new.elements(at: newRest))
    return Self.runs(a.count, b.count, distanceLimit: Self.distanceLimit, &effort) {
      a.commonHead(b, $0, $1, $2)
    }
  }

  private mutating func align(
    _ oldPart: Numbers,
    _ newPart: Numbers,
    between anchors: [(old: Int, new: Int)]
  ) {
    var (oldStart, newStart) = (0, 0)
    for anchor in anchors {
      let (oldEnd, newEnd) = (
        oldPart.position(of: anchor.old, from: oldStart),
        newPart.position(of: anchor.new, from: newStart)
      )
      align(oldPart.part(oldStart, oldEnd), newPart.part(newStart, newEnd))
      add(anchor.old, anchor.new, 1)
      (oldStart, newStart) = (oldEnd + 1, newEnd + 1)
    }
    align(oldPart.part(oldStart, oldPart.count), newPart.part(newStart, newPart.count))
  }
}

// MARK: - Tables

/// Numbers in memory of their own: in an unoptimized build each access to an array is a call.
final class Numbers {
  let memory: UnsafeMutablePointer<Int32>
  private(set) var count: Int

  init(capacity: Int) {
    memory = .allocate(capacity: max(1, capacity))
    count = 0
  }

  convenience init(_ numbers: [Int32]) {
    self.init(capacity: numbers.count)
    numbers.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { memory.initialize(from: start, count: source.count) }
    }
    count = numbers.count
  }

  convenience init(indexes: Range<Int>) {
    self.init(capacity: indexes.count)
    var index = indexes.lowerBound
    while index < indexes.upperBound {
      append(Int32(truncatingIfNeeded: index))
      index &+= 1
    }
  }

  deinit { memory.deallocate() }

  @inline(__always)
  func append(_ number: Int32) {
    (memory + count).initialize(to: number)
    count &+= 1
  }

  /// Returns the number of equal elements, from an index in either on, up to `limit`.
  func commonHead(_ other: Numbers, _ start: Int, _ otherStart: Int, _ limit: Int) -> Int {
    let (a, b) = (memory + start, other.memory + otherStart)
    var count = 0
    while count < limit, a[count] == b[count] { count &+= 1 }
    return count
  }

  func elements(at indexes: Numbers) -> Numbers {
    let elements = Numbers(capacity: indexes.count)
    var number = 0
    while number < indexes.count {
      elements.append(memory[Int(indexes.memory[number])])
      number &+= 1
    }
    return elements
  }

  func part(_ start: Int, _ end: Int) -> Numbers {
    let part = Numbers(capacity: end - start)
    part.memory.initialize(from: memory + start, count: end - start)
    part.count = end - start
    return part
  }

  /// Returns the position of a number that is there.
  func position(of number: Int, from start: Int) -> Int {
    var position = start
    while memory[position] != Int32(truncatingIfNeeded: number) { position &+= 1 }
    return position
  }
}

/// The occurrences of each number in a part of either sequence, and the last index of it in the newer one.
private final class Occurrences {
  private let inOld: UnsafeMutablePointer<Int32>
  private let inNew: UnsafeMutablePointer<Int32>
  private let lastNew: UnsafeMutablePointer<Int32>

  init(_ count: Int) {
    (inOld, inNew, lastNew) = (
      .allocate(capacity: max(1, count)), .allocate(capacity: max(1, count)),
      .allocate(capacity: max(1, count))
    )
    for table in [inOld, inNew, lastNew] { table.initialize(repeating: 0, count: count) }
  }

  deinit { for table in [inOld, inNew, lastNew] { table.deallocate() } }

  func count(_ old: Numbers, _ oldPart: Numbers, _ new: Numbers, _ newPart: Numbers) {
    var index = 0
    while index < oldPart.count {
      inOld[Int(old.memory[Int(oldPart.memory[index])])] &+= 1
      index &+= 1
    }
    index = 0
    while index < newPart.count {
      let number = Int(new.memory[Int(newPart.memory[index])])
      inNew[number] &+= 1
      lastNew[number] = newPart.memory[index]
      index &+= 1
    }
  }

  /// Makes all counts zero again.
  func forget(_ old: Numbers, _ oldPart: Numbers, _ new: Numbers, _ newPart: Numbers) {
    for (numbers, part) in [(old, oldPart), (new, newPart)] {
      var index = 0
      while index < part.count {
        let number = Int(numbers.memory[Int(part.memory[index])])
        (inOld[number], inNew[number]) = (0, 0)
        index &+= 1
      }
    }
  }

  /// Returns the indexes of the elements that are in both.
  func common(_ numbers: Numbers, _ part: Numbers) -> Numbers {
    let common = Numbers(capacity: part.count)
    var index = 0
    while index < part.count {
      let number = Int(numbers.memory[Int(part.memory[index])])
      if inOld[number] > 0, inNew[number] > 0 { common.append(part.memory[index]) }
      index &+= 1
    }
    return common
  }

  /// Returns the elements that occur once in both and stay in order, and whether there are no others.
  func anchors(_ old: Numbers, _ part: Numbers) -> (pairs: [(old: Int, new: Int)], areAll: Bool) {
    let (olds, news) = (Numbers(capacity: part.count), Numbers(capacity: part.count))
    var index = 0
    while index < part.count {
      let number = Int(old.memory[Int(part.memory[index])])
      if inOld[number] == 1, inNew[number] == 1 {
        olds.append(part.memory[index])
        news.append(lastNew[number])
      }
      index &+= 1
    }
    let pairs = news.longestIncreasingSubsequence.map {
      (old: Int(olds.memory[$0]), new: Int(news.memory[$0]))
    }
    return (pairs, olds.count == part.count)
  }
}
