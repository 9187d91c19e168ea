/// An entry of the list.
public struct HomeItem: Codable, Equatable, Sendable {
  /// The entry's place in the service's sequence, counted down: older entries have smaller numbers.
  public let seq: Int
  public let title: String

  public init(seq: Int, title: String) {
    self.seq = seq
    self.title = title
  }
}
