import RewindJSON

/// The parser and the scanner accept the same documents, and what is written reads back.
func fuzzJSON(_ bytes: [UInt8]) {
  let value = try? JSONValue(parsing: bytes)
  let members = try? bytes.withUnsafeBytes { try JSONScanner.members(of: $0, .grammar) }
  if let object = value?.object {
    promise(members?.map(\.key) == Array(object.keys), "the scanner finds the members")
  } else if value != nil {
    promise(members == nil, "the scanner takes objects only")
  }
  guard let value else { return }
  let text = value.text
  guard let again = try? JSONValue(parsing: text) else {
    return promise(false, "what is written can be read")
  }
  promise(again == value, "what is written is the value")
  promise(again.text == text, "there is one canonical form")
  let pretty = try? JSONValue(parsing: value.prettyText)
  promise(pretty == value, "the indented form is the value")
  var rewritten: [UInt8] = []
  value.write(to: &rewritten)
  promise(rewritten == Array(text.utf8), "bytes and text are the same")
}
