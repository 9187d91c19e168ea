import Rewind
import RewindCoding
import RewindJSON

extension ReplayHost {
  /// Decodes every state and action of a request, and writes them as they would be recorded today.
  ///
  /// No action is reduced. By comparing the answer with the recording, the tool sees how the app's
  /// types have changed since: which members were added, removed or renamed. Values that cannot be
  /// decoded are left out, and reported at the end.
  func reencode(_ request: HostRequest, _ output: ReplayOutput) {
    var undecodable = UndecodableTally()
    var reader = ActionDecoders.Reader(store.actions)
    var stateFailure: String?
    func reencodeState(_ recorded: (index: Int, state: JSONValue)?) {
      guard let recorded, store.decodeState != nil else { return }
      do {
        output.write(
          reencoded: try store.decoded(recorded.state),
          by: store.states.writer,
          recorded.index
        )
      } catch {
        stateFailure = stateFailure ?? "\(error)"
      }
    }
    reencodeState(request.start)
    for (number, step) in request.steps.enumerated() {
      if number > 0 { reencodeState(request.restarts[number]) }
      do throws(UndecodableAction) {
        let action = try reader.action(step.action)
        output.write(reencoded: action, step.action.index)
      } catch {
        undecodable.add(error, at: step.action.index)
      }
    }
    reencodeState(request.restarts[request.steps.count])
    let last = request.steps.last?.action.index ?? 0
    var members: [(String, JSONValue)] = []
    if let session = undecodable.session { members.append(("undecodable", session.json)) }
    if let stateFailure { members.append(("state", .string(stateFailure))) }
    output.finish(members.isEmpty ? "closed" : "undecodable", at: last, members)
  }
}

extension ReplayOutput {
  /// Writes a state as it would be recorded today.
  fileprivate func write<State>(
    reencoded state: State,
    by writer: ValueWriter<State>,
    _ index: Int
  ) {
    var line = Array(#"{"after":\#(index),"state":"#.utf8)
    writer.write(state, to: &line)
    line.append(UInt8(ascii: "}"))
    write(&line)
  }

  /// Writes an action as it would be recorded today.
  fileprivate func write(reencoded action: Any, _ index: Int) {
    let form = action as? any ActionForm ?? PlainActionForm(action: action)
    var line = Array(#"{"index":\#(index),"action":{"#.utf8)
    _ = form.writeMembers(to: &line)
    line.append(contentsOf: "}}".utf8)
    write(&line)
  }
}
