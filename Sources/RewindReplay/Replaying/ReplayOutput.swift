import Foundation
import Rewind
import RewindJSON
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The answer, on its own descriptor: anything that reducers print goes to standard error.
final class ReplayOutput {
  private let descriptor: CInt
  /// The buffer for action lines, reused for each action of a session.
  private var line: [UInt8] = []

  private init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  /// Takes standard output for the answer.
  static func takeStandardOutput() -> ReplayOutput {
    fflush(nil)
    let descriptor = dup(1)
    dup2(2, 1)
    return ReplayOutput(descriptor)
  }

  func write(_ members: [(String, JSONValue)]) {
    var line: [UInt8] = []
    JSONValue.object(JSONObject(members)).write(to: &line)
    write(&line)
  }

  /// Writes an action line, without the parts that are not compared.
  func write(_ action: RecordedAction, isWhole: Bool) {
    line.removeAll(keepingCapacity: true)
    line.append(#"{"index":"#)
    line.append(digits: action.index)
    line.append(#","action":"#)
    if isWhole {
      action.action.write(to: &line)
    } else {
      line.append(#"{"type":"#)
      action.type.writeJSON(to: &line)
      line.append(UInt8(ascii: "}"))
    }
    line.append(UInt8(ascii: "}"))
    write(&line)
  }

  func write(_ input: ReplayInputs.Input, index: Int) {
    var members: [(String, JSONValue)] = [
      ("index", JSONValue(index)),
      ("input", ["name": .string(input.name), "value": input.value]),
    ]
    if input.isMadeUp { members.append(("made", true)) }
    write(members)
  }

  func write<State>(
    _ step: StateHistory<State>.Step,
    after index: Int
  ) -> StateHistory<State> {
    var line = Array(#"{"after":\#(index),"#.utf8)
    if let patch = step.patch {
      line.append(contentsOf: #""patch":"#.utf8)
      line.append(contentsOf: patch)
    } else {
      line.append(contentsOf: #""state":"#.utf8)
      line.append(contentsOf: step.state)
    }
    line.append(UInt8(ascii: "}"))
    write(&line)
    return step.history
  }

  func finish(_ end: String, at index: Int, _ members: [(String, JSONValue)]) {
    write([("end", .string(end)), ("index", JSONValue(index))] + members)
  }

  /// Writes a line, adding its line feed.
  func write(_ line: inout [UInt8]) {
    line.append(UInt8(ascii: "\n"))
    do throws(SystemError) {
      try Descriptor.writeAll(line, to: descriptor)
    } catch {
      // The reader has closed the pipe: there is nothing left to do.
      exit(0)
    }
  }
}

extension UndecodableSession {
  /// The failures in the form of an end line.
  var json: JSONValue {
    .array(
      failures.map {
        [
          "type": .string($0.type), "index": JSONValue($0.index), "count": JSONValue($0.count),
          "why": .string($0.why),
        ]
      }
    )
  }
}
