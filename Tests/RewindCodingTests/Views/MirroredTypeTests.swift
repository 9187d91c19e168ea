import RewindCoding
import RewindJSON
import Testing

// Types of which mirrors show something else from value to value, from type to type, or from class to class.

private struct Box<Content> {
  var content: Content
  var other: Int?
}

private enum First { struct Row { var name = "first", count = 1 } }
private enum Second { struct Row { var id = 2, title: String? = "second" } }

private class Parent { var id = 1 }
private class Child: Parent { var name: String? = "child" }
private final class Grandchild: Child { var other = 3 }

private struct Shown: CustomReflectable {
  var names: [String]

  var customMirror: Mirror {
    Mirror(self, children: names.map { (label: $0, value: $0.count) }, displayStyle: .struct)
  }
}

/// Its mirror claims to be that of a row, and shows something else.
private struct Disguised: CustomReflectable {
  var number: Int

  var customMirror: Mirror {
    Mirror(First.Row(), children: ["number": number], displayStyle: .struct)
  }
}

private class CustomParent: CustomReflectable {
  var hidden = 1
  var customMirror: Mirror { Mirror(self, children: ["shown": hidden], displayStyle: .class) }
}

private final class CustomChild: CustomParent { var extra = 2 }

private struct Wrapped {
  // swift-format-ignore: NoLeadingUnderscores
  var _value = 1
  var value = 2
  var id = 3
}

@Suite("What mirrors of a type have in common")
struct MirroredTypeTests {
  private func text(_ value: Any) -> String {
    var bytes: [UInt8] = []
    ValueWriter<Any>().write(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Each twice and in turn, so that what is kept of one type cannot be taken for another's.
  @Test("is not taken for that of another type or another value", arguments: 0..<2)
  func values(round: Int) {
    let values: [(Any, String)] = [
      (Box(content: 1), #"{"content":1}"#),
      (Box(content: "a", other: 2), #"{"content":"a","other":2}"#),
      (Box<Int?>(content: nil, other: 3), #"{"other":3}"#),
      (Box<Int?>(content: 4), #"{"content":4}"#),
      (Box<Any>(content: 5), #"{"content":5}"#),
      (Box<Any>(content: Int?.none as Any), #"{"content":null}"#),
      (Box<Any>(content: Parent()), #"{"content":{"$type":"Parent","id":1}}"#),
      (First.Row(), #"{"name":"first","count":1}"#),
      (Second.Row(), #"{"id":2,"title":"second"}"#),
      (Second.Row(title: nil), #"{"id":2}"#),
      (Parent(), #"{"id":1}"#),
      (Grandchild(), #"{"super":{"super":{"id":1},"name":"child"},"other":3}"#),
      (Child(), #"{"super":{"id":1},"name":"child"}"#),
      (Shown(names: ["a"]), #"{"a":1}"#),
      (Shown(names: ["bb", "c"]), #"{"bb":2,"c":1}"#),
      (Shown(names: []), "{}"),
      (Shown(names: ["a", "a"]), #"{"a":1}"#),
      (Disguised(number: 7), #"{"number":7}"#),
      (First.Row(name: "again", count: 2), #"{"name":"again","count":2}"#),
      (CustomParent(), #"{"shown":1}"#),
      (CustomChild(), #"{"shown":1}"#),
      (Wrapped(), #"{"_value":1,"value":2,"id":3}"#),
    ]
    for (value, expected) in values + values.reversed() {
      #expect(text(value) == expected)
    }
  }

  @Test("is not shared by local types of one name")
  func localTypes() {
    func first() -> Any {
      struct Local { var a = 1 }
      return Local()
    }
    func second() -> Any {
      struct Local { var b = 1, a = 2 }
      return Local()
    }
    for _ in 0..<2 {
      #expect(text(first()) == #"{"a":1}"#)
      #expect(text(second()) == #"{"b":1,"a":2}"#)
    }
  }
}
