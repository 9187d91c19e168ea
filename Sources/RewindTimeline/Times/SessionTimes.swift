import Foundation
package import RewindJSON
import RewindLog
import RewindSession

/// How long a session's actions took, and what grew with them.
package struct SessionTimes: Sendable {
  /// The times of the actions of one type, in seconds.
  package struct Spread: Sendable {
    package let count: Int
    package let median: Double
    package let percentile99: Double
    package let longest: Double
    /// The action that took longest.
    package let index: Int

    /// Makes the spread of times; nil for none.
    init?(_ times: [(index: Int, seconds: Double)]) {
      let sorted = times.sorted { ($0.seconds, $1.index) < ($1.seconds, $0.index) }
      guard let last = sorted.last else { return nil }
      count = sorted.count
      median = sorted[(sorted.count - 1) / 2].seconds
      percentile99 = sorted[(sorted.count * 99 + 99) / 100 - 1].seconds
      (longest, index) = (last.seconds, last.index)
    }
  }

  /// A dispatch, or a reducer, that took as long as a person notices.
  package struct Hang: Hashable, Sendable {
    package let index: Int
    package let type: String
    package let seconds: Double
  }

  /// A type whose actions usually take long.
  package struct Slow: Hashable, Sendable {
    package let type: String
    /// True if the subscribers and views take the time, and not the reducer.
    package let isInSubscribers: Bool
    /// The median, in seconds.
    package let median: Double
    /// The number of actions that it is the median of.
    package let count: Int
  }

  /// A type whose reducer takes longer the larger a slice is.
  package struct Growth: Hashable, Sendable {
    /// A size and the median time with sizes around it.
    package struct End: Hashable, Sendable {
      package let size: Int
      package let seconds: Double
    }

    package let type: String
    /// The slice, or the list within it.
    package let pointer: Pointer
    /// True if the size is a number of elements, otherwise of bytes.
    package let isCount: Bool
    package let correlation: Double
    /// The number of actions.
    package let points: Int
    package let smallest: End
    package let largest: End
  }

  /// The bytes of a member of the state.
  package struct Slice: Sendable {
    package let name: String
    package let start: Int
    package let middle: Int
    package let end: Int
    /// True if it has grown all along, and manyfold: a list that nothing is ever removed from.
    package let growsSteadily: Bool
    /// The bytes that the actions of each type have added, the most first.
    package let growth: [(type: String, bytes: Int)]
  }

  /// Times of reducers by type.
  package private(set) var took: [String: Spread] = [:]
  /// Times of dispatches that took 4 ms or longer, with subscribers and views, by type.
  package private(set) var held: [String: Spread] = [:]
  package private(set) var hangs: [Hang] = []
  /// True if the app was built without optimization, so that reducers take longer than they need.
  package private(set) var isDebug = false
  /// The frames that a device has not shown in time; nil where nobody can know that.
  package private(set) var framesLost: Int?
  /// The slowest first.
  package private(set) var slow: [Slow] = []
  /// The slowest at the end first.
  package private(set) var growing: [Growth] = []
  /// The largest at the end first.
  package private(set) var slices: [Slice] = []

  /// The pairs that a correlation must have to be told, and its least value.
  private static let leastPoints = 30
  private static let leastCorrelation = 0.9
  /// Below this, a time is of no interest, and mostly noise.
  private static let leastSeconds = 100e-6
  /// The different sizes without which a correlation says nothing: two clusters of times look like one.
  private static let leastSizes = 8

  init() {}

  init(_ collector: TimeCollector, _ header: SessionHeader) {
    took = collector.took.compactMapValues { Spread($0) }
    let dispatches = collector.dispatches
    held = Dictionary(grouping: dispatches, by: \.type).compactMapValues { dispatches in
      Spread(dispatches.map { ($0.index, $0.seconds) })
    }
    hangs = collector.hangs()
    isDebug = header.json["configuration"] == "debug"
    if header.json["configuration"] == "release", header.json["device"] == "device",
      let rate = header.json["refreshRate"]?.double, rate > 0
    {
      framesLost = dispatches.filter { $0.isOnMain && $0.isOutermost }
        .reduce(0) { $0 + Int(min($1.seconds * rate, 1e9)) }
    }
    growing = collector.took.compactMap { Self.growth(of: $0.key, $0.value, collector.sizes) }
      .sorted { ($1.largest.seconds, $0.type) < ($0.largest.seconds, $1.type) }
    slow = slowTypes(collector)
    slices = Self.slices(collector.sizes, through: collector.lastIndex)
  }

  /// Half a frame of a display of 60 frames a second, and a whole one.
  private static let (halfFrame, frame) = (0.008, 1.0 / 60)

  /// Returns the types whose reducer, or whose subscribers, usually take longer than a display can wait.
  private func slowTypes(_ collector: TimeCollector) -> [Slow] {
    let reducers = took.filter { type, spread in
      spread.count >= 3 && spread.median >= Self.halfFrame
        && !growing.contains { $0.type == type }
    }
    .map { Slow(type: $0, isInSubscribers: false, median: $1.median, count: $1.count) }
    let reduced = Dictionary(
      collector.took.values.joined().map { ($0.index, $0.seconds) },
      uniquingKeysWith: { $1 }
    )
    let dispatches = Dictionary(grouping: collector.dispatches, by: \.type)
    let subscribers = dispatches.compactMap { type, dispatches -> Slow? in
      let rest = dispatches.map {
        (index: $0.index, seconds: $0.seconds - (reduced[$0.index] ?? 0))
      }
      // Of the dispatches that took less than 4 ms, nothing is known: the median is that of all.
      guard let spread = Spread(rest), spread.count >= 3, spread.median >= Self.frame,
        spread.count * 2 > took[type]?.count ?? 0
      else { return nil }
      return Slow(type: type, isInSubscribers: true, median: spread.median, count: spread.count)
    }
    return (reducers + subscribers).sorted { ($1.median, $0.type) < ($0.median, $1.type) }
  }

  // MARK: - What grows

  /// Returns the slice that a type's time follows most; nil if it follows none.
  private static func growth(
    of type: String,
    _ times: [(index: Int, seconds: Double)],
    _ sizes: StateSizes
  ) -> Growth? {
    guard times.count >= leastPoints,
      times.contains(where: { $0.seconds >= leastSeconds })
    else { return nil }
    let counts = sizes.counts.map { ($0.key, $0.value, true) }
    let bytes = sizes.slices.map {
      (Pointer(tokens: $0.key.isEmpty ? [] : [$0.key]), $0.value, false)
    }
    let found = (counts + bytes).compactMap { pointer, points, isCount -> (Growth, fit: Double)? in
      let pairs = times.compactMap { time in
        points.size(before: time.index).map { (x: Double($0), y: time.seconds) }
      }
      guard pairs.count >= leastPoints, Set(pairs.map(\.x)).count >= leastSizes,
        let correlation = rankCorrelation(pairs), correlation >= leastCorrelation,
        let (smallest, largest) = ends(pairs)
      else { return nil }
      let growth = Growth(
        type: type,
        pointer: pointer,
        isCount: isCount,
        correlation: correlation,
        points: pairs.count,
        smallest: smallest,
        largest: largest
      )
      // How well a power of the size explains the time.
      let logarithms = pairs.filter { $0.x > 0 && $0.y > 0 }.map { (x: log($0.x), y: log($0.y)) }
      return (growth, ((linearCorrelation(logarithms) ?? 0) * 100).rounded())
    }
    // Lists that grow together have the same ranks. The one whose sizes fit the times best is the likeliest, and
    // of those the elements of a list rather than the bytes of all around it.
    return found.max { one, other in
      (one.fit, one.0.isCount ? 1 : 0, other.0.pointer.description)
        < (other.fit, other.0.isCount ? 1 : 0, one.0.pointer.description)
    }?.0
  }

  /// Returns the medians of the tenths with the smallest and the largest sizes; nil if the time did not at least
  /// double, to something of interest.
  private static func ends(_ pairs: [(x: Double, y: Double)]) -> (Growth.End, Growth.End)? {
    let sorted = pairs.sorted { $0.x < $1.x }
    let share = max(3, sorted.count / 10)
    func end(_ pairs: some Collection<(x: Double, y: Double)>) -> Growth.End {
      Growth.End(
        size: Int(pairs.map(\.x).sorted()[pairs.count / 2]),
        seconds: pairs.map(\.y).sorted()[pairs.count / 2]
      )
    }
    let (first, last) = (end(sorted.prefix(share)), end(sorted.suffix(share)))
    guard last.seconds >= 2 * first.seconds, last.seconds >= leastSeconds,
      last.size >= 2 * max(first.size, 1)
    else { return nil }
    return (first, last)
  }

  private static func slices(_ sizes: StateSizes, through last: Int) -> [Slice] {
    sizes.slices.map { name, points in
      Slice(
        name: name,
        start: points.first?.size ?? 0,
        middle: points.size(before: last / 2 + 1) ?? points.first?.size ?? 0,
        end: points.last?.size ?? 0,
        growsSteadily: points.growSteadily(through: last),
        growth: (sizes.growth[name] ?? [:]).filter { $0.value > 0 }
          .map { (type: $0.key, bytes: $0.value) }
          .sorted { ($1.bytes, $0.type) < ($0.bytes, $1.type) }
      )
    }
    .sorted { ($1.end, $0.name) < ($0.end, $1.name) }
  }
}

