import RewindSession
package import RewindTimeline

extension RecordedFields {
  /// Adds what a build writes when it replays a session, by the rules of the session, and the actions that it can
  /// decode.
  ///
  /// A crash ends the session, not the search.
  ///
  /// - Throws: ``ReplayProgramError`` if the program cannot be started, does not speak the contract, or cannot
  ///   decode the session.
  package mutating func add(_ timeline: Timeline, by program: ReplayProgram) throws {
    let mask = RedactionMask(timeline.log.header)
    let request = try ReplayRequest.whole(timeline, states: .all)
    var fields = self
    let outcome = try program.run(request) { line in
      if case .header(let header) = line {
        fields.add(actions: header.json["actions"]?.array?.compactMap(\.string) ?? [])
      } else {
        fields.add(line, mask)
      }
    }
    self = fields
    if case .undecodable(let parts) = outcome.ending {
      throw ReplayProgramError(program: program.name, .undecodable(parts.description))
    }
  }
}
