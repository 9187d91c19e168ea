import RewindCoding
import RewindJSON

/// Tells the app of failures and warnings of a log, and brings it the notes of another process.
struct LogNotices {
  let fail: (Recorder.Failure) -> Void
  let warn: (Recorder.Warning) -> Void
  /// Writes the notes that another process has left; nil where none is to.
  let readNotes: (() -> Void)?

  init(_ recorder: Recorder) {
    fail = { [weak recorder] in recorder?.fail($0) }
    warn = { [weak recorder] in recorder?.warn($0) }
    readNotes = recorder.noteFile.map { _ in { [weak recorder] in recorder?.readNotes() } }
  }
}

extension RecordingLog {
  /// Tells the app, and whoever reads the log.
  func tell(_ warning: Recorder.Warning) {
    write(text: warning.description)
    notices.warn(warning)
  }

  /// Reports the parts of the initial state that no line will show.
  func reportGaps(in state: UnsafeRawPointer, text: [UInt8], _ leftOut: LeftOutProperties) {
    let naming = lines.naming
    if !RuntimeAccess.isAllowed { naming.learn(fromState: last.makeEncoder().value(of: state)) }
    if let states = naming.states, naming.lacksPropertyNames {
      tell(.unnamedProperties(state: ActionName.name(of: states)))
    }
    if !leftOut.paths.isEmpty { tell(.leftOut(pointers: leftOut.paths, types: leftOut.types)) }
    let found = OpaqueParts(in: text)
    let pointers = (found?.paths ?? []) + leftOut.elsewhere.paths
    if !pointers.isEmpty {
      tell(.opaque(pointers: pointers, types: (found?.types ?? []) + leftOut.elsewhere.types))
    }
  }
}