extension [StateSizes.Point] {
  /// True if sizes have grown in many small steps all along, to several times the first and 10 kB more.
  fileprivate func growSteadily(through last: Int) -> Bool {
    guard count >= 30, let start = first?.size, let end = self.last?.size, end - start >= 10_000,
      end >= 4 * Swift.max(start, 256), lazy.map(\.size).max() ?? 0 <= end + end / 20
    else { return false }
    return [1, 2, 3].allSatisfy { quarter in
      let grown = Double((size(before: last * quarter / 4 + 1) ?? start) - start)
      let share = grown / Double(end - start) - Double(quarter) / 4
      return abs(share) <= 0.2
    }
  }
}

/// Collects the times and sizes of a session, line by line.
struct TimeCollector {
  /// A dispatch that took long.
  struct Dispatch {
    let index: Int
    let type: String
    let seconds: Double
    let isOnMain: Bool
    /// False if it was dispatched from within another one that took long.
    var isOutermost = true
    /// True if one from within it is a hang by itself.
    var holdsHang = false
  }

  private(set) var took: [String: [(index: Int, seconds: Double)]] = [:]
  private(set) var dispatches: [Dispatch] = []
  private(set) var sizes = StateSizes()
  private(set) var lastIndex = 0
  private var types: [Int: String] = [:]

