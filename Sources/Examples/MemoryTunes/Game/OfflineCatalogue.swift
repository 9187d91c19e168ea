/// The search service without a network, which responds on command, so that games can be repeated.
public final class OfflineCatalogue: TuneCatalogue {
  private var requests: [(category: TuneCategory, completion: ([String]) -> Void)] = []

  public init() {}

  /// True while a request is pending.
  public var hasPendingRequests: Bool { !requests.isEmpty }

  public func searchPictures(
    of category: TuneCategory,
    completion: @escaping ([String]) -> Void
  ) {
    requests.append((category, completion))
  }

  /// Responds to the oldest request.
  public func arrive() {
    guard hasPendingRequests else { return }
    let request = requests.removeFirst()
    request.completion(Self.pictures(of: request.category))
  }

  /// Returns eight pictures: their pairs make a board of four by four.
  static func pictures(of category: TuneCategory) -> [String] {
    names(of: category).map { "https://tunes.example/\(category.rawValue)/\($0).png" }
  }

  private static func names(of category: TuneCategory) -> [String] {
    switch category {
    case .pop: ["balloon", "cherry", "dancer", "diary", "heart", "neon", "summer", "waltz"]
    case .electronic:
      ["circuit", "cobalt", "glitch", "laser", "modem", "orbit", "pulse", "voltage"]
    case .rock: ["canyon", "diesel", "flag", "highway", "leather", "pedal", "thunder", "wolf"]
    case .metal: ["anvil", "crow", "dragon", "furnace", "iron", "raven", "skull", "tombs"]
    case .rap: ["block", "chain", "corner", "crown", "mic", "spray", "street", "vinyl"]
    }
  }
}
