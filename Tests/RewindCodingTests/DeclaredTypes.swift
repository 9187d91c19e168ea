// swift-format-ignore-file
import Foundation

// The types of the tests of ``TypeCatalog``. An independent reader takes what is expected from the text of this file:
// a declaration a line, a brace at the end of the line that opens it. A comment at the end of a line says what else is
// expected: `// declared`, `// written: …` or `// as: …` for the type as the log has it.

enum Declared {
  struct Empty {}
  struct Item: Identifiable {
    let id: UUID
    var title: String
    var price: Decimal
    var note: String?
    var added: Date
    var image: Data
    var link: URL?
  }
  struct Cart {
    var items: [Item]
    var byName: [String: Item]
    var tags: Set<String>
    var matrix: [[Double]]
    var counts: [Int: Int]
    var last: Item??
    var pair: (Int, String)
    var labeled: (low: Int, high: [Item])
    var range: Range<Int>
    var nested: [String: [Int: Item?]]
  }
  enum Filter {
    case all
    case named(String)
    case priced(from: Int, to: Int)
    case item(Item)
    case either([Filter], labeled: Item?)
    indirect case not(Filter)
  }
  enum Unit: String, Codable, CaseIterable {
    case kilogram = "kg"
    case pound = "lb"
  }
  enum Level: Int, Codable {
    case low = 1
    case high = 7
  }
  enum Plain: String {
    case one
    case two
  }
  indirect enum Tree {
    case leaf
    case node(Tree, Int, Tree)
  }
  final class Node {
    var value: Int = 0
    var next: Node?
    var children: [Node] = []
  }
  class Base {
    var name: String = ""
  }
  final class Derived: Base {
    var size: Int = 0
  }
  struct Box<Content> {
    var content: Content
    var all: [Content]
  }
  struct Boxes {
    var numbers: Box<Int>
    var items: Box<Item>
    var filter: Box<Filter>?
    var result: Result<Item, Failure>
  }
  struct Failure: Error {
    var code: Int
  }
  @propertyWrapper struct Clamped {
    var wrappedValue: Int
  }
  struct Wrapped {
    @Clamped var volume: Int // as: Clamped
    lazy var sum: Int = 3 // as: Int?
    var closure: () -> Void // as: () -> ()
    var any: Any
    var pairs: KeyValuePairs<String, Int>
  }
  struct Coded: Codable {
    var title: String
    var cached: Int = 0 // declared
    var kept: [Item2]
    enum CodingKeys: String, CodingKey {
      case title
      case kept
    }
  }
  struct Item2: Codable {
    var id: Int
    var long: String? = nil
  }
  struct Renamed: Encodable {
    var first: String = "a" // declared
    var count: Int = 1
    // written: first_name String
    // written: total Double
    enum CodingKeys: String, CodingKey {
      case count
      case firstName = "first_name"
      case total
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(count, forKey: .count)
      try container.encode(first, forKey: .firstName)
      try container.encode(2.5, forKey: .total)
    }
  }
  struct Dynamic: Encodable {
    var secrets: [String] = ["s3cr3t-one", "s3cr3t-two"] // declared
    // written: * Int
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for secret in secrets { try container.encode(1, forKey: Key(stringValue: secret)!) }
    }
  }
  struct Listed: Encodable {
    var numbers: [Int] = [1] // declared
    func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
  }
  @dynamicMemberLookup struct Members {
    var values: [String: Int]
    subscript(dynamicMember name: String) -> Int? { values[name] }
  }
  // What apps for meetings, games, shops and feeds have.
  struct Tagged<Tag, RawValue: Hashable>: Hashable {
    var rawValue: RawValue
  }
  struct SyncUp: Identifiable, Codable {
    let id: UUID
    var attendees: [Attendee]
    var duration: Duration
    var meetings: [Meeting]
    var theme: Theme
    var title: String
  }
  struct Attendee: Identifiable, Codable {
    let id: UUID
    var name: String
  }
  struct Meeting: Identifiable, Codable {
    let id: UUID
    let date: Date
    var transcript: String
  }
  enum Theme: String, CaseIterable, Codable {
    case bubblegum
    case buttercup
    case indigo
  }
  struct AppFeature {
    var path: [Path]
    var list: SyncUpsList
    var destination: Presented<Destination>
    var user: Loaded<User, Failure>
    var cache: [UUID: Loaded<[Meeting], Failure>] // as: [UUID: Loaded<Array<Meeting>, Failure>]
  }
  struct SyncUpsList {
    var items: Listing<UUID, SyncUp>
    var alert: AlertState<AlertButton>?
    var isLoading: Bool
  }
  struct Presented<Value> {
    var storage: Value?
  }
  struct Listing<ID: Hashable, Element> {
    var keys: [ID: Element]
    var order: [ID]
  }
  struct AlertState<Button> {
    var title: String
    var buttons: [Button]
  }
  enum AlertButton {
    case confirm
    case delete(id: UUID)
  }
  enum Path {
    case detail(SyncUp)
    case meeting(Meeting, in: SyncUp)
    case record(RecordMeeting)
  }
  enum Destination {
    case alert(AlertState<AlertButton>)
    case edit(SyncUp, isNew: Bool)
  }
  enum Loaded<Value, Problem> {
    case idle
    case loading(since: Date)
    case loaded(Value)
    case failed(Problem, retry: Int?)
  }
  struct RecordMeeting {
    var secondsElapsed: Int
    var speakerIndex: Int
    var syncUp: SyncUp
    var transcript: [(speaker: Attendee, text: String)]
  }
  struct User: Codable {
    var name: PersonNameComponents?
    var address: Address
    var birthday: DateComponents
    var balance: Decimal
    var flags: Flags
  }
  struct Address: Codable {
    var street: String
    var zip: String?
  }
  struct Flags: OptionSet, Codable {
    let rawValue: UInt8
  }
  struct Game {
    var cubes: [[[Cube]]]
    var moves: [Move]
    var language: Language
    var gameMode: GameMode
    var players: [Player?]
    var scores: [PartialKeyPath<Cube>: Int]
  }
  struct Cube {
    var left: Face
    var right: Face
    var top: Face
    var wasRemoved: Bool
  }
  struct Face {
    var letter: Character
    var side: Side
    var useCount: Int
  }
  enum Side: Int, CaseIterable, Codable {
    case top = 0
    case left = 1
    case right = 2
  }
  struct Move {
    var playedAt: Date
    var player: Int?
    var score: Int
    var type: MoveType
  }
  enum MoveType {
    case playedWord([(x: Int, y: Int, side: Side)])
    case removedCube(Cube)
    indirect case undone(Move)
  }
  enum Language: String, Codable {
    case en
    case de
  }
  enum GameMode {
    case timed(Duration)
    case unlimited
  }
  struct Player {
    var displayName: String
    var rating: ClosedRange<Double>
    var online: Date??
  }
  final class Scene {
    var name: String = ""
    var layers: [Layer] = []
    weak var parent: Scene?
    unowned(unsafe) var shared: Scene
    init(_ scene: Scene) { shared = scene }
  }
  class Layer {
    var opacity: Float = 1
    var children: [Layer] = []
  }
  final class TextLayer: Layer {
    var text: Substring = ""
    var style: [String: any Hashable] = [:] // as: [String: Hashable]
  }
  struct Feed {
    var posts: ArraySlice<Post>
    var unread: IndexSet
    var filter: (any Equatable)? // as: Equatable?
    var seen: Set<Tagged<Post, Int>>
  }
  struct Post: Identifiable {
    var key: String
    var likes: UInt64
    var replies: [Post]
    var id: String { key }
  }
}
