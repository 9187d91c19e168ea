import RewindJSON

/// What is written reads back as what was read.
func fuzzJSON(_ bytes: [UInt8]) {
  let value = try? JSONValue(parsing: bytes)
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
