/// The service without a network, which responds on command, so that sessions can be repeated.
public final class OfflineHomeService: HomeService {
  /// The error of a failed request.
  public struct Unreachable: Error {}

  /// Small enough for a person to reach the end of the list, after two and a half pages.
  private static let pageSize = 5

  private var requests: [(seq: Int?, completion: (Result<[HomeItem], any Error>) -> Void)] = []

  public init() {}

  /// True while a request is pending.
  public var hasPendingRequests: Bool { !requests.isEmpty }

  public func load(after seq: Int?, completion: @escaping (Result<[HomeItem], any Error>) -> Void) {
    requests.append((seq, completion))
  }

  /// Responds to the oldest request.
  public func arrive() {
    guard hasPendingRequests else { return }
    let request = requests.removeFirst()
    request.completion(.success(Self.page(after: request.seq)))
  }

  /// Fails the oldest request.
  public func fail() {
    guard hasPendingRequests else { return }
    requests.removeFirst().completion(.failure(Unreachable()))
  }

  private static func page(after seq: Int?) -> [HomeItem] {
    Array(items.filter { $0.seq < seq ?? .max }.prefix(pageSize))
  }

  private static let items: [HomeItem] = zip(
    stride(from: titles.count, to: 0, by: -1),
    titles
  ).map { HomeItem(seq: $0, title: $1) }

  private static let titles = [
    "A kettle that remembers", "Bread without a mixer", "Chairs from one board",
    "Drawing rain", "Eleven kinds of moss", "Fixing a wooden spoon", "Gloves for small hands",
    "How to read a tide table", "Inks from walnut", "Jars, and what to keep in them",
    "Kites for no wind", "Lamps made of paper",
  ]
}
