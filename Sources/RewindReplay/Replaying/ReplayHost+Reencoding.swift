import Rewind
import RewindCoding
import RewindJSON
import RewindSession

extension ReplayHost {
  /// Decodes every state and action of a request, and writes them as they would be recorded today.
  ///
  /// No action is reduced. By comparing the answer with the recording, the tool sees how the app's
  /// types have changed since: which members were added, removed or renamed. Values that cannot be
  /// decoded are left out, and reported at the end.
  func reencode(_ request: HostRequest, _ output: ReplayOutput) {
    tellTypes(output)
    var undecodable: [(index: Int, error: UndecodableAction)] = []
    var stateFailure: String?
    func reencode(_ recorded: (index: Int, state: JSONValue)) {
      guard store.decodeState != nil else { return }
      do {
        var text: [UInt8] = []
        store.states.writer.write(try store.decoded(recorded.state), to: &text)
        output.write(after: recorded.index, "state", text)
      } catch {
        stateFailure = stateFailure ?? "\(error)"
      }
    }
    let naming = ActionNaming(states: State.self)
    func reencode(_ recorded: RecordedAction) {
      do throws(UndecodableAction) {
        let action = try store.actions.action(recorded)
        // The app's own name for it: what it would be called without is in the log, and still the same.
        let own = recorded.ownName == naming.name(of: action) ? recorded.type : nil
        let names = own.map { own in ActionNaming(custom: { _ in own }) } ?? naming
        output.write(recorded.index, reencoded: action, names)
      } catch {
        undecodable.append((recorded.index, error))
      }
    }
    if let start = request.start { reencode(start) }
    for entry in request.script {
      switch entry {
      case .state(let recorded): reencode(recorded)
      case .step(let number): reencode(request.steps[number].action)
      }
    }
    var members: [(String, JSONValue)] = []
    if let session = UndecodableSession(undecodable) {
      members.append(("undecodable", session.json))
    }
    if let stateFailure { members.append(("state", .string(stateFailure))) }
    let last = request.steps.last?.action.index ?? 0
    output.finish(members.isEmpty ? "closed" : "undecodable", at: last, members)
  }
}

extension ReplayHost {
  /// Writes the types of states and actions as a log has them, also of what no value of the request has.
  private func tellTypes(_ output: ReplayOutput) {
    var catalog = TypeCatalog()
    let types = [State.self, Action.self] + store.actions.types
    let told = catalog.newTypes(of: types, LeftOutProperties())
    output.write([("types", .object(told)), ("state", .string(catalog.name(of: State.self)))])
  }
}

extension ReplayOutput {
  /// Writes an action as it would be recorded today.
  fileprivate func write(_ index: Int, reencoded action: Any, _ naming: ActionNaming) {
    let form = action as? any ActionForm ?? PlainActionForm(action: action, naming)
    var line = Array(#"{"index":\#(index),"action":{"#.utf8)
    _ = form.writeMembers(to: &line)
    write(line + "}}".utf8)
  }
}
