import Foundation

/// Writes each state of an app to a file, as a line of JSON.
///
/// It is independent of the recorder, so that recordings can be checked against it. Each line is
/// written in one piece before the next action is reduced: a program that traps has written every state
/// it reached. If a state cannot be written, the program stops with a message.
package final class StatePrinter<State: Encodable> {
  private let path: String
  private let file: FileHandle
  private let encoder = JSONEncoder()

  /// Begins an empty file at `path`.
  package init(path: String) {
    self.path = path
    file = stopping(path) {
      let url = URL(fileURLWithPath: path)
      try Data().write(to: url)
      return try FileHandle(forWritingTo: url)
    }
    encoder.outputFormatting = .sortedKeys
  }

  /// Writes a state.
  package func print(_ state: State) {
    stopping(path) { try file.write(contentsOf: try encoder.encode(state) + Data("\n".utf8)) }
  }

  /// Returns a reducer that prints its results.
  package func printing<Action>(
    _ reducer: @escaping (_ action: Action, _ state: State?) -> State
  ) -> (_ action: Action, _ state: State?) -> State {
    { action, state in
      let newState = reducer(action, state)
      self.print(newState)
      return newState
    }
  }

  /// Returns a reducer that changes the state in place and prints its results, including those of
  /// actions that it does not handle.
  package func printing<Action>(
    _ reducer: @escaping (_ action: Action, _ state: inout State) -> Bool
  ) -> (_ action: Action, _ state: inout State) -> Bool {
    { action, state in
      let isHandled = reducer(action, &state)
      self.print(state)
      return isHandled
    }
  }
}

private func stopping<Result>(_ path: String, _ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch {
    Console.stop("States cannot be printed to \"\(path)\": \(error.localizedDescription)")
  }
}
