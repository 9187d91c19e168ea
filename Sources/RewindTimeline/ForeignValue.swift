import Foundation
import RewindJSON

/// A value that looks as if a reducer had read it from outside instead of computing it.
public enum ForeignValue: Sendable {
  case date
  case uuid
  case random
}

extension Divergence {
  /// The kind of value that differs, where it looks as if it had been read from outside; nil otherwise.
  public var foreignValue: ForeignValue? {
    guard case .state(let change, _, _) = difference, let old = change.old, let new = change.new
    else { return nil }
    let kind = ForeignValue(old)
    return kind == ForeignValue(new) ? kind : nil
  }
}

extension ForeignValue {
  /// Texts of numbers that are shorter than this are counts, prices and the like.
  private static let randomDigits = 9

  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .string(let text) where UUID(uuidString: text) != nil: self = .uuid
    case .string(let text) where text.wholeMatch(of: Self.dateText) != nil: self = .date
    case .number where value.text.filter(\.isNumber).count >= Self.randomDigits: self = .random
    default: return nil
    }
  }

  /// A date with its time, as ISO 8601 writes it.
  nonisolated(unsafe) private static let dateText =
    /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/
}
