public import Foundation
import RewindJSON
public import RewindReplay
import RewindSession

extension TimeMachine {
  /// Lets `rewind live` drive the store: jump, step, skip, hold, resume, commit, reset, dispatch.
  ///
  /// ```swift
  /// machine.attach(to: store, recording: recording)
  /// let live = machine.listen(to: .environment, actions: shopActions)
  /// ```
  ///
  /// Each command is in the log, as a travel or as an action. Without a recording, or where none is made,
  /// nothing happens.
  ///
  /// - Parameters:
  ///   - window: Where the window is looked for.
  ///   - actions: Decoders of the actions that the window may dispatch.
  ///   - perform: Runs a closure where the store is used; by default on the main queue.
  /// - Returns: The connection; it lasts as long as the machine unless it is stopped. Nil if nothing is
  ///   recorded.
  @discardableResult
  public func listen(
    to window: LiveWindow = .environment,
    actions: ActionDecoders<Action>,
    on perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
      DispatchQueue.main.async(execute: $0)
    }
  ) -> LiveControl? {
    guard let recording, let store = recording.store, window.isAsked else { return nil }
    let machine = DrivenMachine(self, actions)
    let control = LiveControl(
      window,
      folder: recording.folder,
      session: recording.session,
      store: store,
      types: actions.names,
      isWanted: { machine.exists },
      carryOut: { command, answer in perform { answer(machine.carryOut(command)) } }
    )
    let others = onTravel
    onTravel = { [weak control] in
      others()
      control?.reportStatus()
    }
    control.start()
    return control
  }

  /// Lets `rewind live` drive the store, with the actions of its declaration.
  @discardableResult
  public func listen<Reducer>(
    to window: LiveWindow = .environment,
    actionsOf store: ReplayableStore<State, Action, Reducer>,
    on perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
      DispatchQueue.main.async(execute: $0)
    }
  ) -> LiveControl? {
    listen(to: window, actions: store.replayed.actions, on: perform)
  }
}

/// A machine that carries out commands; used only where the store is.
private final class DrivenMachine<State, Action>: @unchecked Sendable {
  private weak var machine: TimeMachine<State, Action>?
  private let actions: ActionDecoders<Action>

  init(_ machine: TimeMachine<State, Action>, _ actions: ActionDecoders<Action>) {
    (self.machine, self.actions) = (machine, actions)
  }

  var exists: Bool { machine != nil }

  /// Carries out a command, and returns the answer: the machine's position, and why not if it did not.
  func carryOut(_ command: JSONValue) -> JSONValue {
    guard let machine else { return ["why": "The app's time machine is gone."] }
    var answer = JSONObject()
    do {
      answer = try machine.carryOut(command, actions)
    } catch {
      answer["why"] = .string("\(error)")
    }
    answer["status"] = machine.liveStatus
    return .object(answer)
  }
}
