// An app for seats in a cinema with five planted bugs that only unusual sessions meet, for tests of
// `rewind explore`.
//
//     cinema record SEED LOG     plays a session that goes well, and records it
//     cinema [--mended] [--lit|--free] --rewind-replay
//
// With `--lit`, it says that a user can only switch on the light while it is dark; with `--free`, that all is possible.
import Foundation
import Rewind
import RewindReplay

struct Cinema: Codable {
  var film: String?
  var rows: [Int] = []
  var selected: Int?
  var loading = 0
  var held: [Int] = []
  var member: String?
  var isDark = false
  var discount = 0
  var tickets: [String] = []
  var page = 0
}

enum CinemaAction: Codable {
  case open(film: String)
  case seatsLoaded(film: String, rows: [Int])
  case select(index: Int)
  case hold
  case release
  case join(name: String)
  case joined(name: String, discount: Int)
  case leave
  case darken
  case pay(order: String)
  case paid(order: String)
  case turn(pages: Int)
}

let isMended = CommandLine.arguments.contains("--mended")

func reduce(_ action: CinemaAction, _ cinema: Cinema) -> Cinema {
  var cinema = cinema
  switch action {
  case .open(let film):
    (cinema.film, cinema.loading) = (film, cinema.loading + 1)
  case .seatsLoaded(let film, let rows):
    cinema.loading -= 1
    guard film == cinema.film || !isMended else { break }
    // Order: a late answer replaces the rows, and the selection stays.
    cinema.rows = rows
  case .select(let index):
    cinema.selected = index
  case .hold:
    guard let selected = cinema.selected else { break }
    if isMended, selected >= cinema.rows.count { break }
    cinema.held.append(cinema.rows[selected])
  case .release:
    // Mix: in the dark, of a member's last seat.
    if !isMended, cinema.isDark, cinema.member != nil, cinema.held.count == 1 { abort() }
    cinema.held = Array(cinema.held.dropLast())
  case .join:
    break
  case .joined(let name, let discount):
    (cinema.member, cinema.discount) = (name, discount)
  case .leave:
    (cinema.member, cinema.selected) = (nil, nil)
  case .darken:
    cinema.isDark.toggle()
  case .pay:
    // Payload: no discount after all.
    if !isMended, cinema.member != nil, cinema.page == 0, cinema.discount > 0 {
      cinema.page = 100 / (cinema.discount - 5)
      cinema.page = 0
    }
  case .paid(let order):
    // Repeat: the second answer finds no seats.
    if !isMended { cinema.tickets.append("\(order) \(cinema.held[0])") }
    if isMended, let seat = cinema.held.first { cinema.tickets.append("\(order) \(seat)") }
    cinema.held = []
  case .turn(let pages):
    cinema.page += pages
    if !isMended, cinema.page > 8, cinema.isDark { fatalError("There is no page \(cinema.page).") }
  }
  return cinema
}

/// Chance that a seed brings back.
struct Chance {
  var state: UInt64

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}

let cinema = ReplayableStore(
  initial: Cinema(),
  actions: CinemaAction.self,
  reduce: .actionFirst(reduce)
)

/// True if a user can do an action, as an argument has it.
func isAllowed(_ cinema: Cinema, _ action: CinemaAction) -> Bool {
  if case .darken = action { return true }
  return !cinema.isDark || CommandLine.arguments.contains("--free")
}

let hasRule = !Set(CommandLine.arguments).isDisjoint(with: ["--lit", "--free"])
let store = hasRule ? cinema.allowing(isAllowed) : cinema

func record(_ seed: UInt64, to path: String) {
  let recording = store.record(
    app: "cinema",
    to: .file(path),
    options: Recorder.Options(announces: false)
  )
  let reducer = recording.reducer
  var cinema = recording.initialState()
  func send(_ action: CinemaAction) { cinema = reducer(action, cinema) }
  var chance = Chance(state: seed)
  for number in 0..<14 {
    switch chance.below(8) {
    case 0, 1:
      let film = ["Metropolis", "Nosferatu", "M"][chance.below(3)]
      send(.open(film: film))
      send(
        .seatsLoaded(film: film, rows: (0..<2 + chance.below(5)).map { $0 * 10 + chance.below(9) })
      )
      // The selection was of other rows.
      send(.select(index: chance.below(cinema.rows.count)))
    case 2 where !cinema.rows.isEmpty, 3 where !cinema.rows.isEmpty:
      send(.select(index: chance.below(cinema.rows.count)))
      send(.hold)
    case 4 where !cinema.held.isEmpty && !cinema.isDark:
      if seed.isMultiple(of: 2) {
        send(.pay(order: "order \(seed * 100 + UInt64(number))"))
        send(.paid(order: "order \(seed * 100 + UInt64(number))"))
      } else {
        send(.release)
      }
    case 5 where seed.isMultiple(of: 3):
      if cinema.member == nil {
        let name = ["Ada", "Bo", "Cy"][chance.below(3)]
        send(.join(name: name))
        send(.joined(name: name, discount: [0, 10, 20][chance.below(3)]))
      } else {
        send(.leave)
      }
    case 6 where seed % 3 == 1: send(.darken)
    case 7 where !cinema.isDark: send(.turn(pages: 1 + chance.below(3)))
    default: break
    }
  }
}

let words = CommandLine.arguments
if words.count == 4, words[1] == "record", let seed = UInt64(words[2]) {
  record(seed, to: words[3])
} else {
  store.answerReplayRequest()
  print("cinema record SEED LOG")
}
