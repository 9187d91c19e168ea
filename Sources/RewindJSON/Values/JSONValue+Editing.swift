/// The effects of a patch on one value of a document, in place (RFC 6902, section 4).
extension JSONValue {
  private typealias Reason = PatchError.Reason

  /// The result of adding a value: a new one, at a pointer without `-`, or a replaced one.
  enum Added {
    case new(Pointer)
    case replaced(JSONValue)
  }

  func value(at pointer: Pointer) throws(PatchError.Reason) -> JSONValue {
    var value = self
    for depth in pointer.tokens.indices {
      let position = try value.position(pointer, depth)
      switch value {
      case .object(let object): value = object[position: position]
      case .array(let elements): value = elements[position]
      default: break
      }
    }
    return value
  }

  /// Replaces a value and returns the old one.
  mutating func replace(
    at pointer: Pointer,
    with value: JSONValue
  ) throws(PatchError.Reason) -> JSONValue {
    try change(at: pointer, levels: pointer.tokens.count) { (old) throws(Reason) in
      defer { old = value }
      return old
    }
  }

  /// Puts a value into an array or object; a new member goes to a position among the others, or to the end.
  mutating func add(
    _ value: JSONValue,
    at pointer: Pointer,
    position: Int?
  ) throws(PatchError.Reason) -> Added {
    guard let token = pointer.tokens.last else {
      defer { self = value }
      return .replaced(self)
    }
    let depth = pointer.tokens.count - 1
    return try change(at: pointer, levels: depth) { (holder) throws(Reason) in
      if let added = holder.withObject({ $0.put(token, value, position: position, at: pointer) }) {
        return added
      }
      let index = try holder.withArray { (elements) throws(Reason) in
        let index = token == "-" ? elements.count : try elements.index(pointer, depth, isEnd: true)
        elements.insert(value, at: index)
        return index
      }
      guard let index else { throw .notAContainer(holder.kind, at: pointer.prefix(depth)) }
      return .new(token == "-" ? pointer.prefix(depth).appending(index) : pointer)
    }
  }

  /// Removes a value and returns it, with its position if it was a member other than the last.
  mutating func remove(
    at pointer: Pointer
  ) throws(PatchError.Reason) -> (value: JSONValue, position: Int?) {
    guard !pointer.tokens.isEmpty else { throw .wholeDocument }
    let depth = pointer.tokens.count - 1
    return try change(at: pointer, levels: depth) { (holder) throws(Reason) in
      let position = try holder.position(pointer, depth)
      let member = holder.withObject { object in
        (object.remove(at: position), position == object.count ? nil : position)
      }
      return member ?? (holder.withArray { $0.remove(at: position) } ?? .null, nil)
    }
  }

  /// Changes the value at the first `levels` tokens of a pointer in place.
  ///
  /// On the way down each value is taken out of its container, and on the way up put back: so every
  /// value stays uniquely referenced, and copy-on-write copies nothing.
  private mutating func change<Result>(
    at pointer: Pointer,
    levels: Int,
    _ body: (inout JSONValue) throws(PatchError.Reason) -> Result
  ) throws(PatchError.Reason) -> Result {
    var holders: [(value: JSONValue, position: Int)] = []
    var value = self
    self = .null
    defer {
      while var holder = holders.popLast() {
        holder.value.exchange(&value, at: holder.position)
        value = holder.value
      }
      self = value
    }
    for depth in 0..<levels {
      let position = try value.position(pointer, depth)
      var inner = JSONValue.null
      value.exchange(&inner, at: position)
      holders.append((value, position))
      value = inner
    }
    return try body(&value)
  }

  /// Returns the position of the member or element that a pointer's token names.
  private func position(_ pointer: Pointer, _ depth: Int) throws(PatchError.Reason) -> Int {
    switch self {
    case .object(let object):
      let key = pointer.tokens[depth]
      guard let position = object.position(of: key) else {
        throw .noMember(key, in: pointer.prefix(depth))
      }
      return position
    case .array(let elements):
      return try elements.index(pointer, depth)
    default:
      throw .notAContainer(kind, at: pointer.prefix(depth))
    }
  }

  private mutating func exchange(_ value: inout JSONValue, at position: Int) {
    _ = withObject { swap(&$0[position: position], &value) }
    _ = withArray { swap(&$0[position], &value) }
  }
}

extension JSONObject {
  fileprivate mutating func put(
    _ key: String,
    _ value: JSONValue,
    position newPosition: Int?,
    at pointer: Pointer
  ) -> JSONValue.Added {
    if let position = position(of: key) {
      defer { self[position: position] = value }
      return .replaced(self[position: position])
    }
    insert(key, value, at: newPosition ?? count)
    return .new(pointer)
  }
}

extension [JSONValue] {
  /// Returns the index that a pointer's token names; when adding, the end is an index too.
  fileprivate func index(
    _ pointer: Pointer,
    _ depth: Int,
    isEnd: Bool = false
  ) throws(PatchError.Reason) -> Int {
    let token = pointer.tokens[depth]
    let index = Pointer.arrayIndex(token)
    if let index, index < count || isEnd && index == count { return index }
    let holder = pointer.prefix(depth)
    let isNumber = token == "-" || index != nil
    throw isNumber ? .noElement(token, in: holder, count: count) : .notAnIndex(token, in: holder)
  }
}

extension Pointer {
  fileprivate func prefix(_ count: Int) -> Pointer {
    Pointer(tokens: Array(tokens.prefix(count)))
  }
}
