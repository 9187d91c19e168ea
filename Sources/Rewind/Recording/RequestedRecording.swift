import Foundation

/// A recording that the environment of a launch asks for, as a UI test does for the app that it starts.
///
/// ```
/// REWIND_RECORD=/tmp/run-7/checkout.jsonl     the file, instead of the app's destination
/// REWIND_APP_NAME=shop-checkout               the name in the header, instead of the app's
/// REWIND_NOTES=/tmp/run-7/notes.txt           a file to which the test appends lines: notes of the session
/// ```
///
/// It never turns a recorder on: one that is not `enabled` records nothing, whatever the environment says. It
/// changes no recorder in memory.
package struct RequestedRecording: Sendable {
  /// The log's path.
  let file: String
  /// The app's name, instead of its own.
  let app: String?
  /// The file of notes, shared by the recorders of the process.
  let notes: NoteFile?

  /// The recording that this process' environment asks for; nil if it asks for none.
  static let current = RequestedRecording(environment: ProcessInfo.processInfo.environment)

  /// - Parameter environment: The environment of a process.
  package init?(environment: [String: String]) {
    guard let file = environment["REWIND_RECORD"], !file.isEmpty else { return nil }
    self.file = file
    app = environment["REWIND_APP_NAME"].flatMap { $0.isEmpty ? nil : $0 }
    notes = environment["REWIND_NOTES"].flatMap { $0.isEmpty ? nil : NoteFile($0) }
  }
}
