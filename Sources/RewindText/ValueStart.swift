package import RewindJSON

extension JSONValue {
  /// The value on one line of at most `columns` columns: whole if it fits, otherwise the beginning of a
  /// text or an object, or the length of an array.
  ///
  /// O(columns), regardless of the value's size.
  package func line(_ columns: Int) -> String {
    if case .array = self { return brief(columns).fitted(to: columns) }
    var start = LineStart(limit: columns)
    start.add(self)
    return start.text.fitted(to: columns)
  }

  /// The values in an object on one line, without their names, if none of them is a container; nil otherwise.
  package func valuesLine(_ columns: Int) -> String? {
    guard case .object(let object) = self, object.count <= columns else { return nil }
    var words: [String] = []
    for member in object.members {
      switch member.value {
      case .array, .object: return nil
      default: words.append(member.value.line(columns))
      }
    }
    let text = words.joined(separator: " ").fitted(to: columns)
    // Where a value was cut already, it is not cut again.
    return text.hasSuffix("……") ? String(text.dropLast()) : text
  }
}

/// The beginning of a JSON text, not longer than needed.
private struct LineStart {
  private(set) var text = ""
  /// The characters left, of which each takes a column or more; so one more than fits is enough.
  private var rest: Int

  init(limit: Int) {
    rest = limit + 1
  }

  mutating func add(_ value: JSONValue) {
    guard rest > 0 else { return }
    switch value {
    case .string(let string):
      add(text: JSONValue.string(String(string.prefix(rest))).text)
    case .array(let elements):
      addAll(elements, "[", "]") { $0.add($1) }
    case .object(let object):
      addAll(object.members, "{", "}") {
        $0.add(.string($1.key))
        $0.add(text: ":")
        $0.add($1.value)
      }
    default:
      add(text: value.text)
    }
  }

  private mutating func addAll<Child>(
    _ children: [Child],
    _ open: String,
    _ close: String,
    _ add: (inout LineStart, Child) -> Void
  ) {
    self.add(text: open)
    for (number, child) in children.enumerated() {
      guard rest > 0 else { return }
      if number > 0 { self.add(text: ",") }
      add(&self, child)
    }
    self.add(text: close)
  }

  private mutating func add(text more: String) {
    text += more
    rest -= more.count
  }
}
