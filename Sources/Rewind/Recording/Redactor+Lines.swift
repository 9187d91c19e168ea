import Foundation
import RewindCoding
import RewindJSON
import RewindSession

extension Redactor {
  /// False if the text of a line stays as it is.
  var mayReplace: Bool { !isIdle || valueLimit != nil }

  /// Removes the secrets from the name of an action, with which a line begins; returns where its content
  /// begins after that.
  func redactAndCap(nameIn line: inout LineBuffer, before start: Int) -> Int {
    let opening = Array(line.contents[..<start])
    guard !isIdle,
      let name = try? JSONValue(parsing: Array("{".utf8) + opening + Array("0}".utf8))["type"]?
        .string,
      case let admitted = redact(action: name), admitted != name
    else { return start }
    var bytes = Array(#""type":"#.utf8)
    admitted.writeJSON(to: &bytes)
    var old: [UInt8] = Array(#""type":"#.utf8)
    name.writeJSON(to: &old)
    bytes += opening[old.count...]
    let content = Array(line.contents[start...])
    line.truncate(to: 0)
    line.append(bytes)
    line.append(content)
    return bytes.count
  }

  /// Removes the secrets from JSON text that was appended to `bytes` from `start` on.
  func redact(_ bytes: inout [UInt8], from start: Int, ofInput name: String? = nil) {
    guard !isIdle else { return }
    // Text that cannot be parsed cannot be searched, and so is not let through.
    let value = (try? JSONValue(parsing: bytes[start...])) ?? .null
    bytes.removeSubrange(start...)
    (name.map { redact(value, ofInput: $0) } ?? redact(value)).write(to: &bytes)
  }

  /// Removes the secrets from a payload or an input at the end of a line, and leaves it out if it is
  /// too large.
  func redactAndCap(_ line: inout LineBuffer, from start: Int) {
    guard mayReplace else { return }
    var bytes = Array(line.contents[start...])
    redactAndCap(&bytes, from: 0)
    line.truncate(to: start)
    line.append(bytes)
  }

  /// Removes the secrets from a payload or an input, and leaves it out if it is too large.
  func redactAndCap(_ bytes: inout [UInt8], from start: Int, ofInput name: String? = nil) {
    redact(&bytes, from: start, ofInput: name)
    guard let valueLimit, bytes.count - start > valueLimit else { return }
    let mark: JSONValue = ["$rewind": "too large", "bytes": JSONValue(bytes.count - start)]
    bytes.removeSubrange(start...)
    mark.write(to: &bytes)
  }
}
