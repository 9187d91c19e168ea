import RewindSession
import RewindTimeline

#if compiler(>=6.2) && canImport(Testing)
import Foundation
import Testing

extension Replay {
  /// Attaches the session's log to the test that runs, for a replay in it.
  ///
  /// `swift test --attachments-path DIR` keeps it, under the name of the test and of the session; Xcode shows it in
  /// the report. `rewind report FILE` makes a page of it. Attached once for each replay; without a test of Swift
  /// Testing, as under XCTest, nothing is attached.
  func attachLog() {
    guard let test = Test.current, isFirstFinding() else { return }
    let bytes: [UInt8]
    switch source {
    case .file(let path):
      // A file that has gone since is no reason to fail the test.
      guard let contents = FileManager.default.contents(atPath: path) else { return }
      bytes = Array(contents)
    case .text(let text): bytes = Array(text.utf8)
    }
    let session = timeline.log.header.json["session"]?.string ?? ""
    let names = [test.name, timeline.log.header.app ?? "", String(session.prefix(8))]
    Attachment.record(bytes, named: names.map(\.asFileName).joined(separator: "-") + ".jsonl")
  }
}

extension String {
  /// The text with nothing but letters, digits and underscores.
  fileprivate var asFileName: String {
    var name = ""
    for character in self {
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain { name.append(character) } else if name.last != "_" { name.append("_") }
    }
    return String(name.drop { $0 == "_" }.reversed().drop { $0 == "_" }.reversed())
  }
}
#else
extension Replay {
  /// Does nothing: this toolchain's tests take no attachments.
  func attachLog() {}
}
#endif
