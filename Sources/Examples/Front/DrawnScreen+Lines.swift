package import RewindReplay

extension DrawnScreen {
  /// A text of some lines.
  package static func lines(_ lines: [String]) -> DrawnScreen {
    .text(lines.joined(separator: "\n"))
  }
}

/// A picture that is drawn shape by shape.
package struct Picture {
  private let width: Int
  private let height: Int
  private var shapes = ""

  /// True if `rewind` has started the program with `-- --svg`.
  package static var isWanted: Bool { CommandLine.arguments.contains("--svg") }

  /// Makes an empty picture of a size in points.
  package init(_ width: Int, by height: Int) {
    (self.width, self.height) = (width, height)
    box(0, 0, width, height, "#f7f5f0")
  }

  /// Adds a rectangle.
  package mutating func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ fill: String) {
    shapes +=
      #"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)" rx="6" fill="\#(fill)"/>"#
  }

  /// Adds a line of text.
  package mutating func text(
    _ text: String,
    _ x: Int,
    _ y: Int,
    size: Int = 14,
    fill: String = "#222222"
  ) {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    shapes +=
      #"<text x="\#(x)" y="\#(y)" font-family="sans-serif" font-size="\#(size)" fill="\#(fill)">\#(escaped)</text>"#
  }

  package var drawn: DrawnScreen {
    .svg(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)">\#(shapes)</svg>"#
    )
  }
}
