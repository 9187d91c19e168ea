// A warehouse with twenty planted bugs, for the tests of triage.
//
//     warehouse record SEED BUG LOG VERSION    records a session that dies of the bug
//     warehouse --rewind-replay                replays; with WAREHOUSE_MENDED in the environment, without the bugs
//
// A log does not say which bug it shows: only the caller knows. scripts/triage-test makes two more builds of
// this file, in which functions have other names and stand on other lines.
import Foundation
import Rewind
import RewindReplay

#if canImport(Glibc)
import Glibc
#endif

// MARK: - State

struct Row: Codable {
  var sku: String
  var count: Int
  var price: Int
}

struct Customer: Codable {
  var name: String
  var visits: Int
}

struct Limits: Codable {
  var floor = 10
  var ceiling = 100
}

struct Warehouse: Codable {
  var rows: [Row] = []
  var selected: Int?
  var installments = 3
  var limits = Limits()
  var notes: [String] = ["opened"]
  var cursor = 0
  var queue: [Int] = [1, 2]
  var head = 0
  var language = "en"
  var scale = 1
  var total = 1_000
  var customers: [String: Customer] = [:]
  var token: String? = "t0"
  var filter = "all"
  var links: [Int] = [0, 0, 0, 0]
  var isCorrupt = false
  var zoom = 4
  var page = 0
  var pages = ["first", "second"]
  var history: [String] = []
  var resets = 0
  var theme = "light"
  var ticks = 0
}

enum WarehouseAction: Codable {
  case tick
  case theme(String)
  case write(note: String)
  case add(sku: String, count: Int)
  case remove(place: Int)
  case select(place: Int)
  case showSelected
  case renameSelected(String)
  case priceSelected(Int)
  case setInstallments(Int)
  case importSettings(installments: Int, theme: String)
  case checkOut
  case adjust(field: String, by: Int)
  case quote
  case clearNotes
  case openNote
  case drain
  case serve
  case speak(language: String)
  case formatPrices
  case parse(String)
  case rescale(Int)
  case grow
  case enter(id: String, name: String)
  case leave(id: String)
  case greet(id: String)
  case setCount(place: Int, count: Int)
  case pack
  case label
  case logOut
  case expire(reason: String)
  case logIn(String)
  case upload
  case setFilter(String)
  case search
  case link(from: Int, to: Int)
  case resolve
  case corrupt
  case save
  case zoom(Int)
  case layOut
  case reset(thorough: Bool)
  case render
}

// MARK: - Helpers that several reducers call

@inline(never)
func pickElement<Element>(_ list: [Element], _ place: Int) -> Element { list[place] }

@inline(never)
func shareEvenly(_ total: Int, _ parts: Int) -> Int { total / parts }

@inline(never)
func measure(_ floor: Int, _ ceiling: Int) -> Int { Int(UInt(floor) &+ UInt(ceiling)) }

// MARK: - Reducers

@inline(never)
func reduceSelection(_ action: WarehouseAction, _ house: inout Warehouse) {
  let place = house.selected ?? 0
  switch action {
  case .showSelected: house.history.append(house.rows[place].sku)
  case .renameSelected(let sku): house.rows[place].sku = sku
  case .priceSelected(let price): house.rows[place].price = price + house.rows[place].count
  default: break
  }
}

@inline(never)
func reduceMoney(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .setInstallments(let count): house.installments = count
  case .importSettings(let count, let theme): (house.installments, house.theme) = (count, theme)
  case .checkOut: house.total += shareEvenly(house.total, house.installments) % 7
  case .adjust("floor", let step): house.limits.floor += step
  case .adjust(_, let step): house.limits.ceiling += step
  case .quote: house.total += measure(house.limits.floor, house.limits.ceiling) % 5
  case .rescale(let scale): house.scale = scale
  case .grow: house.total = house.scale * 1_000 + house.total % 1_000
  default: break
  }
}

@inline(never)
func reduceNotes(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .write(let note): house.notes.append(note)
  case .clearNotes: house.notes = []
  case .openNote: house.history.append(pickElement(house.notes, house.cursor))
  default: break
  }
}

@inline(never)
func reduceQueue(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .drain: house.queue = []
  case .serve: house.total += pickElement(house.queue, house.head)
  default: break
  }
}

@inline(never)
func reduceText(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .speak(let language): house.language = language
  case .formatPrices:
    let signs = ["en": "£", "de": "€", "ja": "¥"]
    // swift-format-ignore: NeverForceUnwrap
    house.history.append(signs[house.language]!)
  case .parse(let text):
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    // swift-format-ignore: NeverForceUnwrap
    let number = Int(parts[0])!
    house.total += number + parts[1].count
  case .setFilter(let filter): house.filter = filter
  case .search:
    // swift-format-ignore: NeverForceUnwrap
    house.history.append("\(house.filter.first!)")
  default: break
  }
}

