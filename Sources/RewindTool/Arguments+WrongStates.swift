import Foundation
import RewindDiagnosis
import RewindQuery
import RewindSession
import RewindTimeline

extension Flag {
  static let never = Flag("--never", .expression).repeated.group(.conditions)
    .help("A condition that must not hold: 'count(cart.items, it.qty == 0) > 0', or 'NAME: EXPR'.")
  static let neverFile = Flag("--never-file", .file).group(.conditions).typed
    .help("The same from a file with one condition per line: NAME: EXPR.")

  /// The flags of every command that looks for wrong states.
  static let judgingStates: [Flag] = [.never, .neverFile]
}

extension Arguments {
  /// The maximum size in bytes of a file of conditions: a team's file has some thousands.
  private static let neverFileLimit = 1 << 20

  /// True if a command classifies states: `run -- COMMAND`, after the operands.
  var judgesByCommand: Bool { operands.count > 1 && operands.last == "run" }

  /// Returns the conditions of `--never` and `--never-file`, none of which must hold.
  func neverConditions() throws -> [Invariant] {
    let typed = try all(.never).map { text in
      let (name, expression) = try StepExpression.named(text)
      return Invariant(expression, name: name)
    }
    return try typed + all(.neverFile).flatMap(conditions)
  }

  /// Returns the requested wrong states: by conditions, or by a command.
  func wrongStates() throws -> [WrongState] {
    let conditions = try neverConditions().map { WrongState.condition($0) }
    guard judgesByCommand else { return conditions }
    guard conditions.isEmpty else { throw InputError.notWith("`run`", Flag.never.name) }
    return [.command(try stateCommand())]
  }

  /// Returns the command after `run --`.
  func stateCommand(repetitions: Int = 1) throws -> StateJudge {
    guard let name = rest.first else {
      throw InputError.missing("the command that checks a state: rewind \(verb) run -- COMMAND")
    }
    return StateJudge(
      [try Self.executable(name)] + rest.dropFirst(),
      repetitions: repetitions,
      timeLimit: timeLimit,
      memoryLimit: memoryLimit ?? .max
    )
  }

  private func conditions(in path: String) throws -> [Invariant] {
    let bytes = try ReadableFile.contents(of: path, upTo: Self.neverFileLimit)
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw InputError.isNot(path, "a file of conditions: it is not UTF-8 text")
    }
    do throws(NeverFile.Fault) {
      return try NeverFile(text).conditions
    } catch {
      throw CommandError("\(path): \(error)")
    }
  }
}
