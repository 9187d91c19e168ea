import Foundation
import RewindCoding
import Testing

/// What an app keeps of films, and saves a part of.
private struct Films: Codable {
  var all: [Int: Film] = [:]
  var lists: [String: [Int]] = [:]
  var filter: Filter?
  var wanted: Set<Int> = []

  enum CodingKeys: String, CodingKey { case all, wanted }
}

private struct Film: Codable {
  let id = UUID()
  var title = "a"
  var rating: Double?

  enum CodingKeys: String, CodingKey { case id, title }
}

private struct Filter: Codable {
  var year = 1
  var region: String?
}

private struct Whole: Codable {
  var filter = Filter()
  var films: [Film] = []
}

/// Its keys are not called as its properties.
private struct Renamed: Codable {
  var id = 1
  var title = "a"
  var note = "b"

  enum CodingKeys: String, CodingKey {
    case id = "_id"
    case title = "t"
  }
}

/// Leaves out what is empty, and nothing else.
private struct Sparse: Encodable {
  var tags: [String] = []
  var isOn = false

  enum CodingKeys: String, CodingKey { case tags, isOn }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !tags.isEmpty { try container.encode(tags, forKey: .tags) }
    if isOn { try container.encode(isOn, forKey: .isOn) }
  }
}

@propertyWrapper private struct Trimmed: Codable {
  var wrappedValue: String
}

private struct Wrapped: Codable {
  @Trimmed var name = "a"
  @Trimmed var note = "b"

  enum CodingKeys: String, CodingKey { case name }
}

/// A list of the app's own, which is written as one.
private struct Stack: Encodable {
  var elements = [1]
  var revision = 1

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(element) }
  }
}

private struct Tagged: Encodable {
  var value = 1
  var cache = 2

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

private class Model: Codable {
  var name = "a"
  var hidden = 1

  enum CodingKeys: String, CodingKey { case name }
}

private final class Derived: Model {
  var more = 1
}

private struct Plumbing: Encodable {
  var count = 1
  var onChange: () -> Void = {}
  var queue: (() -> Int)?
  var formatter = DateFormatter()
  lazy var text = "\(count)"

  enum CodingKeys: CodingKey { case count }
}

private enum Screen: Codable {
  case home
  case film(Film, from: Int)
}

private struct Shown: Codable {
  var screen = Screen.film(Film(), from: 1)
  var last: Screen? = .home
}

/// Not `Encodable`: written by reflection, with all its properties.
private struct Bare {
  var films = Films()
  var secret = 1
}

private struct Broken: Encodable {
  struct Bad: Error {}
  var one = 1
  func encode(to encoder: any Encoder) throws { throw Bad() }
}

@Suite("The properties that a type leaves out when it is encoded")
struct LeftOutPropertiesTests {
  private func paths(_ value: Any) -> [String] { LeftOutProperties.find(in: value).paths }

  @Test("are those without a coding key, whatever their value")
  func keys() {
    let found = LeftOutProperties.find(in: Films())
    #expect(found.paths == ["/lists", "/filter"])
    #expect(found.types.map { $0.suffix(5) } == ["Films"])
  }

  @Test("are found in what the state holds: elements, payloads, objects")
  func nested() {
    var films = Films()
    films.all = [7: Film(), 8: Film()]
    #expect(paths(films) == ["/all/*/rating", "/lists", "/filter"])
    #expect(paths([Film(), Film()]) == ["/*/rating"])
    #expect(paths(Shown()) == ["/screen/film/_0/rating"])
    #expect(paths(Bare()) == ["/films/lists", "/films/filter"])
    #expect(paths(Model()) == ["/hidden"])
    #expect(paths(Wrapped()) == ["/note"])
  }

  @Test("are none where every property has a key, or where it is not certain which one has none")
  func none() {
    #expect(paths(Whole()) == [])
    #expect(paths(Renamed()) == [])
    #expect(paths(Sparse()) == [])
    #expect(paths(Stack()) == [])
    #expect(paths(Tagged()) == [])
    #expect(paths(Derived()) == [])
    #expect(paths(Broken()) == [])
    #expect(paths([1, 2]) == [])
    #expect(paths(Date()) == [])
    #expect(paths(URLComponents()) == [])
  }

  @Test("are no functions, and no instances of the system's classes")
  func plumbing() {
    #expect(paths(Plumbing()) == [])
  }
}
