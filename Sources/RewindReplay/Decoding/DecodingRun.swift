import RewindCoding
import RewindJSON

/// The values being decoded at one time, and the origin of the last error.
final class DecodingRun {
  /// The number of values whose `init(from:)` is running.
  private var depth = 0
  /// An address in the stack frame of the outermost value.
  private var stackStart: UInt = 0
  /// The path of the innermost value that the last error came from, and the depth that the error has reached.
  private(set) var failure: (path: [any CodingKey], depth: Int)?

  /// Begins a value, before its type's `init(from:)` runs.
  ///
  /// - Throws: `DecodingError` if the stack has no room for it.
  func begin(_ decoder: JSONValueDecoder) throws {
    if depth == 0 { stackStart = JSONWriter.stackPosition }
    let used = Int(bitPattern: stackStart &- JSONWriter.stackPosition)
    guard used < JSONWriter.stackLimit else { throw decoder.tooDeep }
    depth += 1
  }

  /// Ends the innermost value.
  func end() {
    depth -= 1
  }

  /// Ends the innermost value after it threw an error.
  func fail(_ decoder: JSONValueDecoder) {
    // An error that a type has caught and replaced by another does not count.
    let path = failure?.depth == depth + 1 ? failure?.path : nil
    failure = (path ?? decoder.codingPath, depth)
    depth -= 1
  }
}

/// The path to a value in its document.
///
/// Each refers to its parent's, so that a path costs nothing until an error needs it.
enum DecodingPath {
  case root
  indirect case member(String, of: DecodingPath)
  indirect case element(Int, of: DecodingPath)

  /// The keys from the document's root to here.
  var path: [any CodingKey] {
    switch self {
    case .root: []
    case .member(let name, let outer): outer.path + [PathKey(stringValue: name)]
    case .element(let index, let outer): outer.path + [PathKey(index: index)]
    }
  }
}

extension Pointer {
  /// Makes the pointer of a coding path.
  init(_ path: [any CodingKey]) {
    self.init(tokens: path.map { ($0 as? PathKey)?.token ?? $0.stringValue })
  }
}
