import Foundation

/// Crashes of a program as seen from another process, and their identities.
///
/// Looking up the place of a crash takes ten times as long as seeing that it happens. So it is looked up
/// once for each crash that looks different: by its class, by the program's output, and by the addresses
/// that it reports. For a program that reports no addresses it is looked up each time.
///
/// Searches of one build may share them, as those of a triage do.
final class DeathSightings: Sendable {
  /// A crash as seen without a backtrace.
  struct Death {
    let crash: CrashClass
    /// The type of the action in which it happened.
    let type: String
    /// The program's standard error.
    let words: String
    /// The place of the crash, relative to the program's images; nil if it was not reported.
    let addresses: String?
  }

  private struct Sighting: Hashable {
    let plain: CrashSignature
    let addresses: String
  }

  /// A crash that was looked up, as it is kept for the next run.
  struct Known: Codable, Sendable {
    let plain: CrashSignature
    let addresses: String
    let found: CrashSignature
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var known: [Sighting: CrashSignature] = [:]
  /// True if crashes are distinguished even if the failure does not require it.
  private let locatesAll: Bool

  init(locatingAll locatesAll: Bool = false, _ known: [Known] = []) {
    self.locatesAll = locatesAll
    for one in known {
      self.known[Sighting(plain: one.plain, addresses: one.addresses)] = one.found
    }
  }

  /// All crashes that were looked up, in a fixed order.
  var all: [Known] {
    lock.withLock {
      known.map { Known(plain: $0.plain, addresses: $0.addresses, found: $1) }
    }.sorted { ($0.addresses, "\($0.plain)") < ($1.addresses, "\($1.plain)") }
  }

  /// Notes the identity of a crash that was looked up in another run of the same action on the same state.
  func note(_ death: Death, as found: CrashSignature) {
    let plain = CrashSignature(death.crash, in: death.type, errorText: death.words, nil)
    guard let addresses = death.addresses, found.isLocated, plain.matches(found) else { return }
    let sighting = Sighting(plain: plain, addresses: addresses)
    lock.withLock { if known[sighting] == nil { known[sighting] = found } }
  }

  /// Returns the identity of a crash that was looked up before; nil if it was not.
  func identity(of death: Death) -> CrashSignature? {
    let plain = CrashSignature(death.crash, in: death.type, errorText: death.words, nil)
    guard let addresses = death.addresses else { return nil }
    return lock.withLock { known[Sighting(plain: plain, addresses: addresses)] }
  }

  /// Identifies a crash, in as much detail as the verdict needs.
  ///
  /// - Parameters:
  ///   - death: The crash as seen.
  ///   - failure: The failure that classifies it.
  ///   - look: Runs it again, with a backtrace; nil if it does not happen again.
  /// - Returns: The run that it ended.
  func identify(
    _ death: Death,
    for failure: Failure,
    look: () throws -> CrashSignature?
  ) rethrows -> ActionRun {
    let plain = CrashSignature(death.crash, in: death.type, errorText: death.words, nil)
    // A crash that already differs needs no closer look, and neither does one that a backtrace cannot
    // identify.
    guard case .crash(let signature) = failure, signature.isLocated,
      locatesAll || plain.matches(signature)
    else {
      return .died(plain)
    }
    let sighting = death.addresses.map { Sighting(plain: plain, addresses: $0) }
    if let sighting, let found = lock.withLock({ known[sighting] }) { return .died(found) }
    guard let found = try look() else {
      return .untried("It crashed there once and survived the next time.")
    }
    if let sighting { lock.withLock { known[sighting] = found } }
    return .died(found)
  }
}
