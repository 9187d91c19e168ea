public import Foundation
import RewindJSON

/// A screen as an app draws it from a state, for the `rewind` tool.
///
/// It is drawn from the state alone, on the developer's machine: scroll positions, the keyboard and what else is not
/// in a store are not in it.
public enum DrawnScreen: Hashable, Sendable {
  /// Lines of text.
  case text(String)
  /// A picture of shapes and text: without scripts, styles, images and references to other documents.
  case svg(String)
  /// A picture of pixels, with its size in points, and the pixels of a point.
  case png(Data, width: Int, height: Int, scale: Double = 1)

  var json: JSONValue {
    switch self {
    case .text(let text): ["text": .string(text)]
    case .svg(let text): ["svg": .string(text)]
    case .png(let data, let width, let height, let scale):
      [
        "png": .string(data.base64EncodedString()), "width": JSONValue(width),
        "height": JSONValue(height), "scale": JSONNumber(scale).map { .number($0) } ?? .null,
      ]
    }
  }
}
