/// The reason why a past state cannot be reconstructed.
public enum ReplayError: Error, Hashable, CustomStringConvertible {
  case opaqueState(String)
  case unrecordedInput(String, index: Int)

  public var description: String {
    switch self {
    case .opaqueState(let type):
      "\(type) is not Decodable: replay it with `by: .rerunning`."
    case .unrecordedInput(let name, let index):
      """
      While action \(index) was replayed, the reducer read "\(name)", which the recording does not \
      have: the reducer has changed since.
      """
    }
  }
}
