import Foundation
import RewindSession

/// Everything that a triage has found out, as it is kept for the next run.
///
/// ```
/// {"rewind-triage":5,"crc":"e3069283"}     the checksum of the second line
/// {"logs":{…},"findings":{…},…}
/// ```
///
/// All of it can be found again, so the file may be deleted at any time.
package struct TriageKnowledge: Codable, Sendable {
  /// The logs, by the keys of their contents.
  package internal(set) var logs: [String: TriageLog] = [:]
  /// The results of replays, by log and build.
  var findings: [String: TriageFinding] = [:]
  /// The explanations of crashes, by their identifiers.
  var blames: [String: CrashBlame] = [:]
  /// The crashes that were identified, by build.
  var identities: [String: [CrashIdentityCache.Known]] = [:]
  /// The answers to comparisons of two explanations.
  var comparisons: [String: String] = [:]
  /// The wrong states, by log and condition.
  var wrong: [String: WrongStateBlame?] = [:]
  /// The logs that some run has shown in a group, by the keys of their contents.
  var shown: Set<String> = []
  /// The groups that some run has shown.
  package internal(set) var groups: Set<String> = []

  /// The builds that replayed, the latest last.
  private var builds: [String] = []

  package init() {}

  private static let version = 5
  /// Builds whose results are kept: as many versions as a team has in the field, and today's.
  ///
  /// Each costs a hundred bytes a log.
  private static let buildLimit = 16

  private struct Head: Codable {
    let version: Int
    let crc: String

    enum CodingKeys: String, CodingKey {
      case version = "rewind-triage"
      case crc
    }
  }

  /// Reads the stored findings; nil if the file is not whole, or of another version.
  package init?(bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let body = bytes[(end + 1)...]
    guard let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[..<end])),
      head.version == Self.version, head.crc == Checksum().continued(over: body).text,
      let found = try? JSONDecoder().decode(Self.self, from: Data(body))
    else { return nil }
    self = found
  }

  /// The bytes to keep.
  package func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = try encoder.encode(self)
    let head = Head(version: Self.version, crc: Checksum().continued(over: body).text)
    return Array(try encoder.encode(head)) + [UInt8(ascii: "\n")] + Array(body)
  }

  /// Notes the builds of a run, and forgets those that were not used for long.
  mutating func use(_ used: [String]) {
    builds = builds.filter { !used.contains($0) } + used
    let kept = Set(builds.suffix(max(used.count, Self.buildLimit)))
    builds.removeAll { !kept.contains($0) }
    keep(kept.contains)
    comparisons = comparisons.filter { blames[String($0.key.prefix { !"~>".contains($0) })] != nil }
  }

  /// Forgets what replays by some builds have shown, and all wrong states; what was shown stays known.
  package mutating func forget(_ builds: [TriageBuild]) {
    let keys = Set(builds.map(\.key))
    keep { !keys.contains($0) }
    (comparisons, wrong) = ([:], [:])
  }

  /// Keeps the findings of replays by some builds.
  private mutating func keep(_ isKept: (_ build: String) -> Bool) {
    findings = findings.filter { isKept(String($0.key.drop { $0 != "@" }.dropFirst())) }
    blames = blames.filter { isKept($0.value.program) }
    identities = identities.filter { isKept($0.key) }
  }

  /// Adds the findings of another file.
  package mutating func add(_ other: TriageKnowledge) {
    logs.merge(other.logs) { $1 }
    findings.merge(other.findings) { $1 }
    blames.merge(other.blames) { $1 }
    identities.merge(other.identities) { $0 + $1 }
    comparisons.merge(other.comparisons) { $1 }
    wrong.merge(other.wrong) { $1 }
    groups.formUnion(other.groups)
    builds = builds.filter { !other.builds.contains($0) } + other.builds
    shown.formUnion(other.shown)
  }

  /// Returns the findings about some logs.
  package func about(_ isWanted: (TriageLog) -> Bool) -> TriageKnowledge {
    var part = self
    part.logs = logs.filter { isWanted($0.value) }
    let isKept = { (key: String) in part.logs[String(key.prefix { $0 != "@" })] != nil }
    part.findings = findings.filter { isKept($0.key) }
    part.wrong = wrong.filter { isKept($0.key) }
    part.shown = shown.filter(isKept)
    return part
  }

  /// Returns the same with other paths.
  package func moved(_ path: (String) -> String) -> TriageKnowledge {
    var moved = self
    moved.logs = logs.mapValues { log in
      var log = log
      log.path = path(log.path)
      return log
    }
    return moved
  }
}

/// The wrong state that a recording reaches.
struct WrongStateBlame: Codable, Hashable, Sendable {
  /// The action that leads to the last run of such states; nil if none does.
  let type: String?
  let index: Int
  let paths: [String]
}