@inline(never)
func reduceCustomers(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .enter(let id, let name): house.customers[id] = Customer(name: name, visits: 1)
  case .leave(let id): house.customers[id] = nil
  case .greet(let id):
    // swift-format-ignore: NeverForceUnwrap
    house.history.append(house.customers[id]!.name)
  default: break
  }
}

@inline(never)
func reduceRows(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .add(let sku, let count): house.rows.append(Row(sku: sku, count: count, price: 5))
  case .remove(let place): house.rows.remove(at: place)
  case .select(let place): house.selected = place
  case .setCount(let place, let count): house.rows[place].count = count
  case .pack:
    house.total += house.rows.map { [Int](repeating: 1, count: $0.count).count }.reduce(0, +)
  case .label:
    let prices = Dictionary(uniqueKeysWithValues: house.rows.map { ($0.sku, $0.price) })
    house.total += prices.count
  default: break
  }
}

@inline(never)
func reduceSession(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .logIn(let token): house.token = token
  case .logOut: house.token = nil
  case .expire(let reason):
    house.token = nil
    house.history.append(reason)
  case .upload:
    // swift-format-ignore: NeverForceUnwrap
    house.history.append(house.token!)
  default: break
  }
}

@inline(never)
func follow(_ links: [Int], from place: Int) -> Int {
  links[place] == 0 ? place : (follow(links, from: links[place]) ^ place) / 3
}

@inline(never)
func reduceLinks(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .link(let from, let to): house.links[from] = to
  case .resolve: house.total += follow(house.links, from: 1)
  case .corrupt: house.isCorrupt = true
  case .save: if house.isCorrupt { abort() }
  default: break
  }
}

@inline(never)
func reduceView(_ action: WarehouseAction, _ house: inout Warehouse) {
  switch action {
  case .zoom(let zoom): house.zoom = zoom
  case .layOut: house.history.append("\(1_024 % house.zoom)")
  case .reset(let isThorough):
    house.page = -1
    house.resets += 1
    if isThorough { (house.history, house.theme) = ([], "plain \(house.resets)") }
  case .render: house.history.append(house.pages[max(house.page, -1)])
  default: break
  }
}

let isMended = ProcessInfo.processInfo.environment["WAREHOUSE_MENDED"] != nil

/// Says whether an action can lead to no crash: where the bugs are mended, no other changes anything.
func isHarmless(_ action: WarehouseAction, in house: Warehouse) -> Bool {
  switch action {
  case .remove, .setInstallments(0), .importSettings(0, _), .clearNotes, .drain, .leave, .rescale,
    .logOut, .expire,
    .setFilter(""), .corrupt, .reset:
    false
  case .adjust(_, let step): step >= 0
  case .speak(let language): ["en", "de", "ja"].contains(language)
  case .parse(let text): text.wholeMatch(of: /\d+x/) != nil
  case .setCount(_, let count): count >= 0
  case .add(let sku, _): !house.rows.contains { $0.sku == sku }
  case .link(let from, let to): from > to
  default: true
  }
}

func reduceAll(_ action: WarehouseAction, _ house: Warehouse) -> Warehouse {
  var house = house
  guard !isMended || isHarmless(action, in: house) else { return house }
  house.ticks += 1
  if house.history.count > 6 { house.history.removeFirst() }
  switch action {
  case .theme(let theme): house.theme = theme
  default: break
  }
  reduceSelection(action, &house)
  reduceMoney(action, &house)
  reduceNotes(action, &house)
  reduceQueue(action, &house)
  reduceText(action, &house)
  reduceCustomers(action, &house)
  reduceRows(action, &house)
  reduceSession(action, &house)
  reduceLinks(action, &house)
  reduceView(action, &house)
  return house
}

// MARK: - Sessions

/// A session that dies of one bug, with much that does not matter before and after its cause.
struct Plan {
  private(set) var actions: [WarehouseAction] = []
  private var random: Generator
  private var rows = 0
  private var customers = 0

