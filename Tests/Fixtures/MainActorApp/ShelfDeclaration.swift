public import RewindReplay

/// A state of a module where everything is on the main actor.
public struct Shelf: Codable, Equatable {
  public var books: [String] = []

  public init() {}
}

public enum ShelfAction: Codable {
  case put(String)
  case clear
}

public func shelfReducer(_ shelf: inout Shelf, _ action: ShelfAction) {
  switch action {
  case .put(let book): shelf.books.append(book)
  case .clear: shelf.books = []
  }
}

/// Declared with a function on the main actor.
public let shelf = ReplayableStore(
  initial: Shelf(),
  actions: ShelfAction.self,
  reduce: shelfReducer
)

/// Declared with a bare closure, whose isolation is the module's.
public let closedShelf = ReplayableStore(
  initial: Shelf(),
  actions: ShelfAction.self,
  reduce: .actionFirstInPlace { action, shelf in shelfReducer(&shelf, action) }
)
