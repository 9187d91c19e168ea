import RewindJSON
import Testing

/// A patch, what it is applied to, and what comes out; nil where it must be refused.
struct PatchExample: CustomTestStringConvertible, Sendable {
  let name: String
  let document: String
  let patch: String
  let result: String?

  init(_ name: String, _ document: String, _ patch: String, _ result: String?) {
    self.name = name
    self.document = document
    self.patch = patch
    self.result = result
  }

  var testDescription: String { name }

  /// Applies the patch as text, as it would come from a file.
  func apply() throws -> JSONValue {
    var document = try JSONValue(parsing: document)
    try Patch(try JSONValue(parsing: patch)).apply(to: &document)
    return document
  }

  func check() throws {
    if let result {
      #expect(try apply() == JSONValue(parsing: result))
    } else {
      #expect(throws: (any Error).self) { try apply() }
    }
  }
}

@Suite("A patch")
struct PatchTests {
  @Test("does what RFC 6902, appendix A, shows", arguments: rfcExamples)
  func rfc(example: PatchExample) throws {
    try example.check()
  }

  static let rfcExamples = [
    PatchExample(
      "A.1 Adding an object member",
      #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz","value":"qux"}]"#,
      #"{"baz":"qux","foo":"bar"}"#
    ),
    PatchExample(
      "A.2 Adding an array element",
      #"{"foo":["bar","baz"]}"#,
      #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
      #"{"foo":["bar","qux","baz"]}"#
    ),
    PatchExample(
      "A.3 Removing an object member",
      #"{"baz":"qux","foo":"bar"}"#,
      #"[{"op":"remove","path":"/baz"}]"#,
      #"{"foo":"bar"}"#
    ),
    PatchExample(
      "A.4 Removing an array element",
      #"{"foo":["bar","qux","baz"]}"#,
      #"[{"op":"remove","path":"/foo/1"}]"#,
      #"{"foo":["bar","baz"]}"#
    ),
    PatchExample(
      "A.5 Replacing a value",
      #"{"baz":"qux","foo":"bar"}"#,
      #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
      #"{"baz":"boo","foo":"bar"}"#
    ),
    PatchExample(
      "A.6 Moving a value",
      #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
    ),
    PatchExample(
      "A.7 Moving an array element",
      #"{"foo":["all","grass","cows","eat"]}"#,
      #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
      #"{"foo":["all","cows","eat","grass"]}"#
    ),
    PatchExample(
      "A.8 Testing a value: success",
      #"{"baz":"qux","foo":["a",2,"c"]}"#,
      #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
      #"{"baz":"qux","foo":["a",2,"c"]}"#
    ),
    PatchExample(
      "A.9 Testing a value: error",
      #"{"baz":"qux"}"#,
      #"[{"op":"test","path":"/baz","value":"bar"}]"#,
      nil
    ),
    PatchExample(
      "A.10 Adding a nested member object",
      #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
      #"{"foo":"bar","child":{"grandchild":{}}}"#
    ),
    PatchExample(
      "A.11 Ignoring unrecognized elements",
      #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
      #"{"foo":"bar","baz":"qux"}"#
    ),
    PatchExample(
      "A.12 Adding to a nonexistent target",
      #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#,
      nil
    ),
    PatchExample(
      "A.13 Invalid JSON Patch document",
      #"{"foo":"bar"}"#,
      #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#,
      nil
    ),
    PatchExample(
      "A.14 ~ escape ordering",
      #"{"/":9,"~1":10}"#,
      #"[{"op":"test","path":"/~01","value":10}]"#,
      #"{"/":9,"~1":10}"#
    ),
    PatchExample(
      "A.15 Comparing strings and numbers",
      #"{"/":9,"~1":10}"#,
      #"[{"op":"test","path":"/~01","value":"10"}]"#,
      nil
    ),
    PatchExample(
      "A.16 Adding an array value",
      #"{"foo":["bar"]}"#,
      #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
      #"{"foo":["bar",["abc","def"]]}"#
    ),
  ]

  @Test(
    "takes the cases that implementations differ in as the RFC has them",
    arguments: trickyCases
  )
  func tricky(example: PatchExample) throws {
    try example.check()
  }

