/// Deaths of a program as they look from outside, and what they were found to be.
///
/// Where in the app a death happens takes ten times as long to find out as that it does. So it is found
/// out once for each way to die that looks different: by its class, by what the program writes, and by the
/// addresses that it tells. A program that tells no addresses is looked into each time.
struct DeathSightings {
  /// A death as it looks without a backtrace.
  struct Death {
    let crash: CrashClass
    /// The type of the action in which it happened.
    let type: String
    /// What the program wrote to standard error.
    let words: String
    /// Where it died, relative to its images; nil where it did not say.
    let addresses: String?
  }

  private struct Sighting: Hashable {
    let plain: CrashSignature
    let addresses: String
  }

  private var known: [Sighting: CrashSignature] = [:]

  /// Finds out what a death was, as far as needed to judge it.
  ///
  /// - Parameters:
  ///   - death: How it looks.
  ///   - failure: The failure that judges it.
  ///   - look: Runs it again, with a backtrace; nil where it does not happen again.
  /// - Returns: The run that it ended.
  mutating func identify(
    _ death: Death,
    for failure: Failure,
    look: () throws -> CrashSignature?
  ) rethrows -> ActionRun {
    let plain = CrashSignature(death.crash, in: death.type, errorText: death.words, nil)
    // Whatever already differs needs no closer look, and neither does what no backtrace tells apart.
    guard case .crash(let signature) = failure, signature.isLocated, plain.matches(signature)
    else {
      return .died(plain)
    }
    let sighting = death.addresses.map { Sighting(plain: plain, addresses: $0) }
    if let sighting, let found = known[sighting] { return .died(found) }
    guard let found = try look() else {
      return .untried("It crashed there once and survived the next time.")
    }
    if let sighting { known[sighting] = found }
    return .died(found)
  }
}
