/// The reason why a past state cannot be reconstructed.
public enum ReplayError: Error, Hashable, CustomStringConvertible {
  case opaqueState(String)
  case unrecordedInput(String, index: Int)

  public var description: String {
    switch self {
    case .opaqueState(let type):
      """
      \(type) is not Decodable: a replay computes its states from the initial one, and cannot continue from \
      a recorded state, as after a change without an action. In a \
      test, ask for the state `by: .rerunning`.
      """
    case .unrecordedInput(let name, let index):
      """
      While action \(index) was replayed, the reducer read "\(name)", which the recording does not \
      have: the reducer has changed since.
      """
    }
  }
}
