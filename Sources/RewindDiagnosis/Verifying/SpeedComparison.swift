import RewindSession
package import RewindTimeline

/// A comparison of how long two builds of an app take to reduce the same sessions, by type of action.
///
/// They replay in turn. Of each action, the least of several runs counts: what else the machine does only adds to it.
/// The runs are in two halves, each of which gives a result; how far these are apart is the noise.
package struct SpeedComparison: Sendable {
  package enum Verdict: String, Sendable {
    case slower
    case same
    /// The runs of one and the same build differ as much as the factor.
    case unclear
    /// Both builds take less than 100 µs for all of the actions.
    case tooQuick = "too-quick"
  }

  /// The actions of one type.
  package struct Row: Sendable {
    package let type: String
    /// The number of actions that both builds reduced.
    package let actions: Int
    /// The seconds of a processor that each build took for all of them.
    package let seconds: (old: Double, new: Double)
    /// The new build's cost as a multiple of the old one's.
    package let ratio: Double
    /// The larger of two halves of the runs of one build, as a multiple of the smaller.
    package let noise: Double
    package let verdict: Verdict
  }

  /// The slowest first.
  package let rows: [Row]
  /// True if the costs are retired instructions, otherwise time of a processor.
  package let countsInstructions: Bool
  /// The number of runs of each build.
  package let runs: Int
  /// The number of sessions that neither build told a time of.
  package let silent: Int

  /// The runs of each build after which a first verdict is given, an even number, and at most.
  private static let (leastRuns, mostRuns) = (6, 18)
  /// Below this, a clock's resolution and the first use of code and memory are most of what is measured.
  static let leastSeconds = 100e-6
  /// Measured ratios of builds that are that many times slower are a little less, since replaying has a cost too.
  static let leastMargin = 1.1

  /// Compares two builds.
  ///
  /// - Parameters:
  ///   - timelines: The sessions.
  ///   - new: The build to judge.
  ///   - old: The build before.
  ///   - factor: The ratio from which on a type is slower; above 1.
  ///   - progress: Called before each run of each build.
  /// - Returns: The comparison.
  /// - Throws: ``ReplayProgramError`` if a program cannot be started, or does not tell times.
  package static func run(
    _ timelines: [Timeline],
    new: ReplayProgram,
    old: ReplayProgram,
    factor: Double,
    progress: (_ run: Int) -> Void
  ) throws -> SpeedComparison {
    let requests = try timelines.map { try ReplayRequest.whole($0, states: .none, times: true) }
    var costs = BuildCosts()
    var done = 0
    while true {
      for _ in 0..<leastRuns {
        progress(done + 1)
        for (session, request) in requests.enumerated() {
          for (build, program) in [old, new].enumerated() {
            try costs.add(session, request, by: program, build: build, half: done % 2)
          }
        }
        done += 1
      }
      let comparison = SpeedComparison(
        rows: costs.rows(factor).sorted { ($1.ratio, $0.type) < ($0.ratio, $1.type) },
        countsInstructions: costs.countsInstructions,
        runs: done,
        silent: requests.indices.count { !costs.sessions.contains($0) }
      )
      // What would be told is looked at again: noise goes, and a slower build stays slower.
      let isDoubtful = comparison.rows.contains { [.slower, .unclear].contains($0.verdict) }
      guard isDoubtful, done < mostRuns else { return comparison }
    }
  }
}

/// The least costs of the actions of some sessions, for two builds and two halves of their runs.
private struct BuildCosts {
  private struct Key: Hashable {
    let session: Int
    let index: Int
  }

  private struct Cost {
    var seconds: Double
    var instructions: Double?

    mutating func lower(to other: Cost) {
      seconds = min(seconds, other.seconds)
      instructions = instructions.flatMap { own in other.instructions.map { min(own, $0) } }
    }
  }

  /// By build and half.
  private var costs: [[[Key: Cost]]] = [[[:], [:]], [[:], [:]]]
  private var types: [Key: String] = [:]
  /// The sessions of which times were told.
  private(set) var sessions: Set<Int> = []

  mutating func add(
    _ session: Int,
    _ request: ReplayRequest,
    by program: ReplayProgram,
    build: Int,
    half: Int
  ) throws {
    var (last, begun): (RecordedAction?, Int) = (nil, 0)
    var told: [(index: Int, type: String, cost: Cost)] = []
    let outcome = try program.run(request) { line in
      switch line {
      case .action(let action): (last, begun) = (action, begun + 1)
      case .reduced(let action):
        guard let seconds = action.took?.double, let last, last.index == action.index else {
          return
        }
        told.append(
          (last.index, last.type, Cost(seconds: seconds, instructions: action.instructions?.double))
        )
      default: break
      }
    }
    for (index, type, cost) in told {
      let key = Key(session: session, index: index)
      types[key] = type
      costs[build][half][key, default: cost].lower(to: cost)
    }
    if !told.isEmpty {
      sessions.insert(session)
    } else if begun > 0, case .closed = outcome.ending {
      throw ReplayProgramError(program: program.name, .tellsNoTimes)
    }
  }

  /// True if both builds told instructions.
  var countsInstructions: Bool {
    !types.isEmpty && costs.joined().joined().allSatisfy { $0.value.instructions != nil }
  }

  /// Judges the types of which both builds have reduced actions in both halves.
  func rows(_ factor: Double) -> [SpeedComparison.Row] {
    let isCounted = countsInstructions
    let shared = types.keys.filter { key in costs.joined().allSatisfy { $0[key] != nil } }
    let groups = Dictionary(grouping: shared) { types[$0] ?? "" }
    return groups.map { type, keys -> SpeedComparison.Row in
      func sums(_ value: (Cost) -> Double) -> [(least: Double, noise: Double)] {
        costs.map { halves in
          let values = halves.map { half in keys.map { key in half[key].map(value) ?? 0 } }
          let sums = values.map { max($0.reduce(0, +), .leastNormalMagnitude) }.sorted()
          return (zip(values[0], values[1]).reduce(0) { $0 + min($1.0, $1.1) }, sums[1] / sums[0])
        }
      }
      let seconds = sums(\.seconds).map(\.least)
      let builds = sums { isCounted ? $0.instructions ?? 0 : $0.seconds }
      let ratio = builds[1].least / max(builds[0].least, .leastNormalMagnitude)
      let noise = max(builds[0].noise, builds[1].noise)
      let margin = min(max(SpeedComparison.leastMargin, noise), factor.squareRoot())
      let isSlower = ratio * margin >= factor && ratio > noise * margin
      return SpeedComparison.Row(
        type: type,
        actions: keys.count,
        seconds: (seconds[0], seconds[1]),
        ratio: ratio,
        noise: noise,
        verdict: max(seconds[0], seconds[1]) < SpeedComparison.leastSeconds
          ? .tooQuick : noise >= factor ? .unclear : isSlower ? .slower : .same
      )
    }
  }
}
