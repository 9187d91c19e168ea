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
    Attachment.record(bytes, named: timeline.log.header.attachmentName(of: test.name))
  }
}
#else
extension Replay {
  /// Does nothing: this toolchain's tests take no attachments.
  func attachLog() {}
}
#endif

extension SessionHeader {
  /// Returns the name of a log that is attached to a test: `checkout-shop-3f2a91c0.jsonl`.
  func attachmentName(of test: String) -> String {
    let store = store.flatMap { $0 == "main" ? nil : $0 }
    let names = [test, app ?? "", store, String(session.prefix(8))].compactMap(\.self)
    return names.map(\.asFileName).joined(separator: "-") + ".jsonl"
  }
}

extension String {
  /// The text with nothing but letters, digits and underscores.
  var asFileName: String {
    var name = ""
    for character in self {
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain { name.append(character) } else if name.last != "_" { name.append("_") }
    }
    return String(name.drop { $0 == "_" }.reversed().drop { $0 == "_" }.reversed())
  }
}
