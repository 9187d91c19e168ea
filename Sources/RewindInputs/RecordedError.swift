public import Foundation

/// The error that ``Recorded/value(_:_:)`` throws in a replay where reading the value failed when it was recorded.
public struct RecordedError: LocalizedError, CustomStringConvertible {
  /// The text of the recorded error.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  public var errorDescription: String? { description }
}

/// A value that was read, or the text of the error that was thrown instead.
///
/// A value is encoded as itself, an error as `{"$rewind":"error","why":…}`.
enum Reading<Value: Codable>: Codable {
  case value(Value)
  case failure(String)

  private struct Mark: Codable {
    var kind = "error"
    var why: String

    enum CodingKeys: String, CodingKey {
      case kind = "$rewind"
      case why
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let mark = try? container.decode(Mark.self), mark.kind == "error" {
      self = .failure(mark.why)
    } else {
      self = .value(try container.decode(Value.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .value(let value): try container.encode(value)
    case .failure(let why): try container.encode(Mark(why: why))
    }
  }
}
