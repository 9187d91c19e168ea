/// An answer to a request.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// The type of the body.
  package let type: String
  package let body: [UInt8]
  /// Headers beyond those that every answer has.
  package let headers: [(name: String, value: String)]

  package init(
    status: Int = 200,
    type: String = "text/plain; charset=utf-8",
    _ body: some Sequence<UInt8>,
    headers: [(name: String, value: String)] = []
  ) {
    (self.status, self.type, self.headers) = (status, type, headers)
    self.body = Array(body)
  }

  package init(_ refusal: HTTPRefusal) {
    self.init(status: refusal.status, "\(refusal.why)\n".utf8)
  }

  /// The answer as it is sent.
  func bytes(keepsConnection: Bool) -> [UInt8] {
    head(keepsConnection: keepsConnection, length: body.count) + body
  }

  /// The first line and the headers; without a length for a body that ends with the connection.
  func head(keepsConnection: Bool, length: Int?) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(Self.names[status] ?? "Status")", "Content-Type: \(type)"]
    if let length { lines.append("Content-Length: \(length)") }
    lines += Self.safety
    lines += headers.map { "\($0.name): \($0.value)" }
    lines.append("Connection: \(keepsConnection ? "keep-alive" : "close")")
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Forbids storing, guessing the type, framing, and sending the address to other pages.
  private static let safety = [
    "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
    "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
    "Cross-Origin-Opener-Policy: same-origin",
  ]

  private static let names = [
    200: "OK", 204: "No Content", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large",
    421: "Misdirected Request", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}
