import RewindJSON
import RewindReplay
import RewindSession
import Testing

@Suite("An action line of a request")
struct ReplayActionTests {
  private static let usual = [
    #"{"index":1,"action":{"type":"Tick"}}"#,
    #"{"index":12,"time":0.5,"action":{"type":"Move.step","payload":{"step":{}}},"crc":"01234567"}"#,
    #"{"index":7,"time":1e-3,"action":{"type":"A\"bücher","payload":[1,"]}",{"a":null}]},"crc":"0"}"#,
    #"{"index":9,"action":{"type":"T","payload":-1.5},"source":"a.swift:3","cause":2,"overlap":true}"#,
  ]

  @Test("is read without parsing where this package's writer made it", arguments: usual)
  func readsUsualLines(_ line: String) throws {
    #expect(try description(cut(line)) == description(parsed(line)))
  }

  @Test(
    "is left to the parser where it looks otherwise",
    arguments: [
      #" {"index":1,"action":{"type":"Tick"}}"#,
      #"{"index":01,"action":{"type":"Tick"}}"#,
      #"{"index":-1,"action":{"type":"Tick"}}"#,
      #"{"index":9999999999999,"action":{"type":"Tick"}}"#,
      #"{"action":{"type":"Tick"},"index":1}"#,
      #"{"index":1,"action":{"type":"Tick","error":{"code":1}}}"#,
      #"{"index":1,"action":{"type":"Tick"},"end":"closed"}"#,
      #"{"index":1,"input":{"name":"date","value":1}}"#,
      #"{"after":1,"state":{}}"#,
      "",
    ]
  )
  func leavesOtherLines(_ line: String) {
    #expect(cut(line) == nil)
  }

  @Test("reads as the parser reads it, wherever a byte was lost or altered", arguments: usual)
  func agreesWithParser(_ line: String) throws {
    let whole = Array(line.utf8)
    for place in whole.indices {
      var variants = [Array(whole[..<place]), whole]
      variants[1].remove(at: place)
      for byte in Array("\"{}[],:\\0-e \n".utf8) + [0x00, 0xFF] {
        variants.append(whole)
        variants[variants.count - 1][place] = byte
      }
      for bytes in variants {
        guard let action = cut(bytes), let parsed = try? parsed(bytes) else { continue }
        #expect(try description(action) == description(parsed))
      }
    }
  }

  @Test("is found where it stands among others")
  func standsAmongOthers() throws {
    let lines = Self.usual.joined(separator: "\n")
    let start = Self.usual[0].utf8.count + 1
    let action = cut(Array(lines.utf8), start..<(start + Self.usual[1].utf8.count))
    #expect(try description(action) == description(parsed(Self.usual[1])))
  }
}

private func cut(_ line: String) -> ReplayAction? { cut(Array(line.utf8)) }

private func cut(_ bytes: [UInt8], _ range: Range<Int>? = nil) -> ReplayAction? {
  bytes.withUnsafeBytes { ReplayAction(line: range ?? 0..<bytes.count, in: $0, of: bytes) }
}

private func parsed(_ line: String) throws -> ReplayAction? { try parsed(Array(line.utf8)) }

private func parsed(_ bytes: [UInt8]) throws -> ReplayAction? {
  guard case .action(let action) = try SessionLine(JSONValue(parsing: bytes)) else { return nil }
  return ReplayAction(action)
}

private func description(_ action: ReplayAction?) throws -> String {
  guard let action else { return "none" }
  return "\(action.index) \(action.time as Any) \(action.type) \(try action.value().text)"
}
