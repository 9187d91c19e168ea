import Foundation

/// The result of trying an action as seen from another process, before a crash is identified.
enum ActionSight {
  case survived
  case died(DeathSightings.Death)
  /// It could not be tried, for this reason.
  case untried(String)
}

extension ReplayProgram.Outcome {
  /// Returns what became of an action that was requested last.
  func sight(of step: SessionStep) -> ActionSight {
    switch ending {
    case .closed: .survived
    case .undecodable(let session): .untried(session.description)
    case .unresolved(let input, _): .lacks(input)
    case .died(let crash):
      lastAction == step.index
        ? .died(.init(crash, in: step.type, errorText: errorText, addresses: addresses))
        : .notReached
    }
  }

  /// Returns the crash in an action; nil if the program survived it, or died elsewhere.
  func crash(in step: SessionStep) -> CrashSignature? {
    guard case .died(let crash) = ending, lastAction == step.index else { return nil }
    return CrashSignature(crash, in: step.type, errorText: errorText, backtrace)
  }
}

extension ActionSight {
  static let notReached = ActionSight.untried("The program died before it reached the action.")

  static func lacks(_ input: String) -> ActionSight {
    .untried("The reducer reads \"\(input)\", which was not recorded for this action.")
  }
}

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
    let plain: CrashSignature
    /// The place of the crash, relative to the program's images; nil if it was not reported.
    let addresses: String?

    init(_ crash: CrashClass, in type: String, errorText: String, addresses: String?) {
      plain = CrashSignature(crash, in: type, errorText: errorText, nil)
      self.addresses = addresses
    }
  }

  /// A crash that was looked up, as it is kept for the next run.
  struct Known: Codable, Sendable {
    let plain: CrashSignature
    let addresses: String
    let found: CrashSignature
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var known: [Known]
  /// True if crashes are distinguished even if the failure does not require it.
  private let locatesAll: Bool

  init(locatingAll locatesAll: Bool = false, _ known: [Known] = []) {
    (self.locatesAll, self.known) = (locatesAll, known)
  }

  /// All crashes that were looked up, in a fixed order.
  var all: [Known] {
    lock.withLock { known }
      .sorted { ($0.addresses, "\($0.plain)") < ($1.addresses, "\($1.plain)") }
  }

  /// Notes the identity of a crash that was looked up in another run of the same action on the same state.
  func note(_ death: Death, as found: CrashSignature) {
    guard let addresses = death.addresses, identity(of: death) == nil else { return }
    lock.withLock {
      known.append(Known(plain: death.plain, addresses: addresses, found: found))
    }
  }

  /// Returns the identity of a crash that was looked up before; nil if it was not.
  func identity(of death: Death) -> CrashSignature? {
    lock.withLock {
      known.first { $0.addresses == death.addresses && $0.plain == death.plain }?.found
    }
  }

  /// Identifies a crash, in as much detail as a comparison with `signature` needs; `look` runs it again, with
  /// a backtrace.
  func identify(
    _ sight: ActionSight,
    for signature: CrashSignature,
    look: (Death) throws -> CrashSignature?
  ) rethrows -> ActionRun {
    let death: Death
    switch sight {
    case .survived: return .survived
    case .untried(let why): return .untried(why)
    case .died(let seen): death = seen
    }
    // A crash that already differs needs no closer look, and neither does one that a backtrace cannot
    // identify.
    guard signature.isLocated, locatesAll || death.plain.matches(signature) else {
      return .died(death.plain)
    }
    if let found = identity(of: death) { return .died(found) }
    guard let found = try look(death) else {
      return .untried("It crashed there once and survived the next time.")
    }
    note(death, as: found)
    return .died(found)
  }
}
