import Foundation
import RewindTestSupport

/// The states of common screens that are no plain lists; of most an `Encodable` form, and one without.
enum Screens {
  // MARK: - Loading

  enum Loadable<Value> {
    case idle
    case loading
    case failed(String)
    case loaded(Value)
  }

  // MARK: - Drawing

  struct Body: Encodable {
    var id: Int
    var name: String
    var position: SIMD2<Double>
    var velocity: SIMD3<Float>
    var color: SIMD4<Float> = [0.25, 0.5, 0.75, 1]
    var anchor = CGPoint(x: 0.5, y: 0.5)
    var frame: CGRect

    init(_ id: Int) {
      self.id = id
      name = "Body number \(id) of the scene"
      position = [Double(id), 2]
      velocity = [1, 2, Float(id)]
      frame = CGRect(x: Double(id), y: 0, width: 10, height: 20)
    }

    mutating func move() {
      position += [0.25, 0.5]
      frame.origin.x += 0.25
    }
  }

  struct PlainBody {
    var id: Int
    var name: String
    var position: SIMD2<Double>
    var velocity: SIMD3<Float>
    var color: SIMD4<Float>
    var anchor: CGPoint
    var frame: CGRect

    init(_ id: Int) {
      let body = Body(id)
      (self.id, name, position, velocity) = (body.id, body.name, body.position, body.velocity)
      (color, anchor, frame) = (body.color, body.anchor, body.frame)
    }

    mutating func move() {
      position += [0.25, 0.5]
      frame.origin.x += 0.25
    }
  }

  // MARK: - Foundation

  struct Appointment: Encodable {
    var id: Int
    var title: String
    var days: IndexSet
    var calendar = Calendar(identifier: .gregorian)
    var start: DateComponents
    var length = Measurement(value: 1.5, unit: UnitDuration.hours)
    var locale = Locale(identifier: "de_DE")
    /// Few have one: Foundation takes a millisecond to encode it.
    var characters: CharacterSet?

    init(_ id: Int) {
      self.id = id
      title = "Appointment number \(id) of the year"
      days = IndexSet([id % 7, 10 + id % 5])
      start = DateComponents(year: 2026, month: 1 + id % 12, day: 1 + id % 28)
      if id % 200 == 0 { characters = CharacterSet(charactersIn: "abc") }
    }
  }

  struct PlainAppointment {
    var id: Int
    var title: String
    var days: IndexSet
    var calendar: Calendar
    var start: DateComponents
    var length: Measurement<UnitDuration>
    var locale: Locale
    var characters: CharacterSet?

    init(_ id: Int) {
      let made = Appointment(id)
      (self.id, title, days, calendar) = (made.id, made.title, made.days, made.calendar)
      (start, length, locale, characters) = (made.start, made.length, made.locale, made.characters)
    }
  }

  // MARK: - Objects with links

  final class Node {
    var id: Int
    var title: String
    var next: Node?
    var parent: Node?

    init(_ id: Int) {
      self.id = id
      title = "Node number \(id) of the graph"
    }

    /// Nodes of which each refers to two others: the next one, and one before it.
    static func graph(_ count: Int) -> [Node] {
      let nodes = (0..<count).map { Node($0) }
      for (number, node) in nodes.enumerated() {
        node.next = nodes[(number + 1) % count]
        node.parent = nodes[number / 2]
      }
      return nodes
    }
  }

  struct NodeTwin: Encodable {
    var id: Int
    var title: String
    var next: Int
    var parent: Int

    init(_ node: Node) {
      (id, title) = (node.id, node.title)
      (next, parent) = (node.next?.id ?? 0, node.parent?.id ?? 0)
    }
  }

  // MARK: - Editing

  struct Cell: Encodable {
    var text = ""
    var isBold = false
  }

  struct PlainCell {
    var text = ""
    var isBold = false
  }

  /// A document, and what it was before each of its changes.
  struct Editor<Row> {
    var document: [Row]
    var past: [[Row]] = []
    var counter = 0
  }

  /// The state of a counter in a small game: 47 bytes.
  struct Small: Encodable {
    var count = 0
    var name = "a player"
    var isDone = false
  }

  struct PlainSmall {
    var count = 0
    var name = "a player"
    var isDone = false
  }
}

extension Screens.Loadable: Encodable where Value: Encodable {}
extension Screens.Editor: Encodable where Row: Encodable {}
