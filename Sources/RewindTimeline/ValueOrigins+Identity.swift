import RewindJSON
import RewindLog

/// The elements of an array that are told by what identifies them.
extension ValueOrigins {
  /// Returns the elements of an array with their origins; nil if each is the one at its index before.
  func runs(
    _ box: Box?,
    _ old: [JSONValue],
    _ new: [JSONValue],
    _ isWritten: Bool,
    _ id: ElementID
  ) -> [ElementOrigins.Run]? {
    let isTouched = box?.children.values.contains { $0.mayHaveNew(id) } ?? false
    guard isWritten || box?.elements != nil || isTouched else { return nil }
    var elements = box?.elements ?? ElementOrigins(new.count, box?.children ?? [:])
    elements.fit(new.count)
    var runs = Self.cut(elements.runs, to: old.count, intoSingles: isWritten)
    // The elements that are not the ones that the patch carries there, and those that may be.
    var strangers: [(run: Int, index: Int)] = []
    var unnamed: [Int] = []
    var index = 0
    for (number, run) in runs.enumerated() {
      defer { index += run.count }
      guard isWritten || run.origin == nil || run.box?.mayHaveNew(id) ?? false else { continue }
      let name = id.value(of: new[index])
      let shown = run.box?.source.flatMap { before[$0] } ?? run.origin.map { old[$0] }
      if id.value(of: shown) == name, shown != nil { continue }
      if name != nil { strangers.append((number, index)) } else { unnamed.append(number) }
    }
    guard !strangers.isEmpty else { return runs }
    for stranger in strangers { runs[stranger.run] = ElementOrigins.Run() }
    claim(strangers, unnamed, &runs, old, new, id)
    return runs
  }

  /// Returns runs of which none has an origin behind the end of the array before.
  private static func cut(
    _ runs: [ElementOrigins.Run],
    to oldCount: Int,
    intoSingles: Bool
  ) -> [ElementOrigins.Run] {
    var cut: [ElementOrigins.Run] = []
    for run in runs {
      guard let origin = run.origin, intoSingles || origin + run.count > oldCount else {
        cut.append(run)
        continue
      }
      for index in origin..<origin + run.count {
        let known = index < oldCount ? index : nil
        cut.append(ElementOrigins.Run(origin: known, box: run.box))
      }
    }
    return cut
  }

  /// Gives elements the origins with their identity that the patch carried nowhere.
  private func claim(
    _ strangers: [(run: Int, index: Int)],
    _ unnamed: [Int],
    _ runs: inout [ElementOrigins.Run],
    _ old: [JSONValue],
    _ new: [JSONValue],
    _ id: ElementID
  ) {
    let doubtful = Set(unnamed)
    var free = FreeOrigins(
      old.count,
      carried: runs.indices.filter { !doubtful.contains($0) }.map { runs[$0] }
    )
    // Nothing left the array: an element that was added is new.
    guard !free.isEmpty else { return }
    let ids = Set(strangers.compactMap { id.value(of: new[$0.index]) })
    var origins: [JSONValue: [Int]] = [:]
    for range in free.ranges.reversed() {
      for index in range.reversed() {
        if let name = id.value(of: old[index]), ids.contains(name) {
          origins[name, default: []].append(index)
        }
      }
    }
    for (number, index) in strangers {
      guard let name = id.value(of: new[index]), let origin = origins[name]?.popLast() else {
        continue
      }
      runs[number] = ElementOrigins.Run(origin: origin, box: Box(isWritten: true))
      free.taken.insert(origin)
    }
    for number in unnamed {
      if let origin = runs[number].origin, !free.contains(origin) {
        runs[number] = ElementOrigins.Run()
      }
    }
  }

  /// The elements of an array before a patch that are not in it after the patch.
  private struct FreeOrigins {
    private(set) var ranges: [Range<Int>] = []
    var taken: Set<Int> = []

    init(_ count: Int, carried runs: [ElementOrigins.Run]) {
      let carried = runs.compactMap { run in run.origin.map { $0..<$0 + run.count } }
      var next = 0
      for range in carried.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if range.lowerBound > next { ranges.append(next..<range.lowerBound) }
        next = max(next, range.upperBound)
      }
      if next < count { ranges.append(next..<count) }
    }

    var isEmpty: Bool { ranges.isEmpty }

    func contains(_ origin: Int) -> Bool {
      let found = ranges.partitioningIndex { $0.upperBound > origin }
      return found < ranges.count && ranges[found].contains(origin) && !taken.contains(origin)
    }
  }
}

extension ValueOrigins.Box {
  /// Returns true if the patch wrote the value, or what identifies it.
  fileprivate func mayHaveNew(_ id: ElementID) -> Bool {
    isWritten || id.member.map { children[CodePoints($0)] != nil } ?? false
  }
}
