import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// A document that is compared by its text, since it is carried by a case.
private enum Document: Encodable {
  case none
  case some(JSONValue)

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .some(.array(let elements)):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(Document.some(element)) }
    case .some(.object(let object)):
      var container = encoder.container(keyedBy: Key.self)
      // Another order of members is no change, which is not what is asked here.
      for member in object.members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      ) {
        try container.encode(Document.some(member.value), forKey: Key(stringValue: member.key))
      }
    case .some(.string(let text)):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .some(.number(let number)):
      var container = encoder.singleValueContainer()
      try container.encode(Double(number.text))
    case .some(.bool(let truth)):
      var container = encoder.singleValueContainer()
      try container.encode(truth)
    case .some(.null), .none:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

@Suite("A change between two texts")
struct TextChangeTests {
  @Test("leads from any document to any other", arguments: seeds())
  func anything(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<TestScale.count(15, of: 300) {
      var document = random.value(depth: 5)
      var followed = try FollowedStates(Document.some(document))
      for _ in 0..<20 {
        switch random.below(10) {
        case 0: document = random.value(depth: 4)
        case 1...3: document = random.changed(random.changed(document))
        default: document = random.changed(document)
        }
        try followed.patch(to: .some(document), "seed \(seed)")
      }
    }
  }

  /// Each pair differs where one byte more or less makes another number of values of it.
  @Test(
    "is found however little of a value is different",
    arguments: [
      ("[1,2,3]", "[1,2,9,3]"), ("[1,2,3]", "[1,3]"), ("[12]", "[1,2]"), ("[1]", "[12]"),
      (#"{"a":1}"#, #"{"ab":1}"#), (#"{"a":1}"#, #"{"a":1,"b":1}"#), (#"["a"]"#, #"["a","a"]"#),
      (#"["\""]"#, #"["\\"]"#), ("[]", "[[]]"), ("[[]]", "[[],[]]"), ("[{}]", "[{},{}]"),
      ("[[1],[1]]", "[[1,1],[1]]"), (#"{"a":{"a":1}}"#, #"{"a":1}"#), ("[[[1]]]", "[[1]]"),
      (#"{"a":[1,2],"b":[2]}"#, #"{"a":[1],"b":[2,2]}"#), ("1", "12"), (#""a""#, #""ab""#),
      ("[]", "{}"), ("[0]", "[]"), (#"["a,b"]"#, #"["a","b"]"#),
      (#"{"a/b":1}"#, #"{"a/b":2}"#), (#"{"a~b":{"c/":1}}"#, #"{"a~b":{"c/":2}}"#),
    ]
  )
  func littleThings(before: String, after: String) throws {
    let documents = try [before, after].map { try JSONValue(parsing: Array($0.utf8)) }
    var followed = try FollowedStates(Document.some(documents[0]))
    try followed.patch(to: .some(documents[1]), "\(before) to \(after)")
    try followed.patch(to: .some(documents[0]), "\(after) to \(before)")
    let patch = TextPatch.text(from: Array(before.utf8), to: Array(after.utf8))
    var document = documents[0]
    try Patch(JSONValue(parsing: patch)).apply(to: &document)
    #expect(document == documents[1])
  }

  @Test("names one field of a long list, and no more")
  func oneField() throws {
    func document(_ change: String) throws -> Document {
      let items = (0..<1_000).map { #"{"id":\#($0),"tags":["a","b"],"done":false}"# }
      let text = #"{"lists":[[],[\#(items.joined(separator: ","))]],"end":{}}"#
      let changed = text.replacing(#"{"id":500,"tags":["a","b"],"done":false}"#, with: change)
      return .some(try JSONValue(parsing: Array(changed.utf8)))
    }
    var followed = try FollowedStates(document(#"{"id":500,"tags":["a","b"],"done":false}"#))
    #expect(
      try followed.patch(to: document(#"{"id":500,"tags":["a","b"],"done":true}"#))
        == #"[{"op":"replace","path":"/lists/1/500/done","value":true}]"#
    )
    #expect(
      try followed.patch(to: document(#"{"id":500,"tags":["a","b","c"],"done":true}"#))
        == #"[{"op":"add","path":"/lists/1/500/tags/2","value":"c"}]"#
    )
    #expect(
      try followed.patch(to: document(#"{"id":500,"tags":["a","b","c"],"done":true,"more":[]}"#))
        == #"[{"op":"add","path":"/lists/1/500/more","value":[]}]"#
    )
  }
}
