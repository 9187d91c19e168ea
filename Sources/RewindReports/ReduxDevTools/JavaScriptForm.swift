import RewindJSON

/// Values rewritten so that JavaScript and Redux DevTools read them unchanged.
///
/// JavaScript has no number but the `double`, so a number that a `double` would change becomes text. Redux
/// DevTools takes a member called `$jsan` for a mark of its own, so one that is none is renamed.
struct JavaScriptForm {
  /// True for a session that came from Redux DevTools, with its marks.
  let hasMarks: Bool
  /// The pointers of the numbers that became text.
  private(set) var numbers: Set<String> = []
  private(set) var hasRenamed = false

  /// Returns the text of a value, which is the member `name` of an object.
  mutating func text(of value: JSONValue, as name: String) -> String {
    value.rewritten(
      at: [name],
      key: { key in
        // With its underscores, two members do not become one.
        guard !hasMarks, key.drop(while: { $0 == "_" }) == "$jsan" else { return key }
        hasRenamed = true
        return "_\(key)"
      },
      scalar: { scalar, path in
        switch scalar {
        case .number(let number) where !number.isSafeInJavaScript:
          numbers.insert(Pointer(tokens: path).description)
          return .string(number.text)
        case .string(let text) where hasMarks && text.hasPrefix("$") && path.last == "$jsan":
          // A reference from the root of a state would lead elsewhere in the file.
          return .string("_\(text)")
        default:
          return scalar
        }
      }
    ).text
  }
}

extension JSONNumber {
  /// The largest integer up to which a `double` holds every one, 2^53 - 1.
  private static let largestSafe: Int64 = 9_007_199_254_740_991

  /// True if JavaScript reads the number unchanged: an integer of at most 2^53 - 1, or any other number whose
  /// nearest `double` is written alike.
  var isSafeInJavaScript: Bool {
    if let integer = Int64(text) { return (-Self.largestSafe...Self.largestSafe).contains(integer) }
    guard text.utf8.contains(where: { [0x2E, 0x45, 0x65].contains($0) }) else { return false }
    return JSONNumber(double).map { $0 == self } ?? false
  }
}
