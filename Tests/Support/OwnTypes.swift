// The names that macros give.
// swift-format-ignore-file: NeverForceUnwrap, NoLeadingUnderscores

import Foundation

/// What an app keeps in lists and dictionaries, of every kind that is no plain value to `Codable`.
enum Own {
  struct Item: Equatable {
    var id: Int
    var isDone = false
    var title = "an item of more than 15 bytes"
  }
  struct Coded: Codable, Hashable {
    var id: Int
    var isDone = false
    var title = "a title"
  }
  struct Key: Hashable { var raw: String }
  struct CodedKey: Hashable, Codable { var raw: Int }
  enum Color: String, Hashable { case red, green }
  enum NamedKey: String, Codable, CodingKeyRepresentable, Hashable { case one, two }

  enum Phase {
    case idle
    case loading(progress: Double)
    case loaded([Item], at: Date)
    case failed(any Error)
    indirect case retrying(Phase, Int)
  }

  enum CodedPhase: Codable {
    case idle
    case loading(progress: Double)
    case loaded([Coded])
    indirect case retrying(CodedPhase, Int)
  }

  enum Tree {
    indirect case node(Int, [Tree])
    case leaf
  }
  enum Generic<Value> {
    case some(Value)
    case none
  }
  struct Failure: Error { var code = 1 }
  enum Trouble: Error { case offline(Int) }
  protocol Shape {}
  struct Circle: Shape { var r = 1 }
  struct Square: Shape { var r = 1 }

  final class Model {
    var count = 0
    var items = [Item(id: 1)]
  }
  class Base { var id = 1 }
  final class Derived: Base { var name = "n" }
  final class CodedModel: Encodable {
    var count = 0
    var items = [Coded(id: 1)]
  }
  final class Link {
    var count = 0
    weak var other: Link?
    var strong: Link?
  }

  @propertyWrapper struct Clamped { var wrappedValue: Int }
  @propertyWrapper struct Loaded { var wrappedValue: [Int: Item] }

  struct Nested { var inner = Inner() }
  struct Inner { var values: [String: [Item]] = ["a": [Item(id: 1)]] }
  struct Observed {
    var count = 0
    var _$observationRegistrar = ObservationStateRegistrar()
  }
  struct Twins {
    var id = 1
    var _id = 1
  }
  struct Wrapped {
    @Clamped var level = 1
    @Loaded var items = [1: Item(id: 1)]
  }
  struct Lazy {
    lazy var sum = 3
    var other = 1
  }
  struct Optionals {
    var item: Item? = Item(id: 1)
    var items: [Item]? = [Item(id: 1)]
  }
  struct Tuples {
    var pair = (1, "a")
    var named = (x: 1, y: Item(id: 1))
  }
  struct Existentials {
    var any: Any = 1
    var shape: any Shape = Circle()
    var error: (any Error)?
  }
  struct Texts {
    var substring: Substring = "abc"
    var character: Character = "a"
    var scalar: Unicode.Scalar = "a"
    var characters: [Character] = ["a", "b"]
  }
  struct Presenting { @PresentationState var destination: Destination? = .detail(Item(id: 1)) }
  enum Destination {
    case detail(Item)
    case alert(String)
  }
  struct Sharing { @Shared var settings = Item(id: 1) }
  struct Boxed { var box = CopyOnWrite(Item(id: 1)) }
  struct CustomStyleless: CustomReflectable {
    var hidden = 1
    var customMirror: Mirror { Mirror(self, children: ["shown": hidden]) }
  }
  struct Holder<Value> { var value: Value }
  struct Ranges {
    var range = 1..<4
    var closed: ClosedRange<Double> = 0...1
    var items = Set([1])
  }
  struct Foundations {
    var date = Date(timeIntervalSince1970: 0)
    var url = URL(fileURLWithPath: "/a")
    var data = Data([1])
    var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!
    var decimal = Decimal(1)
    var components = DateComponents(year: 2026)
    var indexes = IndexSet([1])
    var path = IndexPath(indexes: [1])
    var notification = Notification.Name("a")
    var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    var measurement = Measurement(value: 1, unit: UnitLength.meters)
    var calendar = Calendar(identifier: .gregorian)
    var characters = CharacterSet(charactersIn: "abc")
  }
  struct Body: Codable {
    var position = SIMD2<Double>(1, 2)
    var velocity = SIMD3<Float>(1, 2, 3)
    var color = SIMD4<UInt8>(1, 2, 3, 4)
    var frame = CGRect(x: 0, y: 0, width: 1, height: 1)
    var name = "a body of more than 15 bytes"
  }
  struct PlainBody {
    var position = SIMD2<Double>(1, 2)
    var velocity = SIMD3<Float>(1, 2, 3)
    var frame = CGRect(x: 0, y: 0, width: 1, height: 1)
    var name = "a body of more than 15 bytes"
  }
  enum CodedLoad: Codable {
    case idle
    case loading
    case failed(String)
    case loaded([Coded])
  }
  enum Load {
    case idle
    case loading
    case failed(String)
    case loaded([Item])
  }
}