  /// SplitMix64, so that a seed brings a session back.
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  init(seed: UInt64, bug: Int) {
    random = Generator(state: seed)
    for _ in 0..<4 { addRow() }
    for _ in 0..<2 { addCustomer() }
    actions.append(.select(place: 1))
    harmless(number(3...12), afterCause: false)
    let (cause, fatal) = bugs(bug)
    actions += cause
    harmless(bug == 8 ? number(60...140) : number(0...8), afterCause: true)
    actions.append(fatal)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func word() -> String {
    String(
      (0..<number(3...9)).map { _ in
        "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "a"
      }
    )
  }

  private mutating func addRow() {
    rows += 1
    actions.append(.add(sku: "\(word())-\(rows)", count: number(0...9)))
  }

  private mutating func addCustomer() {
    customers += 1
    actions.append(.enter(id: "\(word())\(customers)", name: word()))
  }

  /// Adds actions of which no bug comes; after the cause, none that mends it.
  private mutating func harmless(_ count: Int, afterCause: Bool) {
    for _ in 0..<count {
      switch number(0...(afterCause ? 4 : 15)) {
      case 0: actions.append(.tick)
      case 1: actions.append(.theme(word()))
      case 2: addCustomer()
      case 3: actions.append(.link(from: 3, to: 0))
      case 4: actions.append(.tick)
      case 5: addRow()
      case 6: actions += [.adjust(field: "floor", by: number(0...5)), .quote]
      case 7: actions += [.adjust(field: "ceiling", by: number(0...5)), .quote]
      case 8: actions += [.setInstallments(number(1...9)), .checkOut]
      case 9: actions += [.setFilter(word()), .search]
      case 10: actions += [.write(note: word()), .openNote]
      case 11: actions += [.zoom(number(1...9)), .layOut]
      case 12: actions += [.speak(language: ["en", "de", "ja"][number(0...2)]), .formatPrices]
      case 13: actions += [.logIn(word()), .upload]
      case 14: actions += [.importSettings(installments: number(1...9), theme: word()), .checkOut]
      default:
        actions += [.showSelected, .serve, .save, .pack, .label, .parse("\(number(1...9))x")]
      }
    }
  }

  /// Returns what causes a bug, and what dies of it.
  private mutating func bugs(_ bug: Int) -> ([WarehouseAction], WarehouseAction) {
    switch bug {
    // One bug that dies in three actions.
    case 1:
      let place = rows - 1
      let fatal: [WarehouseAction] = [
        .showSelected, .renameSelected(word()), .priceSelected(number(1...9)),
      ]
      return (
        [.select(place: place), .tick, .remove(place: number(0...place))], fatal[number(0...2)]
      )
    // Two causes that die on one line.
    case 2: return ([.setInstallments(0)], .checkOut)
    case 3: return ([.importSettings(installments: 0, theme: word())], .checkOut)
    // One type of cause that changes two places, dying on one line.
    case 4: return ([.adjust(field: "floor", by: -number(500...900))], .quote)
    case 5: return ([.adjust(field: "ceiling", by: -number(500...900))], .quote)
    // One helper, called from two reducers.
    case 6: return ([.clearNotes], .openNote)
    case 7: return ([.drain], .serve)
    // A cause that is far back.
    case 8: return ([.speak(language: word() + "?")], .formatPrices)
    // Two lines of one action, each without a cause before it.
    case 9: return ([], .parse("\(word())x"))
    case 10: return ([], .parse("\(number(1...99))"))
    case 11: return ([.rescale(Int.max / number(2...9))], .grow)
    case 12:
      let id = "\(word())0"
      return ([.enter(id: id, name: word()), .greet(id: id), .leave(id: id)], .greet(id: id))
    case 13: return ([.setCount(place: number(0...3), count: -number(1...9))], .pack)
    case 14:
      let sku = word()
      return ([.add(sku: sku, count: 1), .label, .add(sku: sku, count: number(2...9))], .label)
    // Two causes that die on one line, of which one changes more than that.
    case 15: return ([.logOut], .upload)
    case 16: return ([.expire(reason: word())], .upload)
    case 17: return ([.setFilter("")], .search)
    case 18: return ([.link(from: 2, to: 1), .resolve, .link(from: 1, to: 2)], .resolve)
    case 19: return ([.corrupt], .save)
    // A cause that changes sometimes more and sometimes less.
    default: return ([.reset(thorough: number(0...1) == 0)], .render)
    }
  }
}

let store = ReplayableStore(
  initial: Warehouse(),
  actions: WarehouseAction.self,
  reduce: .actionFirst(reduceAll)
)
let words = CommandLine.arguments
if words.count == 6, words[1] == "record", let seed = UInt64(words[2]), let bug = Int(words[3]) {
  let recording = store.record(
    app: "warehouse",
    to: .file(words[4]),
    options: Recorder.Options(version: words[5], announces: false)
  )
  let reduce = recording.reducer
  var house = recording.initialState()
  for action in Plan(seed: seed, bug: bug).actions { house = reduce(action, house) }
  print("The session of bug \(bug), seed \(seed), does not die.")
  exit(1)
}
store.answerReplayRequest()
print("warehouse record SEED BUG LOG VERSION")
