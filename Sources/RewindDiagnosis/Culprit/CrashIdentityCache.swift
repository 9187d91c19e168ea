import Foundation

/// The result of trying an action on a state, before a crash is identified.
enum TrialOutcome {
  case survived
  case died(CrashIdentityCache.Death)
  /// It could not be tried, for this reason.
  case untried(String)
}

extension ReplayProgram.Outcome {
  /// Returns the result for an action that was requested last.
  func trial(of step: SessionStep) -> TrialOutcome {
    switch ending {
    case .closed: .survived
    case .undecodable(let parts): .untried(parts.description)
    case .unresolved(let input, let action):
      .untried(UnresolvedInput(input, in: action).description)
    case .died(let crash):
      lastAction == step.index
        ? .died(.init(crash, in: step.type, errorText: errorText, addresses: addresses))
        : .untried("The program died before it reached the action.")
    }
  }

  /// Returns the crash in an action; nil if the program survived it, or died elsewhere.
  func crash(in step: SessionStep) -> CrashIdentity? {
    guard case .died(let crash) = ending, lastAction == step.index else { return nil }
    return CrashIdentity(
      signature: CrashSignature(crash, in: step.type, errorText: errorText, backtrace),
      reason: backtrace?.reason,
      isStackOverflow: backtrace?.isStackOverflow ?? false
    )
  }
}

/// A crash with all that a backtrace says of it.
struct CrashIdentity: Codable, Sendable {
  let signature: CrashSignature
  /// The failed check of Swift, if the debug information names it.
  let reason: String?
  let isStackOverflow: Bool
}

/// Crashes of a program as seen from another process, and their identities.
///
/// Reading a backtrace takes ten times as long as seeing that a program crashes. So it is read once for each
/// crash that looks different: by its class, by the program's output, and by the addresses that it reports.
/// For a program that reports no addresses it is read each time.
///
/// Searches of one build may share them, as those of a triage do.
final class CrashIdentityCache: Sendable {
  /// A crash as seen without a backtrace.
  struct Death {
    let plain: CrashSignature
    /// The addresses of the crash, relative to the program's images; nil if they were not reported.
    let addresses: String?

    init(_ crash: CrashClass, in type: String, errorText: String, addresses: String?) {
      plain = CrashSignature(crash, in: type, errorText: errorText, nil)
      self.addresses = addresses
    }
  }

  /// A crash that was identified, as it is kept for the next run.
  struct Known: Codable, Sendable {
    let plain: CrashSignature
    let addresses: String
    let found: CrashIdentity
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var known: [Known]

  init(_ known: [Known] = []) {
    self.known = known
  }

  /// All crashes that were identified, in a fixed order.
  var all: [Known] {
    lock.withLock { known }
      .sorted { ($0.addresses, "\($0.plain)") < ($1.addresses, "\($1.plain)") }
  }

  /// Returns the identity of a crash; `look` runs it again, with a backtrace, and returns nil if it survives.
  func identity(
    of death: Death,
    look: () throws -> CrashIdentity?
  ) rethrows -> CrashIdentity? {
    let seen = lock.withLock {
      known.first { $0.addresses == death.addresses && $0.plain == death.plain }
    }
    if let seen { return seen.found }
    guard let found = try look() else { return nil }
    if let addresses = death.addresses {
      let crash = Known(plain: death.plain, addresses: addresses, found: found)
      lock.withLock { known.append(crash) }
    }
    return found
  }

  /// Identifies a crash, in as much detail as a comparison with `signature` needs.
  func identify(
    _ trial: TrialOutcome,
    for signature: CrashSignature,
    look: () throws -> CrashIdentity?
  ) rethrows -> ActionRun {
    let death: Death
    switch trial {
    case .survived: return .survived
    case .untried(let why): return .untried(why)
    case .died(let seen): death = seen
    }
    // A crash that already differs needs no backtrace, and neither does one that a backtrace cannot identify.
    guard signature.isLocated, death.plain.matches(signature) else { return .died(death.plain) }
    guard let found = try identity(of: death, look: look) else {
      return .untried("It crashed there once and survived the next time.")
    }
    return .died(found.signature)
  }
}
