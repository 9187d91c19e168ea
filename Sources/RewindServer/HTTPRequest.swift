import Foundation

/// A request of HTTP/1.1, read whole.
package struct HTTPRequest: Sendable {
  package let method: String
  /// The path, as it was sent, without the query.
  package let path: String
  /// The members of the query, decoded; of several with one name the first.
  package let query: [String: String]
  /// The headers by their names in lower case.
  package let headers: [String: String]
  package internal(set) var body: [UInt8] = []

  /// The number of bytes of the body that the headers announce.
  package var bodyLength: Int { headers["content-length"].flatMap { Int($0) } ?? 0 }

  /// True if the client goes on with another request over the same connection.
  package var keepsConnection: Bool {
    headers["connection"]?.lowercased().contains("close") != true
  }
}

/// A refused request: the status and the reason that the client gets.
package struct HTTPRefusal: Error, Hashable, Sendable {
  package let status: Int
  package let why: String

  package init(_ status: Int, _ why: String) {
    (self.status, self.why) = (status, why)
  }
}

extension HTTPRequest {
  /// The limits of a request.
  package struct Limits: Sendable {
    /// The bytes of the request line and all headers.
    package var head = 16_384
    /// The bytes of a body.
    package var body = 1 << 20

    package init() {}
  }

  /// Reads the head of a request: its first line and its headers.
  ///
  /// Strict, as is safest: lines end with CR LF, no header is folded or named twice if that matters, and
  /// the body's length is announced (RFC 9112).
  ///
  /// - Returns: The request without its body, and the length of its head; nil if more bytes are needed.
  package static func head(
    of bytes: some RandomAccessCollection<UInt8>,
    _ limits: Limits
  ) throws(HTTPRefusal) -> (HTTPRequest, length: Int)? {
    // An empty line ends the headers.
    guard let end = bytes.prefix(limits.head).firstRange(of: "\r\n\r\n".utf8)?.upperBound else {
      guard bytes.count < limits.head else {
        throw HTTPRefusal(431, "The headers are longer than \(limits.head) bytes.")
      }
      return nil
    }
    guard let text = String(bytes: bytes[..<end], encoding: .utf8) else {
      throw HTTPRefusal(400, "The headers are not UTF-8.")
    }
    var lines = text.components(separatedBy: "\r\n")[...]
    let request = try HTTPRequest(firstLine: lines.removeFirst(), lines.filter { !$0.isEmpty })
    guard request.bodyLength <= limits.body else {
      throw HTTPRefusal(413, "The body is longer than \(limits.body) bytes.")
    }
    return (request, bytes.distance(from: bytes.startIndex, to: end))
  }

  private init(firstLine: String, _ lines: [String]) throws(HTTPRefusal) {
    let words = firstLine.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1", words[1].hasPrefix("/"),
      words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { throw HTTPRefusal(400, "This is not an HTTP/1.1 request.") }
    let parts = words[1].split(separator: "?", maxSplits: 1)
    (method, path) = (String(words[0]), String(parts.first ?? "/"))
    query = Self.query(parts.count > 1 ? parts[1] : "")
    headers = try Self.headers(lines)
    guard headers["transfer-encoding"] == nil else {
      throw HTTPRefusal(501, "Send the body whole, with its length.")
    }
    if let length = headers["content-length"] {
      guard (1...9).contains(length.utf8.count),
        length.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { throw HTTPRefusal(400, "The body's length is not a number.") }
    }
  }

  private static func headers(_ lines: [String]) throws(HTTPRefusal) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        line[..<colon].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
        line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else { throw HTTPRefusal(400, "A header is malformed.") }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      guard headers.updateValue(value, forKey: name) == nil || !deciding.contains(name) else {
        throw HTTPRefusal(400, "The header \(name) is given twice.")
      }
    }
    return headers
  }

  /// The headers that decide on a request, so that two of them would be ambiguous.
  private static let deciding: Set<String> = ["host", "origin", "content-length", "connection"]

  private static func query(_ text: Substring) -> [String: String] {
    var query: [String: String] = [:]
    for member in text.split(separator: "&") {
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts.map { $0.replacing("+", with: " ").removingPercentEncoding }
      guard let name = words[0], query[name] == nil else { continue }
      query[name] = words.count > 1 ? words[1] : ""
    }
    return query
  }
}
