/// An entry of the list.
public struct HomeItem: Codable, Equatable, Sendable {
  /// The entry's sequence number, assigned by the service; older entries have smaller numbers.
  public let seq: Int
  public let title: String

  public init(seq: Int, title: String) {
    self.seq = seq
    self.title = title
  }
}
