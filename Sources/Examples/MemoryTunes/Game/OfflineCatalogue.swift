/// The search service without a network: it answers when it is told to, so that games can be repeated.
public final class OfflineCatalogue: TuneCatalogue {
  private var requests: [(category: TuneCategory, completion: ([String]) -> Void)] = []

  public init() {}

  /// Whether a question has not been answered yet.
  public var hasPendingRequests: Bool { !requests.isEmpty }

  public func searchPictures(
    of category: TuneCategory,
    completion: @escaping ([String]) -> Void
  ) {
    requests.append((category, completion))
  }

  /// Answers the oldest question.
  public func arrive() {
    guard hasPendingRequests else { return }
    let request = requests.removeFirst()
    request.completion(Self.pictures(of: request.category))
  }

  /// Eight pictures: their pairs make a board of four by four.
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
