import Foundation
import Rewind
import RewindJSON
import RewindSession

/// The answer, on its own descriptor: anything that reducers print goes to standard error.
struct ReplayOutput {
  private let descriptor: CInt

  init(_ descriptor: CInt) {
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
    write(JSONValue.object(JSONObject(members)).text)
  }

  /// Writes an action line, without the parts that are not compared.
  func write(_ action: RecordedAction, isWhole: Bool, allowed: Bool?) {
    var line = Array(#"{"index":\#(action.index),"action":"#.utf8)
    if isWhole {
      action.action.write(to: &line)
    } else {
      line += #"{"type":"#.utf8
      action.type.writeJSON(to: &line)
      line.append(UInt8(ascii: "}"))
    }
    if let allowed { line += #","allows":\#(allowed)"#.utf8 }
    write(line + "}".utf8)
  }

  func write(_ input: ReplayInputs.Input, index: Int) {
    let content: JSONValue = ["name": .string(input.name), "value": input.value]
    write(
      [("index", JSONValue(index)), ("input", content)] + (input.isMadeUp ? [("made", true)] : [])
    )
  }

  /// Writes the cost of a reduction that has returned.
  func write(_ cost: ReductionMeter.Cost, ofAction index: Int) {
    let instructions = cost.instructions.map { #","instructions":\#($0)"# } ?? ""
    write(#"{"reduced":\#(index),"took":\#(cost.nanoseconds)e-9\#(instructions)}"#)
  }

  func write<State>(
    _ step: StateHistory<State>.Step,
    after index: Int
  ) -> StateHistory<State> {
    if let patch = step.patch {
      write(after: index, "patch", patch)
    } else {
      write(after: index, "state", step.state)
    }
    return step.history
  }

  /// Writes a state line; `text` is the state, or the patch that leads to it.
  func write(after index: Int, _ member: String, _ text: some Sequence<UInt8>) {
    write(Array(#"{"after":\#(index),"\#(member)":"#.utf8) + text + "}".utf8)
  }

  func finish(_ end: String, at index: Int, _ members: [(String, JSONValue)] = []) {
    write([("end", .string(end)), ("index", JSONValue(index))] + members)
  }

  func write(_ line: String) {
    write(Array(line.utf8))
  }

  /// Writes a line, adding its line feed.
  func write(_ line: [UInt8]) {
    do throws(SystemError) {
      try Descriptor.writeAll(line + "\n".utf8, to: descriptor)
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