  mutating func begin(_ index: Int, _ type: String) {
    types[index] = type
    lastIndex = max(lastIndex, index)
  }

  /// Returns the hangs, the longest first; of dispatches within each other, the innermost that is one.
  func hangs() -> [SessionTimes.Hang] {
    let known = Set(dispatches.map(\.index))
    let inDispatches = dispatches.filter { $0.seconds >= ActionTimes.hang && !$0.holdsHang }
      .map { SessionTimes.Hang(index: $0.index, type: $0.type, seconds: $0.seconds) }
    let inReducers = took.flatMap { type, times in
      times.filter { $0.seconds >= ActionTimes.hang && !known.contains($0.index) }
        .map { SessionTimes.Hang(index: $0.index, type: type, seconds: $0.seconds) }
    }
    return (inDispatches + inReducers).sorted { ($1.seconds, $0.index) < ($0.seconds, $1.index) }
  }

  /// Notes the line that ends an action.
  mutating func end(_ index: Int, took seconds: JSONNumber?) {
    guard let type = types[index], let seconds = seconds?.double else { return }
    took[type, default: []].append((index, seconds))
  }

  /// Notes a state line, or a change without an action after another.
  mutating func add(
    _ change: SessionLog.RecordedChange,
    at index: Int,
    isExternal: Bool = false,
    _ whole: () -> JSONValue?
  ) {
    let type = isExternal ? nil : types[index]
    if let patch = change.patch, sizes.note(patch, at: index, by: type) { return }
    if change.stateSize > 0, let state = whole() {
      sizes.note(state, at: index, by: type)
    } else {
      sizes.forget()
    }
  }

  /// Notes that the next change does not begin at the last state.
  mutating func forgetState() { sizes.forget() }

  mutating func add(_ held: HeldDispatch) {
    guard let type = types[held.index] else { return }
    var dispatch = Dispatch(
      index: held.index,
      type: type,
      seconds: held.seconds.double,
      isOnMain: held.isOnMain
    )
    // A dispatch returns before the one from within which it was dispatched, whose index is lower.
    for within in dispatches.indices.reversed() {
      guard dispatches[within].index > held.index else { break }
      dispatches[within].isOutermost = false
      if dispatches[within].seconds >= ActionTimes.hang { dispatch.holdsHang = true }
    }
    dispatches.append(dispatch)
  }
}
