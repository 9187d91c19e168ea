import RewindJSON

/// Rewrites values so that JavaScript and Redux DevTools read them unchanged.
///
/// JavaScript has no number but the `double`, and Redux DevTools takes a member called `$jsan` for a
/// mark of its own. So a number that a `double` would change becomes text, and `$jsan` is renamed;
/// ``JavaScriptReader`` undoes both.
struct JavaScriptWriter {
  /// The pointers of the numbers that became text.
  private(set) var numbers: Set<String> = []
  /// The pointers of texts that read like such numbers.
  private var texts: Set<String> = []
  private(set) var hasRenamed = false

  /// The pointers at which every such text was a number, so that it can become one again.
  var restorable: [String] { numbers.subtracting(texts).sorted() }

  /// The pointers that had both such numbers and texts that read like them.
  var ambiguous: [String] { numbers.intersection(texts).sorted() }

  mutating func form(of value: JSONValue) -> JSONValue {
    value.rewritten(
      key: { key in
        guard key.isReservedByDevTools else { return key }
        hasRenamed = true
        return "_\(key)"
      },
      scalar: { scalar, path in
        switch scalar {
        case .number(let number) where !number.isSafeInJavaScript:
          numbers.insert(Pointer(tokens: path).description)
          return .string(number.text)
        case .string(let text) where text.unsafeNumber != nil:
          texts.insert(Pointer(tokens: path).description)
          return scalar
        default:
          return scalar
        }
      }
    )
  }
}

/// Reverses ``JavaScriptWriter``.
struct JavaScriptReader {
  /// The pointers of the numbers that became text.
  let numbers: Set<String>

  func value(of form: JSONValue, at path: [String]) -> JSONValue {
    form.rewritten(
      at: path,
      key: { key in
        key.hasPrefix("_") && key.isReservedByDevTools ? String(key.dropFirst()) : key
      },
      isBack: true,
      scalar: { scalar, path in
        guard case .string(let text) = scalar, let number = text.unsafeNumber,
          numbers.contains(Pointer(tokens: path).description)
        else { return scalar }
        return .number(number)
      }
    )
  }
}

extension String {
  /// True for `$jsan`, with any underscores that renaming has put before it.
  fileprivate var isReservedByDevTools: Bool {
    hasSuffix("$jsan") && dropLast(5).allSatisfy { $0 == "_" }
  }

  /// The number that the text is, if JavaScript would change it.
  fileprivate var unsafeNumber: JSONNumber? {
    guard let first = utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
      case .number(let number)? = try? JSONValue(parsing: self), number.text == self,
      !number.isSafeInJavaScript
    else { return nil }
    return number
  }
}

extension JSONNumber {
  /// The largest integer up to which a `double` holds every one, 2^53 - 1.
  private static let largestSafe: Int64 = 9_007_199_254_740_991

  /// True if JavaScript reads the number unchanged: an integer of at most 2^53 - 1, or any other number whose
  /// nearest `double` is written alike.
  package var isSafeInJavaScript: Bool {
    if let integer = Int64(text) { return (-Self.largestSafe...Self.largestSafe).contains(integer) }
    guard text.utf8.contains(where: { [0x2E, 0x45, 0x65].contains($0) }) else { return false }
    return JSONNumber(double).map { $0 == self } ?? false
  }
}
