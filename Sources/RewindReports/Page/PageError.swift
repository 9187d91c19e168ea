/// A reason why a page cannot be made.
package enum PageError: Error, Hashable, CustomStringConvertible {
  case stateTooLarge(name: String, bytes: Int, limit: Int)
  case limitTooSmall(least: Int, limit: Int)

  package var description: String {
    switch self {
    case .stateTooLarge(let name, let bytes, let limit):
      """
      The last state of \(name) alone has \(bytes) bytes, and \(limit) are left for it on the page. \
      Give it more: --limit BYTES.
      """
    case .limitTooSmall(let least, let limit):
      "A page has at least \(least) bytes before any session, and --limit allows \(limit)."
    }
  }
}
