/// A card, which shows the same picture as one other card.
public struct MemoryCard: Codable, Equatable, Sendable {
  public let imageUrl: String
  public var isFlipped: Bool
  public var isAlreadyGuessed: Bool

  public init(imageUrl: String, isFlipped: Bool = false, isAlreadyGuessed: Bool = false) {
    self.imageUrl = imageUrl
    self.isFlipped = isFlipped
    self.isAlreadyGuessed = isAlreadyGuessed
  }
}

extension [MemoryCard] {
  /// The indexes of the cards that are face up and not guessed: none, one, or two that differ.
  var openIndices: [Int] {
    indices.filter { self[$0].isFlipped && !self[$0].isAlreadyGuessed }
  }

  /// True if all cards are guessed; an empty board is not won.
  var areAllGuessed: Bool {
    !isEmpty && allSatisfy(\.isAlreadyGuessed)
  }

  /// Turns a card over.
  ///
  /// Two open cards that are equal are guessed and stay. Two that differ stay open, visible to the
  /// player, until the next card is turned.
  mutating func flip(at index: Int) {
    let open = openIndices
    if open.count == 2 {
      for index in open { self[index].isFlipped = false }
    }
    self[index].isFlipped = true
    guessEqualCards()
  }

  private mutating func guessEqualCards() {
    let open = openIndices
    guard open.count == 2, self[open[0]].imageUrl == self[open[1]].imageUrl else { return }
    for index in open { self[index].isAlreadyGuessed = true }
  }

  /// The index of the next card on the shortest way to a win, for a player who knows all cards.
  public var nextIndexToWin: Int? {
    let open = openIndices
    guard open.count == 1 else { return firstIndex { !$0.isAlreadyGuessed } }
    return indices.first { $0 != open[0] && self[$0].imageUrl == self[open[0]].imageUrl }
  }
}
