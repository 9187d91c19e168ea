import Foundation
import Rewind
import RewindInputs
import RewindJSON
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing

private enum Genre: String, Codable, CaseIterable {
  case rock, jazz, folk, punk, soul
}

private enum Theme: CaseIterable {
  case light, dark
}

private struct Ware: Codable, Equatable {
  var id = UUID()
  var title = ""
  var due = Date(timeIntervalSince1970: 0)
  var price = Decimal()
  var data = Data()
  var site: URL?
}

private struct Stall: Codable {
  var items: [Ware] = []
  var byID: [String: Ware] = [:]
  var byNumber: [Int: String] = [:]
  var selection: UUID?
  var number = 0
  var small: UInt8 = 0
  var ratio = 0.0
  var category: Genre?
  var day = ""
}

private enum Sell: Codable {
  case add(item: Ware)
  case select(id: UUID)
  case count(number: Int, small: UInt8, ratio: Double)
  case choose(category: Genre)
  case make
}

@Suite("A pseudonym")
struct PseudonymTests {
  @Test("depends on a key by SipHash-2-4, with the values of its paper")
  func hash() {
    // The key 00 01 … 0f, and texts 00 01 …; the first is in the paper, the others are in its sample program.
    let key = PseudonymKey(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    #expect(key.hash(Array(0..<15)) == 0xa129_ca61_49be_45e5)
    #expect(key.hash([]) == 0x726f_db47_dd0e_0e31)
    #expect(key.hash([0]) == 0x74f8_39c5_93dc_67fd)
    #expect(key.hash(Array(0..<8)) == 0x93f5_f579_9a93_2462)
  }

  private typealias Session = (log: MemoryLog, shop: Stall, items: [Ware])

  /// A session with a rule for each name, for all tests that ask nothing of its key.
  private static let session: Session = record(named)

  /// Records random items, and returns the log and the last state as it was.
  private static func record(
    _ rules: [Redaction],
    seed: UInt64 = SeededGenerator.seed,
    actions: Int = TestScale.hasTime ? 40 : 12,
    key: PseudonymKey = .random()
  ) -> Session {
    var random = SeededGenerator(seed: seed)
    let log = MemoryLog()
    let recorder = Recorder(
      app: "shop",
      to: .memory(log),
      key: key,
      clock: .live,
      options: .init(redactions: rules)
    )
    let recording = recorder.attach(Stall.self)
    var shop = Stall(day: "1990-05-17")
    var items: [Ware] = []
    func send(_ action: Sell, _ change: (inout Stall) -> Void) {
      shop = recording.record(action, from: shop) {
        var next = shop
        change(&next)
        return next
      }
    }
    for number in 0..<actions {
      var item = Ware(title: "title \(UInt32.random(in: 0 ... .max, using: &random))")
      item.due = Date(timeIntervalSince1970: Double.random(in: 0...1e9, using: &random))
      item.price = Decimal(Int.random(in: 1...999_999, using: &random)) / 100
      item.data = Data((0..<20).map { _ in UInt8.random(in: 0...255, using: &random) })
      item.site = URL(string: "https://example.org/\(item.title.hashValue.magnitude)")
      items.append(item)
      let numbers = (Int.random(in: 1_000...30_000, using: &random), UInt8(number % 256))
      send(.add(item: item)) {
        $0.items.append(item)
        $0.byID[item.id.uuidString] = item
      }
      send(.select(id: item.id)) { $0.selection = item.id }
      send(.count(number: numbers.0, small: numbers.1, ratio: Double(numbers.0) / 7)) {
        ($0.number, $0.small, $0.ratio) = (numbers.0, numbers.1, Double(numbers.0) / 7)
        $0.byNumber[numbers.0] = "a number"
      }
      let category = Genre.allCases[number % 5]
      send(.choose(category: category)) { $0.category = category }
    }
    recorder.close()
    return (log, shop, items)
  }

  private static let named: [Redaction] =
    ["id", "title", "due", "price", "data", "site", "number", "small", "ratio", "day"]
    .map { .key($0, pseudonyms: true) } + [.key("category", permuting: Genre.self)]

  private static let listed: [Redaction] = [
    .only([], pseudonyms: true), .key("category", permuting: Genre.self),
  ]

  @Test(
    "has the type of its value: every state and action can be decoded, and none has a secret",
    arguments: TestScale.cases(1, of: [true, false])
  )
  func types(isNamed: Bool) throws {
    let (log, shop, items) = isNamed ? Self.session : Self.record(Self.listed)
    let text = log.text
    for item in items {
      for secret in [
        item.id.uuidString, item.title, item.data.base64EncodedString(),
        item.site?.lastPathComponent ?? "",
      ] {
        #expect(!text.containsBytes(of: secret), "\(secret), seed \(SeededGenerator.seed)")
      }
    }
    // The pseudonym of another date may be on that day.
    #expect(!text.contains(#""1990-05-17""#))
    for action in log.actions { _ = try #require(action.payload).decode(Sell.self) }
    let state = try #require(log.state).decode(Stall.self)
    #expect(state.items.count == shop.items.count)
    // One value, one pseudonym: in an array, as a key of a dictionary, in another property.
    #expect(Set(state.items.map(\.id)).count == items.count)
    #expect(Set(state.items.map(\.id.uuidString)) == Set(state.byID.keys))
    for (item, own) in zip(state.items, items) { #expect(item.price != own.price) }
    for item in state.items { #expect(state.byID[item.id.uuidString] == item) }
    #expect(state.selection == state.items.last?.id)
    #expect(state.byNumber[state.number] != nil)
    #expect(state.byNumber.count == shop.byNumber.count)
    let actions = log.actions.compactMap { $0.payload?["add"]?["item"]?["id"]?.string }
    #expect(actions == state.items.map(\.id.uuidString))
    for item in state.items {
      #expect(Array(item.id.uuidString.utf8)[14] == UInt8(ascii: "8"))
      #expect(item.title.utf8.count == 16 && item.title.hasPrefix("redacted"))
      #expect(item.site?.scheme == "https")
    }
  }

  @Test("of a date keeps its distances, and is the date itself where the log tells the time anyway")
  func dates() throws {
    let (log, _, items) = Self.session
    let state = try #require(log.state).decode(Stall.self)
    let offsets = zip(state.items, items).map { ($0.due.timeIntervalSince($1.due)).rounded() }
    #expect(Set(offsets).count == 1)
    #expect(abs(offsets[0]) >= 365 * 86_400 && abs(offsets[0]) <= 3 * 365 * 86_400)
    let now = Date()
    let pseudonyms = Pseudonymized([.key("due", pseudonyms: true)])
    // Of a thousand times, one has no microseconds.
    let micro = Date(
      timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.rounded() + 0.123_456
    )
    #expect(try pseudonyms.state(of: Ware(due: micro)).due == micro)
    let tomorrow = Date(
      timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate.rounded() + 90_000
    )
    #expect(try pseudonyms.state(of: Ware(due: tomorrow)).due != tomorrow)
    for fixed in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0)] {
      #expect(try pseudonyms.state(of: Ware(due: fixed)).due == fixed)
    }
  }

  /// States that are written once, with rules.
  private struct Pseudonymized {
    let rules: [Redaction]
    init(_ rules: [Redaction]) { self.rules = rules }

    func state<State: Codable>(of state: State) throws -> State {
      let log = MemoryLog()
      let recorder = Recorder(app: "one", to: .memory(log), options: .init(redactions: rules))
      _ = recorder.attach(State.self).record(Sell.make, from: state) { state }
      recorder.close()
      return try #require(log.state).decode(State.self)
    }
  }

  private struct Numbers: Codable, Equatable {
    var a: [Int8] = []
    var b: [UInt8] = []
    var c: [Int16] = []
    var d: [UInt16] = []
    var e: [Int32] = []
    var f: [UInt32] = []
    var g: [Int64] = []
    var h: [UInt64] = []
    var i: [Double] = []
    var j: [Float] = []
  }

  @Test(
    "of a short text stands wherever the text is the key of a dictionary, and its value elsewhere"
  )
  func shortKeys() throws {
    struct Parcel: Codable {
      var number: String
      var stops: [String] = []
    }
    struct Parcels: Codable {
      // Before the dictionary: its key is not known yet where the state is read from the start.
      var selected: String?
      var byNumber: [String: Parcel] = [:]
      var note = "AB1"
    }
    enum Track: Codable {
      case add(number: String)
      case select(String)
    }
    for rules in [
      [Redaction.key("number", pseudonyms: true)], [.pointer("/byNumber", pseudonyms: true)],
    ] {
      let log = MemoryLog()
      let recorder = Recorder(app: "parcels", to: .memory(log), options: .init(redactions: rules))
      let recording = recorder.attach(Parcels.self)
      var state = Parcels(note: "Bern")
      func send(_ action: Track) {
        state = recording.record(action, from: state) {
          var next = state
          switch action {
          case .add(let number):
            next.byNumber[number] = Parcel(number: number, stops: ["Bern"])
            next.selected = number
          case .select(let number): next.selected = number
          }
          return next
        }
      }
      send(.add(number: "AB1"))
      send(.add(number: "CD2"))
      send(.select("AB1"))
      recorder.close()
      let last = try #require(log.state).decode(Parcels.self)
      let selected = try #require(last.selected)
      #expect(last.byNumber[selected] != nil, "\(rules)")
      #expect(last.byNumber.count == 2 && last.byNumber["AB1"] == nil)
      // No dictionary has this one.
      #expect(last.note == "Bern")
      #expect(log.actions.last?.payload?["select"]?["_0"]?.string == selected)
    }
  }

  @Test(
    "of a text of eight bytes or more stands wherever the text does, of a shorter one where the rule says"
  )
  func lengths() throws {
    struct Call: Codable {
      var number: String
      var last: String
    }
    for (number, isLong) in [("555-012", false), ("555-0123", true)] {
      let call = try Pseudonymized([.key("number", pseudonyms: true)])
        .state(of: Call(number: number, last: number))
      #expect(call.number != number && call.last == (isLong ? call.number : number))
    }
  }

  @Test("of a number fits every type that the number fits, and differs from those of others")
  func numbers() throws {
    var numbers = Numbers(a: Array(.min ... .max), b: Array(.min ... .max))
    numbers.c = Array(stride(from: Int16.min, through: .max, by: 111)) + [.max]
    numbers.d = Array(stride(from: UInt16.min, through: .max, by: 111)) + [255, 256, .max]
    func edges<Number: FixedWidthInteger>(_ type: Number.Type) -> [Number] {
      let all = (0..<Number.bitWidth).map { Number(truncatingIfNeeded: 1 as UInt64) << $0 }
      return Array(Set(all + all.map { $0 &- 1 } + all.map { ~$0 }))
    }
    (numbers.e, numbers.f) = (edges(Int32.self), edges(UInt32.self))
    (numbers.g, numbers.h) = (edges(Int64.self), edges(UInt64.self))
    numbers.i = [0.5, 52.520_008, -13.404_954, 1e-9, 1.5e300, -2.25e-30, 123_456.789]
    numbers.i += [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude]
    numbers.j = [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.25]
    let made = try Pseudonymized([.only([], pseudonyms: true)]).state(of: numbers)
    #expect(Set(made.a).count == 256 && Set(made.b).count == 256)
    #expect(Set(made.c).count == Set(numbers.c).count && Set(made.d).count == Set(numbers.d).count)
    #expect(Set(made.e).count == numbers.e.count && Set(made.f).count == numbers.f.count)
    #expect(Set(made.g).count == numbers.g.count && Set(made.h).count == numbers.h.count)
    for (number, pseudonym) in zip(numbers.g, made.g) {
      #expect((number < 0) == (pseudonym < 0))
    }
    for (number, pseudonym) in zip(numbers.i, made.i) {
      #expect((number < 0) == (pseudonym < 0) && pseudonym != 0)
    }
    // The smallest one has no other of its size, and a short one may get itself: one key in a thousand does that.
    let same = zip(numbers.i, made.i).filter { $0 == $1 }
    #expect(same.count <= 2, "\(same)")
    for (number, pseudonym) in zip(numbers.j, made.j) {
      #expect((number < 0) == (pseudonym < 0) && pseudonym != 0 && pseudonym.isFinite)
    }
  }

  @Test("of a case is another case, the same one throughout, and only where a rule asks for that")
  func cases() throws {
    let seen = Self.session.log.actions.compactMap { $0.payload?["choose"]?["category"]?.string }
    #expect(Set(seen).count == 5)
    #expect(Array(seen.prefix(5)) == Array(seen.dropFirst(5).prefix(5)))
    // Not every key leaves all of five in their order.
    let orders = Set(
      (0..<10 as Range<UInt64>)
        .map { key in
          let (log, _, _) = Self.record(Self.named, actions: 5, key: PseudonymKey(key, 7))
          return log.actions.compactMap { $0.payload?["choose"]?["category"]?.string }
        }
    )
    #expect(orders.count > 5)
  }

  @Test("differs from session to session, and is the same with the same key")
  func keys() throws {
    func title(_ key: PseudonymKey) -> String? {
      Self.record([.key("title", pseudonyms: true)], actions: 1, key: key)
        .log.state?["items"]?.array?.first?["title"]?.string
    }
    #expect(title(.random()) != title(.random()))
    #expect(title(PseudonymKey(1, 2)) == title(PseudonymKey(1, 2)))
    #expect(title(PseudonymKey(1, 2)) != title(PseudonymKey(1, 3)))
  }

  @Test("stands for the ids that reducers make, in what they read and wherever they are put")
  func inputs() throws {
    let store = ReplayableStore(
      initial: Stall(),
      actions: Sell.self,
      reduce: .inPlace { (shop: inout Stall, _: Sell) in
        let item = Ware(id: Recorded.uuid())
        shop.items.append(item)
        shop.byID[item.id.uuidString] = item
        shop.selection = item.id
      }
    )
    let log = MemoryLog()
    let recording = store.record(
      app: "shop",
      to: .memory(log),
      options: .init(redactions: [.key("id", pseudonyms: true)])
    )
    var shop = recording.initialState()
    for _ in 0..<3 { recording.reducer(&shop, .make) }
    for item in shop.items { #expect(!log.text.contains(item.id.uuidString)) }
    #expect(try Replay(text: log.text, of: store).firstDivergence() == nil)
    let last = try Replay(text: log.text, of: store).state(after: 3, by: .rerunning)
    #expect(last.selection == last.items.last?.id && last.selection != shop.selection)
    #expect(last.byID.count == 3)
  }

  @Test("stands in a note that has a secret in it")
  func notes() throws {
    let log = MemoryLog()
    let recorder = Recorder(
      app: "shop",
      to: .memory(log),
      options: .init(redactions: [.key("id", pseudonyms: true)])
    )
    let recording = recorder.attach(Stall.self)
    let item = Ware(id: UUID())
    _ = recording.record(Sell.add(item: item), from: Stall()) { Stall(items: [item]) }
    recorder.note("opened \(item.id)")
    recorder.note("opened an item")
    recorder.close()
    #expect(!log.text.contains(item.id.uuidString))
    #expect(log.text.contains("opened an item") && !log.text.contains("opened \(item.id)"))
  }

  @Test("is another case of an enum that is written by reflection")
  func reflected() throws {
    struct Look { var theme: Theme }
    var seen: Set<String> = []
    for key in 0..<20 as Range<UInt64> {
      let log = MemoryLog()
      let recorder = Recorder(
        app: "look",
        to: .memory(log),
        key: PseudonymKey(key, 0),
        clock: .live,
        options: .init(redactions: [.pointer("/theme", permuting: Theme.self)])
      )
      _ = recorder.attach(Look.self).record(Sell.make, from: Look(theme: .dark)) {
        Look(theme: .dark)
      }
      recorder.close()
      seen.insert(try #require(log.state?["theme"]).description)
    }
    #expect(seen == [#"{"dark":{}}"#, #"{"light":{}}"#])
  }
}
