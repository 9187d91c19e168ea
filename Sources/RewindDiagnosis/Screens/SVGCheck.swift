/// A check that an SVG can only be looked at.
///
/// As the source of an `<img>`, an SVG runs no script and loads nothing, and the page's policy forbids both. Nothing is
/// left to that: an SVG has only shapes, text and gradients. What refers to other elements, and so could draw one a
/// billion times, is not among them.
struct SVGCheck {
  private static let elements: Set<String> = [
    "svg", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan",
    "title", "desc", "defs", "linearGradient", "radialGradient", "stop",
  ]
  /// The most elements: a browser draws so many in a tenth of a second.
  private static let countLimit = 20_000

  private var rest: Substring.UTF8View
  private var open: [String] = []
  private var count = 0
  private var root: [String: String] = [:]

  /// Returns the size of an SVG in points.
  ///
  /// - Throws: ``ScreenFailure`` where it is not well-formed, too large, or has more than shapes and text.
  static func size(of text: String) throws(ScreenFailure) -> PixelSize {
    var check = SVGCheck(rest: Substring(text).utf8)
    try check.readAll()
    let box = (check.root["viewBox"] ?? "").split(whereSeparator: { $0 == " " || $0 == "," })
    func side(_ name: String, _ place: Int) -> Int? {
      let own = check.root[name].map { $0.hasSuffix("px") ? String($0.dropLast(2)) : $0 }
      let text = own ?? (box.count == 4 ? String(box[place]) : "")
      return Double(text).flatMap { (0.5..<1e9).contains($0) ? Int($0.rounded()) : nil }
    }
    guard let width = side("width", 2), let height = side("height", 3) else {
      throw .refused("its SVG has no width and height")
    }
    let size = try PixelSize(width, height)
    guard check.root["xmlns"] == "http://www.w3.org/2000/svg" else {
      throw .refused("its SVG lacks xmlns=\"http://www.w3.org/2000/svg\"")
    }
    return size
  }

  private init(rest: Substring.UTF8View) { self.rest = rest }

  private mutating func readAll() throws(ScreenFailure) {
    skip("<?xml ", to: "?>")
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      if skip("<!--", to: "-->") { continue }
      rest = rest.dropFirst()
      // A style sheet can be named by one.
      guard rest.first != UInt8(ascii: "?") else {
        throw .refused("its SVG has more than shapes and text: <?")
      }
      if rest.first == UInt8(ascii: "/") {
        rest = rest.dropFirst()
        guard open.popLast() == name() else { throw Self.malformed }
        skipSpaces()
        guard take(">") else { throw Self.malformed }
      } else {
        try readElement()
      }
    }
    guard open.isEmpty, count > 0 else { throw Self.malformed }
  }

  private mutating func readElement() throws(ScreenFailure) {
    let element = name()
    guard Self.elements.contains(element) else {
      throw .refused("its SVG has more than shapes and text: <\(element.prefix(40))")
    }
    guard element == "svg" ? count == 0 : !open.isEmpty else { throw Self.malformed }
    count += 1
    guard count <= Self.countLimit else {
      throw .refused("its SVG has more than \(Self.countLimit) elements")
    }
    while true {
      skipSpaces()
      if take("/>") { return }
      if take(">") {
        open.append(element)
        return
      }
      let attribute = name()
      skipSpaces()
      guard !attribute.isEmpty, take("=") else { throw Self.malformed }
      skipSpaces()
      guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = rest.firstIndex(of: quote)
      else { throw Self.malformed }
      let value = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...].dropFirst()
      try check(attribute, value)
      if count == 1 { root[attribute] = value }
    }
  }

  /// Refuses what runs code, or refers to something else than an element of the document.
  private func check(_ attribute: String, _ value: String) throws(ScreenFailure) {
    let (name, value) = (attribute.lowercased(), value.lowercased())
    let isReference = value.replacing("url(#", with: "").contains("url(")
    guard !name.hasPrefix("on"), !name.hasSuffix("href"), name != "style" || !value.contains("\\"),
      !isReference, !value.contains("&#"), !value.contains("<"), !value.contains("@import")
    else {
      throw .refused("its SVG has more than shapes and text: \(attribute.prefix(40))")
    }
  }

  private static let malformed = ScreenFailure.refused("its SVG is not well-formed")

  // MARK: - Bytes

  private mutating func name() -> String {
    let end =
      rest.firstIndex { byte in
        !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          && !"-_:.!?".utf8.contains(byte)
      } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 <= UInt8(ascii: " ") } }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Skips from a text to the end of another, if the first is next.
  @discardableResult
  private mutating func skip(_ start: String, to end: String) -> Bool {
    guard take(start) else { return false }
    while !rest.isEmpty, !take(end) { rest = rest.dropFirst() }
    return true
  }
}
