import Foundation
package import RewindJSON

/// A screen that an app drew from a state.
///
/// It comes from a program that may be a stranger's, and a browser is to show it: what is larger than a screen, or
/// could do more than be looked at, is refused.
package struct StateScreen: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case text(String)
    case svg(String)
    case png([UInt8])
  }

  package let content: Content
  /// The size in points; nil for a text.
  package let size: PixelSize?

  /// The bytes of a screen: of a page's 16 MB, a few hundred pictures of this size would take all.
  static let byteLimit = 1 << 20

  /// Makes a screen of a text.
  package init(text: String) {
    (content, size) = (.text(text), nil)
  }

  /// Reads the member `screen` of a response.
  package init(_ json: JSONValue) throws(ScreenFailure) {
    if let why = json["error"]?.string { throw .threw(why) }
    let scale = json["scale"]?.double ?? 1
    if let text = json["text"]?.string {
      (content, size) = (.text(text), nil)
      try Self.check(text.utf8.count)
    } else if let text = json["svg"]?.string {
      try Self.check(text.utf8.count)
      (content, size) = (.svg(text), try SVGCheck.size(of: text))
    } else if let text = json["png"]?.string {
      guard let data = Data(base64Encoded: text) else { throw .refused("its PNG is not base64") }
      try Self.check(data.count)
      let pixels = try PixelSize(ofPNG: Array(data.prefix(24)))
      guard scale > 0, scale <= 8 else { throw .refused("its scale is not from 0 to 8") }
      content = .png(Array(data))
      size = PixelSize(
        width: json["width"]?.int.flatMap(PixelSize.side)
          ?? max(1, Int(Double(pixels.width) / scale)),
        height: json["height"]?.int.flatMap(PixelSize.side)
          ?? max(1, Int(Double(pixels.height) / scale))
      )
    } else {
      throw .refused("it is none of text, svg and png")
    }
  }

  private static func check(_ count: Int) throws(ScreenFailure) {
    guard count <= byteLimit else {
      throw .refused("it has \(count) bytes, more than \(byteLimit)")
    }
  }

  /// The kind in a word.
  package var kind: String {
    switch content {
    case .text: "text"
    case .svg: "svg"
    case .png: "png"
    }
  }

  /// The screen as a file.
  package var bytes: [UInt8] {
    switch content {
    case .text(let text): Array("\(text)\n".utf8)
    case .svg(let text): Array(text.utf8)
    case .png(let bytes): bytes
    }
  }
}

/// The size of a picture.
package struct PixelSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  /// The longest side: a picture of this size takes 64 MB once a browser has decoded it.
  static let sideLimit = 4_096

  /// Returns a side if a picture may have it.
  static func side(_ length: Int) -> Int? { (1...sideLimit).contains(length) ? length : nil }

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Reads the head of a PNG: eight bytes that name the format, then the chunk `IHDR` (RFC 2083, 3.1 and 4.1.1).
  init(ofPNG head: [UInt8]) throws(ScreenFailure) {
    let name: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard head.count == 24, head.starts(with: name), head[12..<16].elementsEqual("IHDR".utf8) else {
      throw .refused("it is not a PNG")
    }
    func number(_ start: Int) -> Int { head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    self = try Self(number(16), number(20))
  }

  /// Makes a size that is small enough to show.
  init(_ width: Int, _ height: Int) throws(ScreenFailure) {
    guard let width = Self.side(width), let height = Self.side(height) else {
      throw .refused("it is \(width) by \(height) pixels; the limit is \(Self.sideLimit)")
    }
    self.init(width: width, height: height)
  }
}

/// The reason why there is no screen of a state.
package enum ScreenFailure: Error, Hashable, Sendable {
  /// The app says why it cannot draw it.
  case threw(String)
  case died(CrashClass, wrote: String)
  case undecodable(String)
  /// It cannot be shown.
  case refused(String)
  /// Too many screens before it failed.
  case notTried
  /// A kept file says that there is none.
  case notKept

  /// True if the app fails on a state; a screen may also just be too large.
  package var isOfView: Bool {
    switch self {
    case .threw, .died: true
    case .undecodable, .refused, .notTried, .notKept: false
    }
  }

  /// The reason as a sentence; it quotes the app.
  package var sentence: String {
    switch self {
    case .threw(let why): "The view threw an error: \(why.asSentence)"
    case .died(.timeOut, _): "The view took longer than 2 seconds (the first, 20)."
    case .died(let crash, let wrote):
      "The view died (\(crash))" + (wrote.isEmpty ? "." : ": \(wrote.asSentence)")
    case .undecodable(let why): "The app cannot decode the state: \(why.asSentence)"
    case .refused(let why): "The screen is not shown: \(why.asSentence)"
    case .notKept: "There was no screen."
    case .notTried: "The screen was not drawn: too many before it failed."
    }
  }
}

extension String {
  fileprivate var asSentence: String {
    let text = prefix(300)
    return text.hasSuffix(".") ? String(text) : "\(text)."
  }
}
