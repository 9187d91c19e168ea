import Foundation
import RewindCoding
import RewindInputs
import RewindJSON
import RewindSession

/// The inputs of one reduction during recording: live values, which are also written to the log.
///
/// It is also the mark by which a nested action, and what the reducer starts, know their cause.
final class RecordingInputs: InputSource, CauseMark, @unchecked Sendable {
  /// The log of the action that is being reduced.
  let log: LogIdentity
  let index: Int
  private let writer: SessionWriter
  private let redactor: Redactor
  /// Guarded by the log's lock.
  private var isDone = false

  init(of log: LogIdentity, index: Int, writer: SessionWriter, redactor: Redactor) {
    self.log = log
    self.index = index
    self.redactor = redactor
    self.writer = writer
  }

  /// Nil while the initial state is made.
  var action: CausingAction? { index > 0 ? CausingAction(log: log, index: index) : nil }

  var isOpen: Bool { writer.lock.withLock { !isDone } ?? false }

  /// Called when the reduction has returned; values that its tasks read later are not its inputs.
  func close() {
    writer.lock.withLock { isDone = true }
  }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    let value = try live()
    redactor.collectSecrets(value)
    var line = InputLine.opening(index: index, name: redactor.redact(input: name))
    let start = line.count
    ValueWriter<Value>().write(value, to: &line)
    redactor.redactAndCap(&line, from: start, ofInput: name)
    line.append(contentsOf: "}".utf8)
    writer.lock.withLock { _ = writer.append(.input, line) }
    return value
  }

  func effect(_ name: String, perform: () -> Void) {
    perform()
  }
}

/// The line of an input.
enum InputLine {
  /// The line before the input's value.
  static func opening(index: Int, name: String) -> [UInt8] {
    var line = Array(#"{"index":\#(index),"input":{"name":"#.utf8)
    name.writeJSON(to: &line)
    line.append(contentsOf: #","value":"#.utf8)
    return line
  }
}
