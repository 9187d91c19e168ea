import Foundation
package import RewindJSON
import RewindLog
package import RewindSession

/// A command that classifies states, by the rules of `git bisect run`.
///
/// It gets the state on standard input and in the file that `REWIND_STATE` names, and the state's index
/// in `REWIND_INDEX`. Exit status 0 means good, 125 that it cannot classify this state, 126 and 127 that
/// it could not be run at all; every other status means bad, and so does a signal.
package struct StateJudge: Sendable {
  /// The result of running the command.
  package struct Verdict: Sendable {
    package let answer: StateBisection.Answer
    /// A description of the end, such as "exited with status 1".
    package let ending: String
    /// The end of its standard error.
    package let errorText: String
    /// The number of runs for this verdict.
    package let runs: Int
  }

  /// A reason why the command cannot classify any state.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case cannotStart(String, SystemError)
    /// It exited with 126 or 127.
    case cannotRun(String, status: Int, errorText: String)
    /// The state cannot be written to a file.
    case noFile(String)

    package var description: String {
      switch self {
      case .cannotStart(let command, let error):
        return "\(command) cannot be started: \(error)."
      case .cannotRun(let command, let status, let errors):
        let what = status == 127 ? "was not found" : "cannot be executed"
        let wrote = errors.split(separator: "\n").last.map { " It wrote: \($0.prefix(200))" } ?? ""
        return """
          \(command) exited with status \(status): a command in it \(what). The search was stopped, \
          since this says nothing about a state.\(wrote)
          """
      case .noFile(let why):
        return "The state cannot be written to a temporary file: \(why)."
      }
    }
  }

  private let command: [String]
  private let repetitions: Int
  private let timeLimit: Duration?
  private let memoryLimit: Int

  /// - Parameters:
  ///   - command: The program's path and its arguments.
  ///   - repetitions: How often a state must be called good until it is: above 1 for an intermittent fault.
  ///   - timeLimit: The maximum duration of a run; a longer one is killed, which means bad.
  ///   - memoryLimit: The resident bytes above which it is killed, and the state is bad.
  package init(
    _ command: [String],
    repetitions: Int = 1,
    timeLimit: Duration? = nil,
    memoryLimit: Int = .max
  ) {
    self.command = command
    self.repetitions = repetitions
    self.timeLimit = timeLimit
    self.memoryLimit = memoryLimit
  }

  /// The command as it was typed.
  package var words: String { command.joined(separator: " ") }

  /// Classifies a state.
  ///
  /// - Returns: The first verdict that is not good, or the last one.
  /// - Throws: ``Failure``.
  package func judge(_ state: JSONValue, after index: Int) throws(Failure) -> Verdict {
    let text = Array((state.text + "\n").utf8)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("rewind-state-\(UUID().uuidString).json")
    do throws(SystemError) {
      try PrivateFile.create(file.path, text)
    } catch {
      throw .noFile(error.description)
    }
    defer { unlink(file.path) }
    var runs = 0
    while true {
      runs += 1
      let verdict = try run(text, file.path, index, number: runs)
      if verdict.answer != .good || runs >= repetitions { return verdict }
    }
  }

  private func run(
    _ state: [UInt8],
    _ file: String,
    _ index: Int,
    number: Int
  ) throws(Failure) -> Verdict {
    let limit = timeLimit.map { ContinuousClock.now + $0 }
    let (ending, errors): (ProcessEnding, ChildErrors)
    do throws(SystemError) {
      (ending, errors) = try ChildProcess.run(
        command,
        input: state,
        environment: ["REWIND_INDEX": "\(index)", "REWIND_STATE": file],
        memoryLimit: memoryLimit,
        until: { limit ?? .now + .seconds(3_600) }
      )
    } catch {
      throw .cannotStart(command[0], error)
    }
    if case .exited(let status) = ending, status == 126 || status == 127 {
      throw .cannotRun(command[0], status: Int(status), errorText: errors.text)
    }
    return Verdict(
      answer: ending.answer,
      ending: ending.words,
      errorText: errors.text,
      runs: number
    )
  }
}

extension ProcessEnding {
  fileprivate var answer: StateBisection.Answer {
    switch self {
    case .exited(0): .good
    case .exited(125): .skip
    case .exited, .signalled, .timedOut, .outgrew: .bad
    }
  }
}