  static let trickyCases = [
    PatchExample("no operations", "[1,{}]", "[]", "[1,{}]"),
    PatchExample(
      "replacing the document",
      #"{"a":1}"#,
      #"[{"op":"replace","path":"","value":[2]}]"#,
      "[2]"
    ),
    PatchExample(
      "adding the document replaces it",
      #"{"a":1}"#,
      #"[{"op":"add","path":"","value":null}]"#,
      "null"
    ),
    PatchExample(
      "testing the document",
      #"{"a":[1]}"#,
      #"[{"op":"test","path":"","value":{"a":[1.0]}}]"#,
      #"{"a":[1]}"#
    ),
    PatchExample("removing the document", "{}", #"[{"op":"remove","path":""}]"#, nil),
    PatchExample(
      "moving a part over the document",
      #"{"a":{"b":1}}"#,
      #"[{"op":"move","from":"/a","path":""}]"#,
      #"{"b":1}"#
    ),
    PatchExample(
      "copying the document into itself",
      #"{"a":1}"#,
      #"[{"op":"copy","from":"","path":"/b"}]"#,
      #"{"a":1,"b":{"a":1}}"#
    ),
    PatchExample(
      "moving a value into its child",
      #"{"a":{"b":{}}}"#,
      #"[{"op":"move","from":"/a","path":"/a/b/c"}]"#,
      nil
    ),
    PatchExample(
      "moving to a name that begins alike",
      #"{"a":1}"#,
      #"[{"op":"move","from":"/a","path":"/ab"}]"#,
      #"{"ab":1}"#
    ),
    PatchExample(
      "moving to where it is",
      #"{"a":1}"#,
      #"[{"op":"move","from":"/a","path":"/a"}]"#,
      #"{"a":1}"#
    ),
    PatchExample(
      "moving nothing to where it is",
      #"{"a":1}"#,
      #"[{"op":"move","from":"/b","path":"/b"}]"#,
      nil
    ),
    PatchExample(
      "moving over another member",
      #"{"a":1,"b":2}"#,
      #"[{"op":"move","from":"/a","path":"/b"}]"#,
      #"{"b":1}"#
    ),
    PatchExample(
      "a move's path counts without the value moved",
      "[[],[]]",
      #"[{"op":"move","from":"/0","path":"/1"}]"#,
      "[[],[]]"
    ),
    PatchExample(
      "a move past the end of what is left",
      "[1,2]",
      #"[{"op":"move","from":"/0","path":"/2"}]"#,
      nil
    ),
    PatchExample(
      "moving an element into a later neighbor, which is then first",
      #"["x",{"a":1}]"#,
      #"[{"op":"move","from":"/0","path":"/0/b"}]"#,
      nil
    ),
    PatchExample(
      "adding at the end by index",
      "[1]",
      #"[{"op":"add","path":"/1","value":2}]"#,
      "[1,2]"
    ),
    PatchExample(
      "adding beyond the end",
      "[1]",
      #"[{"op":"add","path":"/2","value":2}]"#,
      nil
    ),
    PatchExample("an index below 0", "[1]", #"[{"op":"add","path":"/-1","value":2}]"#, nil),
    PatchExample(
      "an index with a zero before it",
      "[1,2]",
      #"[{"op":"remove","path":"/01"}]"#,
      nil
    ),
    PatchExample("an index with a plus", "[1,2]", #"[{"op":"remove","path":"/+1"}]"#, nil),
    PatchExample("an index with an exponent", "[1,2]", #"[{"op":"remove","path":"/1e0"}]"#, nil),
    PatchExample("an index in other digits", "[1,2]", #"[{"op":"remove","path":"/١"}]"#, nil),
    PatchExample(
      "an index too large for any number",
      "[1,2]",
      #"[{"op":"add","path":"/99999999999999999999","value":0}]"#,
      nil
    ),
    PatchExample("removing at the end", "[1]", #"[{"op":"remove","path":"/-"}]"#, nil),
    PatchExample(
      "replacing at the end",
      "[1]",
      #"[{"op":"replace","path":"/-","value":2}]"#,
      nil
    ),
    PatchExample(
      "the end of an array on the way",
      "[[1]]",
      #"[{"op":"add","path":"/-/0","value":2}]"#,
      nil
    ),
    PatchExample(
      "a member called -",
      #"{"-":1}"#,
      #"[{"op":"replace","path":"/-","value":2}]"#,
      #"{"-":2}"#
    ),
    PatchExample(
      "members called like indexes",
      "{}",
      #"[{"op":"add","path":"/01","value":1},{"op":"add","path":"/-1","value":2}]"#,
      #"{"01":1,"-1":2}"#
    ),
    PatchExample(
      "the member with no name",
      #"{"":1}"#,
      #"[{"op":"replace","path":"/","value":2}]"#,
      #"{"":2}"#
    ),
    PatchExample(
      "the member with no name in itself",
      #"{"":{"":1}}"#,
      #"[{"op":"test","path":"//","value":1},{"op":"add","path":"/","value":3}]"#,
      #"{"":3}"#
    ),
    PatchExample(
      "adding over a member",
      #"{"a":1,"b":2}"#,
      #"[{"op":"add","path":"/a","value":null}]"#,
      #"{"a":null,"b":2}"#
    ),
    PatchExample(
      "a member that is null is there",
      #"{"a":null}"#,
      #"[{"op":"test","path":"/a","value":null},{"op":"replace","path":"/a","value":1}]"#,
      #"{"a":1}"#
    ),
    PatchExample(
      "testing what is not there",
      "{}",
      #"[{"op":"test","path":"/a","value":null}]"#,
      nil
    ),
    PatchExample(
      "replacing what is not there",
      #"{"a":1}"#,
      #"[{"op":"replace","path":"/b","value":1}]"#,
      nil
    ),
    PatchExample(
      "removing what is not there",
      #"{"a":1}"#,
      #"[{"op":"remove","path":"/b"}]"#,
      nil
    ),
    PatchExample("a way through a string", #""abc""#, #"[{"op":"remove","path":"/0"}]"#, nil),
    PatchExample(
      "adding to a number",
      #"{"a":1}"#,
      #"[{"op":"add","path":"/a/b","value":1}]"#,
      nil
    ),
    PatchExample(
      "tests tell truth values from numbers",
      "[1]",
      #"[{"op":"test","path":"/0","value":true}]"#,
      nil
    ),
    PatchExample(
      "tests compare members in any order",
      #"{"a":{"b":1,"c":[2]}}"#,
      #"[{"op":"test","path":"/a","value":{"c":[2],"b":1}}]"#,
      #"{"a":{"b":1,"c":[2]}}"#
    ),
    PatchExample(
      "tests compare elements in order",
      "[[1,2]]",
      #"[{"op":"test","path":"/0","value":[2,1]}]"#,
      nil
    ),
    PatchExample(
      "tests compare large numbers exactly",
      "[9007199254740993]",
      #"[{"op":"test","path":"/0","value":9007199254740992}]"#,
      nil
    ),
    PatchExample(
      "a copy is apart from its origin",
      #"{"a":{"b":1}}"#,
      #"[{"op":"copy","from":"/a","path":"/c"},{"op":"replace","path":"/c/b","value":2}]"#,
      #"{"a":{"b":1},"c":{"b":2}}"#
    ),
    PatchExample(
      "~01 is ~1 and not /",
      #"{"~1":1,"/":2}"#,
      #"[{"op":"remove","path":"/~01"}]"#,
      #"{"/":2}"#
    ),
    PatchExample(
      "removals shift what follows",
      "[1,2,3,4]",
      #"[{"op":"remove","path":"/0"},{"op":"remove","path":"/0"}]"#,
      "[3,4]"
    ),
    PatchExample("a patch that is an object", "{}", #"{"op":"remove","path":""}"#, nil),
    PatchExample("an operation that is none", "{}", #"["remove"]"#, nil),
    PatchExample("an unknown operation", "{}", #"[{"op":"spam","path":"","value":1}]"#, nil),
    PatchExample("an operation in capitals", "{}", #"[{"op":"Add","path":"/a","value":1}]"#, nil),
    PatchExample("no op", "{}", #"[{"path":"/a","value":1}]"#, nil),
    PatchExample("no path", "{}", #"[{"op":"add","value":1}]"#, nil),
    PatchExample("no value", "{}", #"[{"op":"add","path":"/a"}]"#, nil),
    PatchExample("no from", #"{"a":1}"#, #"[{"op":"copy","path":"/a"}]"#, nil),
    PatchExample("a path that is null", "{}", #"[{"op":"add","path":null,"value":1}]"#, nil),
    PatchExample("a path without its slash", "{}", #"[{"op":"add","path":"a","value":1}]"#, nil),
    PatchExample(
      "a from without its slash",
      #"{"a":1}"#,
      #"[{"op":"copy","from":"a","path":"/b"}]"#,
      nil
    ),
  ]

  @Test("comes back from its JSON form, members in order")
  func json() throws {
    let text = """
      [{"op":"add","path":"/a~1b/-","value":null},{"op":"remove","path":"/0"},\
      {"op":"replace","path":"","value":1.50},{"op":"move","from":"/a","path":"/m~0n"},\
      {"op":"copy","from":"","path":"/"},{"op":"test","path":"/x","value":{"y":[]}}]
      """
    #expect(try Patch(JSONValue(parsing: text)).json.text == text)
  }
}
