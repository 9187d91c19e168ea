/// The effects of a patch on one place of a document, in place (RFC 6902, section 4).
extension JSONValue {
  private typealias Reason = PatchError.Reason

  /// The result of adding a value: a new place, at a pointer without `-`, or a replaced value.
  enum Added {
    case new(Pointer)
    case replaced(JSONValue)
  }

  func value(at pointer: Pointer) throws(PatchError.Reason) -> JSONValue {
    var value = self
    for depth in pointer.tokens.indices {
      let place = try value.place(pointer, depth)
      switch value {
      case .object(let object): value = object[position: place]
      case .array(let elements): value = elements[place]
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
    try change(at: pointer, levels: pointer.tokens.count) { (place) throws(Reason) in
      defer { place = value }
      return place
    }
  }

  /// Puts a value into an array or object; a new member goes to `place`, or to the end.
  mutating func add(
    _ value: JSONValue,
    at pointer: Pointer,
    place: Int?
  ) throws(PatchError.Reason) -> Added {
    guard let token = pointer.tokens.last else {
      defer { self = value }
      return .replaced(self)
    }
    let depth = pointer.tokens.count - 1
    return try change(at: pointer, levels: depth) { (holder) throws(Reason) in
      if let added = holder.withObject({ $0.put(token, value, place: place, at: pointer) }) {
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

  /// Removes a value and returns it, with its place if it was a member other than the last.
  mutating func remove(
    at pointer: Pointer
  ) throws(PatchError.Reason) -> (value: JSONValue, place: Int?) {
    guard !pointer.tokens.isEmpty else { throw .wholeDocument }
    let depth = pointer.tokens.count - 1
    return try change(at: pointer, levels: depth) { (holder) throws(Reason) in
      let place = try holder.place(pointer, depth)
      let member = holder.withObject { object in
        (object.remove(at: place), place == object.count ? nil : place)
      }
      return member ?? (holder.withArray { $0.remove(at: place) } ?? .null, nil)
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
    var holders: [(value: JSONValue, place: Int)] = []
    var value = self
    self = .null
    defer {
      while var holder = holders.popLast() {
        holder.value.exchange(&value, at: holder.place)
        value = holder.value
      }
      self = value
    }
    for depth in 0..<levels {
      let place = try value.place(pointer, depth)
      var inner = JSONValue.null
      value.exchange(&inner, at: place)
      holders.append((value, place))
      value = inner
    }
    return try body(&value)
  }

  /// Returns the place of the member or element that a pointer's token names.
  private func place(_ pointer: Pointer, _ depth: Int) throws(PatchError.Reason) -> Int {
    switch self {
    case .object(let object):
      let key = pointer.tokens[depth]
      guard let place = object.position(of: key) else {
        throw .noMember(key, in: pointer.prefix(depth))
      }
      return place
    case .array(let elements):
      return try elements.index(pointer, depth)
    default:
      throw .notAContainer(kind, at: pointer.prefix(depth))
    }
  }

  private mutating func exchange(_ value: inout JSONValue, at place: Int) {
    _ = withObject { swap(&$0[position: place], &value) }
    _ = withArray { swap(&$0[place], &value) }
  }
}

extension JSONObject {
  fileprivate mutating func put(
    _ key: String,
    _ value: JSONValue,
    place: Int?,
    at pointer: Pointer
  ) -> JSONValue.Added {
    if let position = position(of: key) {
      defer { self[position: position] = value }
      return .replaced(self[position: position])
    }
    insert(key, value, at: place ?? count)
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
