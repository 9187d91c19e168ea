import RewindCoding
import RewindJSON
import Testing

private struct Leaf { var number = 0 }
private struct Other {}
private final class Parent { var leaves: [String: Leaf?] = [:] }
private class Base { var leaf = Leaf() }
private final class Derived: Base {}
private struct Phantom<Value> { var number = 0 }
private enum Payload {
  case none
  indirect case several(Int, inner: (Leaf, Bool))
}
private struct Tree { var children: [Tree] = [] }
private struct Existential { var any: Any = Leaf() }
private struct Closure { var make: () -> Leaf = { Leaf() } }
private final class Endless<Value> {
  var next: Endless<[Value]>?
  var value: Value?
}

@Suite("The types in a type", .enabled(if: RuntimeAccess.isAllowed))
struct TypeGraphTests {
  private let holders: [Any.Type] = [
    Leaf.self, [Leaf].self, Parent.self, Derived.self, Phantom<Leaf>.self, Payload.self,
    (Int, [Leaf]?).self, Result<Leaf, Never>.self,
  ]

  @Test("include those of properties, elements, payloads, superclasses and arguments")
  func includes() {
    for type in holders {
      #expect(TypeGraph(of: type).contains(Leaf.self), "\(type)")
      #expect(!TypeGraph(of: type).contains(Other.self), "\(type)")
    }
    #expect(!TypeGraph(of: [Int: Set<String>].self).contains(Leaf.self))
  }

  @Test("do not include what only a value or a function knows")
  func leavesOut() {
    #expect(!TypeGraph(of: Existential.self).contains(Leaf.self))
    #expect(!TypeGraph(of: Closure.self).contains(Leaf.self))
  }

  @Test("end, also where a type contains itself, or ever longer ones")
  func recursion() {
    #expect(TypeGraph(of: Tree.self).contains([Tree].self))
    #expect(TypeGraph(of: Endless<Leaf>.self).contains([[Leaf]].self))
  }

  @Test("are known from a value's mirror, by which an empty list still has a type of elements")
  func byValue() {
    var graph = TypeGraph()
    graph.learn(from: (Parent(), [Int: Other](), Optional<Payload>.none as Any))
    #expect(graph.contains(Leaf.self))
    #expect(graph.contains(Other.self))
    #expect(!graph.contains(Tree.self))
  }
}

private struct Concealed { struct Inner {} }

@Suite("A type's name")
struct TypeNameTests {
  struct Pair<each Part> {}
  struct Box<Value> { struct Inner {} }

  @Test("has no module, and the parts of a pack as they are written in Swift")
  func packs() {
    #expect(TypeName.readable(Pair<Int, String>.self) == "TypeNameTests.Pair<Int, String>")
    #expect(
      TypeName.readable(Box<Pair<Int, Box<Bool>>>.self)
        == "TypeNameTests.Box<TypeNameTests.Pair<Int, TypeNameTests.Box<Bool>>>"
    )
    #expect(TypeName.readable(Box<Int>.Inner.self) == "TypeNameTests.Box<Int>.Inner")
    #expect(
      TypeName.readable(Box<(page: Int, Result<[Concealed], any Error>)>.self)
        == "TypeNameTests.Box<(page: Int, Result<Array<Concealed>, Error>)>"
    )
    #expect(TypeName.readable(Box<()>.self) == "TypeNameTests.Box<()>")
    #expect(
      TypeName.readable(Box<((Int, Concealed.Inner?)) -> Void>.self)
        == "TypeNameTests.Box<((Int, Optional<Concealed.Inner>)) -> ()>"
    )
    // Optimized code names what a debug build says is in an unknown context.
    for written in ["(Flip in _A1B2)", "(unknown context at $1f).Flip"] {
      #expect(
        TypeName.readable("App.Box<(page: Swift.Int, Swift.Array<App.\(written)>)>")
          == "Box<(page: Int, Array<Flip>)>"
      )
      #expect(
        TypeName.readable("App.Box<((Swift.Int, App.\(written).Kind)) -> ()>")
          == "Box<((Int, Flip.Kind)) -> ()>"
      )
    }
    #expect(TypeName.readable("App.(Flip in _A1B2)") == "Flip")
    #expect(TypeName.readable("App.(Flip in _A1B2).Kind") == "Flip.Kind")
  }

  @Test("and other texts lose the addresses in them, and nothing else")
  func addresses() {
    #expect(TypeName.withoutAddresses("<Model: 0x60000c00abcd>") == "<Model>")
    #expect(
      TypeName.withoutAddresses("<computed 0x000055f4bc2e6df0 (String)>") == "<computed (String)>"
    )
    #expect(
      TypeName.withoutAddresses("(unknown context at $7f00aa12).Flip") == "(unknown context).Flip"
    )
    #expect(TypeName.withoutAddresses("0x1F of 10") == "0x1F of 10")
  }
}

#if compiler(>=6.2)
@Suite("An inline array", .enabled(if: RuntimeAccess.isAllowed))
struct InlineArrayTests {
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
  private struct Board {
    var rows: [3 of Leaf] = [Leaf(), Leaf(number: 1), Leaf(number: 2)]
    var names: [2 of String] = ["a", "a text of more than fifteen bytes"]
    var empty: [0 of Int] = []
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
  @Test("is written as its elements, whose types are among those of its owner")
  func elements() throws {
    var bytes: [UInt8] = []
    ValueWriter<Board>().write(Board(), to: &bytes)
    #expect(
      try JSONValue(parsing: bytes) == [
        "rows": [["number": 0], ["number": 1], ["number": 2]],
        "names": ["a", "a text of more than fifteen bytes"], "empty": [],
      ]
    )
    #expect(TypeGraph(of: Board.self).contains(Leaf.self))
  }
}
#endif
