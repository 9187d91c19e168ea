// An app whose runs turn red for one planted reason each; `FlakySession` in the tests makes runs of it.
public import Foundation

/// The planted reasons, by kind: an order of answers, an input, a date, a leftover state, a double tap.
public enum Flake: String, Codable, CaseIterable, Sendable {
  /// The dishes come before the guest is known.
  case ownerless
  /// The answer to an older query comes last.
  case stale
  /// A price comes before the menu.
  case unpriced
  /// The banner comes after the discount, which it removes.
  case banner

  /// The battery is low, so that nothing is saved.
  case battery
  /// The other variant of an experiment.
  case variant
  /// Another number of decimals.
  case decimals
  /// No space on the disk.
  case space

  /// It is late in the evening.
  case evening
  /// The app was opened at night.
  case night
  /// The offer has run out.
  case expired
  /// A coupon from before the change of its rules.
  case coupon

  /// A draft from the last run.
  case draft
  /// A line in the cart from the last run.
  case leftover
  /// The app was left offline.
  case offline
  /// The app was left on a later page.
  case page

  /// Paid twice.
  case paidTwice
  /// Added twice.
  case addedTwice
  /// Switched to the dark theme, and back again.
  case toggledTwice
  /// Turned two pages.
  case turnedTwice
}

public struct Line: Codable, Sendable, Equatable {
  public var id: UUID
  public var name: String

  public init(id: UUID, name: String) {
    (self.id, self.name) = (id, name)
  }
}

public struct Canteen: Codable, Sendable {
  public var flake: Flake
  public var user: String?
  public var owner: String?
  public var results: [String] = []
  public var menu: [String] = []
  public var price = 0
  public var discount = 0
  public var cart: [Line] = []
  public var orders = 0
  public var draft: String?
  public var isOffline = false
  public var isDark = false
  public var page = 0
  public var isSaving = true
  public var variant = "A"
  public var isNight = false
  public var isOfferOver = false
  public var isLate = false
  // What never matters.
  public var images: [String] = []
  public var likes = 0
  public var offset = 0.0
  public var typed = ""
  public var session: UUID
  public var lastOpened: Date

  public init(_ flake: Flake, session: UUID, lastOpened: Date) {
    (self.flake, self.session, self.lastOpened) = (flake, session, lastOpened)
  }
}

public enum CanteenAction: Codable, Sendable {
  case opened(at: Date)
  case readSettings
  case menuLoaded([String])
  case priced(Int)
  case loggedIn(String)
  case searchAnswered(query: String, dishes: [String])
  case bannerLoaded
  case discounted(Int)
  case setTime
  case couponAdded(expires: Date)
  case add(Line)
  case turnPage
  case toggleTheme
  case pay(UUID)
  case paid
  case checkOut
  // What never matters.
  case imageLoaded(String, id: UUID)
  case like
  case scroll(Double)
  case type(String)
  case tick
  case hintShown
}

/// The values that the reducer reads.
public struct Inputs {
  public let date: () -> Date
  public let number: (String) -> Int

  public init(date: @escaping () -> Date, number: @escaping (String) -> Int) {
    (self.date, self.number) = (date, number)
  }
}

extension Canteen {
  /// The day after which the offer is over, and before which coupons were sold by other rules.
  public static let change = Date(timeIntervalSince1970: 1_792_000_000)

  public mutating func reduce(_ action: CanteenAction, _ inputs: Inputs) {
    switch action {
    case .opened(let date):
      isNight = hour(date) < 6
      if flake == .leftover || flake == .draft { return }
      cart = []
      draft = nil
    case .readSettings:
      let (battery, number) = (inputs.number("battery"), inputs.number("variant"))
      let (decimals, space) = (inputs.number("decimals"), inputs.number("space"))
      isSaving = !(flake == .battery && battery < 10) && !(flake == .space && space == 0)
      variant = flake == .variant && number >= 7 ? "B" : "A"
      if flake == .decimals, decimals == 3 { discount = -1_000 }
    case .menuLoaded(let dishes): menu = dishes
    case .priced(let price): if flake != .unpriced || !menu.isEmpty { self.price = price }
    case .loggedIn(let name): user = name
    case .searchAnswered(_, let dishes):
      if !(flake == .offline && isOffline) { results = dishes }
      owner = flake == .ownerless ? user : "anyone"
    case .bannerLoaded: if flake == .banner { discount = 0 }
    case .discounted(let percent): discount += percent
    case .setTime:
      let date = inputs.date()
      isLate = hour(date) >= 23
      isOfferOver = date >= Self.change
    case .couponAdded(let expires): if flake == .coupon, expires < Self.change { discount = -50 }
    case .add(let line): cart.append(line)
    case .turnPage: page += 1
    case .toggleTheme: isDark.toggle()
    case .pay: orders += 1
    case .paid: break
    case .checkOut: checkOut()
    case .imageLoaded(let name, _): images.append(name)
    case .like: likes += 1
    case .scroll(let offset): self.offset = offset + Double(inputs.number("velocity"))
    case .type(let text): typed = text
    case .tick, .hintShown: break
    }
  }

  private func checkOut() {
    switch flake {
    case .ownerless: precondition(owner != nil, "The dishes are for nobody.")
    case .unpriced: _ = 100 / price
    case .battery, .space: precondition(isSaving, "Nothing was saved.")
    case .evening: precondition(!isLate, "The kitchen is closed.")
    case .expired: precondition(!isOfferOver, "The offer is over.")
    case .draft: precondition(draft == nil, "A draft is left.")
    case .offline: _ = results[0]
    case .page, .turnedTwice: _ = ["menu", "cart", "payment"][page]
    case .addedTwice: precondition(cart.count < 2, "There are two lines.")
    case .stale, .banner, .variant, .decimals, .night, .coupon, .leftover, .paidTwice,
      .toggledTwice:
      break
    }
  }

  private func hour(_ date: Date) -> Int {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) % 86_400
    return (seconds + 86_400) % 86_400 / 3_600
  }
}
