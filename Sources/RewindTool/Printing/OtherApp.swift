import Foundation
import RewindDiagnosis
import RewindSession

/// The app of a log, where a program that is to replay it seems to be another one.
struct OtherApp {
  /// The app that recorded the log.
  let app: String
  /// The program, as the user named it.
  let program: String

  /// What is wrong, and what to do.
  var sentence: String {
    "The log is of \(app.escapedForTerminal). Is \(program.escapedForTerminal) another app? "
      + "Then name the program of \(app.escapedForTerminal), by --app."
  }
}

extension SessionHeader {
  /// Returns the log's app if a program seems to be another one, by their names; nil if it may be the same.
  ///
  /// It is asked where a program cannot decode a log: names alone decide nothing, since builds of one app may be
  /// called differently. A program that decodes some of the log's actions is the app's.
  func otherApp(
    than program: ReplayProgram,
    whichCannotDecode parts: UndecodableParts,
    ofActions count: Int
  ) -> OtherApp? {
    if case .actions(let failures) = parts, failures.map(\.count).reduce(0, +) < count {
      return nil
    }
    let recorded = [app, json["executable"]?.string].compactMap { $0?.plainProgram }
      .filter { !$0.isEmpty }
    let given = ([program.name] + program.arguments).map(\.plainProgram).filter { !$0.isEmpty }
    guard let name = app ?? json["executable"]?.string, !recorded.isEmpty,
      !recorded.contains(where: { own in given.contains { $0.contains(own) || own.contains($0) } })
    else { return nil }
    return OtherApp(app: name, program: program.name)
  }
}

extension String {
  /// The letters and digits of a program's name, without its folder.
  fileprivate var plainProgram: String {
    let name = split(separator: "/").last ?? ""
    return name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
