import Foundation
import Rewind
import RewindInputs
import RewindReplay
import RewindStore

/// A state with every written form of what is `Codable`.
struct Album: Codable {
  var title = "plain \"quoted\" \\ / é \u{1F600} \u{1F}\n"
  var isOpen = true
  var integers = [0, -1, .min, .max]
  var unsigned = UInt64.max
  var small: [Int8] = [-128, 127]
  var reals = [0.1, -0.0, 1e300, Double.leastNonzeroMagnitude, 100]
  var single: Float = 0.1
  var notFinite = [Double.nan, .infinity, -.infinity]
  var decimal = Decimal(string: "12345678901234567890.123456789") ?? 0
  var dates = [1_700_000_000.5, -62_135_769_600, 0.123_456].map {
    Date(timeIntervalSince1970: $0)
  }
  var data = Data([0, 1, 254, 255])
  var address = URL(string: "https://example.com/a%20b?c=d#e")
  var id = UUID(uuidString: "0123ABCD-4567-89EF-0123-456789ABCDEF")
  var absent: Int?
  var emptied: Int?? = .some(nil)
  var tags: Set<String> = ["winter", "autumn", "spring"]
  var places: Set<Point> = [Point(x: 2, y: 1), Point(x: 1, y: 2)]
  var byName = ["b": 2, "a": 1, "": 0]
  var byNumber = [10: "ten", 2: "two", -1: "minus one"]
  var byPoint = [Point(x: 2, y: 1): "second", Point(x: 1, y: 2): "first"]
  var byMood = [Mood.merry: 1, .grave: 2]
  var mood = Mood.merry
  var photos: [Photo] = [
    .blank, .file("a.jpg"), .taken(at: Point(x: 3, y: 4), nil), .stack([.file("b.jpg"), .blank]),
  ]
  var owner = Owner()
  @Clamped var volume = 12
  var range = 1...3
  var halfOpen = 0..<5
  var rows = [[1, 2], [], [3]]
  var drawn: [String] = []
}

struct Point: Codable, Hashable {
  var x: Int
  var y: Int
}

enum Mood: String, Codable {
  case merry
  case grave
}

indirect enum Photo: Codable {
  case blank
  case file(String)
  case taken(at: Point, Int?)
  case stack([Photo])
}

class Person: Codable {
  var name = "Ada"
}

final class Owner: Person {
  var age = 36

  enum CodingKeys: String, CodingKey { case age }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(age, forKey: .age)
    try super.encode(to: container.superEncoder())
  }
}

@propertyWrapper
struct Clamped: Codable {
  private var value: Int
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 10) }
  }

  init(wrappedValue: Int) { value = min(max(wrappedValue, 0), 10) }
}

struct Retitle: Action, Codable {
  let title: String
}

/// An enum whose name in the log goes on with the case of an action within.
enum AlbumAction: Action, Codable {
  case close
  case photo(PhotoAction)
  case move(to: Point, _ steps: Int)
}

enum PhotoAction: Codable {
  case remove(at: Int)
  case add(Photo)
}

extension AlbumAction {
  /// An action within a type.
  struct Draw: Action, Codable {}
}

/// An action with a type parameter.
struct Put<Value: Codable & Sendable>: Action, Codable {
  let value: Value
}

func albumReducer(_ action: any Action, _ album: Album?) -> Album {
  guard var album else {
    var album = Album()
    album.title += Recorded.value("title") { " of the user" }
    return album
  }
  switch action {
  case let action as Retitle: album.title = action.title
  case AlbumAction.close: album.isOpen = false
  case AlbumAction.photo(.remove(let place)): album.photos.remove(at: place)
  case AlbumAction.photo(.add(let photo)): album.photos.append(photo)
  case AlbumAction.move(let point, let steps):
    album.places.insert(Point(x: point.x + steps, y: point.y))
  case is AlbumAction.Draw: draw(into: &album)
  case let action as Put<Int>: album.byName["put"] = action.value
  case let action as Put<[String: Int]>: album.byName = action.value
  default: break
  }
  return album
}

/// Takes something of each kind from outside.
private func draw(into album: inout Album) {
  album.dates = [Recorded.date()]
  album.id = Recorded.uuid()
  album.drawn = [
    "\(Recorded.random(in: 1...6))", "\(Recorded.random(in: 0..<1.0))", "\(Recorded.bool())",
    Recorded.shuffled(["a", "b", "c"]).joined(),
    Recorded.value("point") { Point(x: 8, y: 9) }.x.description,
  ]
  Recorded.effect("never replayed") { fflush(nil) }
}

extension Album {
  fileprivate static let replayable = ReplayableStore(
    reducer: albumReducer,
    actions: [
      Retitle.self, AlbumAction.self, AlbumAction.Draw.self, Put<Int>.self,
      Put<[String: Int]>.self,
    ]
  )
}

extension Sample {
  /// Values, actions and inputs by their `Codable` forms.
  static let codable = Sample(of: Album.replayable) { log in
    let recorder = Recorder.steady("album", log)
    let recording = recorder.attach(Album.self)
    let store = Store(reducer: albumReducer, state: nil, middleware: [recording.middleware])
    let actions: [any Action] = [
      Retitle(title: "Summer"), AlbumAction.close, AlbumAction.photo(.remove(at: 0)),
      AlbumAction.photo(.add(.taken(at: Point(x: 1, y: 1), 5))),
      AlbumAction.move(to: Point(x: 7, y: 7), 3), AlbumAction.Draw(), Put(value: 3),
      Put(value: ["c": 3]),
    ]
    // Without the place of the call, which would come with every line of this file.
    let dispatch: DispatchFunction = store.dispatch
    for action in actions { dispatch(action) }
    recorder.close()
  }
}
