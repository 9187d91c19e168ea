import Foundation

/// The rule that keeps all but the invited out: a name of this machine, no foreign page, and a secret.
///
/// A page of any site can send requests to 127.0.0.1, and, by a name of its own that leads there (DNS
/// rebinding), read the answers. So the name is checked, and the page that asks; and the secret is in the
/// path, not in a cookie, which browsers would send to every port of this machine.
package struct AccessRule: Sendable {
  /// The first part of every path.
  package let token: String
  /// The names with which a browser may ask, with the port.
  private let hosts: Set<String>

  /// - Parameters:
  ///   - token: The secret; see ``makeToken()``.
  ///   - port: The port of the server.
  ///   - address: The address that the server is bound to; it is a valid name too.
  package init(token: String, port: Int, address: String = "127.0.0.1") {
    self.token = token
    let own = address.contains(":") ? "[\(address)]" : address
    hosts = Set(["127.0.0.1", "localhost", "[::1]", own].map { "\($0):\(port)" })
  }

  /// Returns a secret of 128 random bits.
  package static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Returns the path after the token.
  ///
  /// - Throws: ``HTTPRefusal`` if the request does not come from where it may.
  package func path(of request: HTTPRequest) throws(HTTPRefusal) -> String {
    guard let host = request.headers["host"], hosts.contains(host.lowercased()) else {
      throw HTTPRefusal(421, "This server answers under its own name only.")
    }
    if let origin = request.headers["origin"] {
      guard origin.hasPrefix("http://"), hosts.contains(origin.dropFirst(7).lowercased()) else {
        throw HTTPRefusal(403, "This server answers its own page only.")
      }
    }
    let parts = request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = parts.first, isToken(first) else {
      throw HTTPRefusal(404, "There is nothing here. `rewind live` has printed the address.")
    }
    return parts.count > 1 ? String(parts[1]) : ""
  }

  /// Compares in a time that does not depend on the first difference.
  private func isToken(_ text: Substring) -> Bool {
    let (given, wanted) = (Array(text.utf8), Array(token.utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
