extension JSONTape {
  /// What is said where a value has the wrong kind.
  @inline(never)
  func mismatch(_ type: Any.Type, _ node: Int) -> DecodingError {
    let path = path(to: node)
    let error = JSONDecodingError.mismatch(
      expected: name(of: type),
      found: description(of: node),
      at: Pointer(path)
    )
    let context = context(path, error)
    return isNull(node) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  @inline(never)
  func outOfRange(_ type: Any.Type, _ node: Int) -> DecodingError {
    let path = path(to: node)
    return .dataCorrupted(
      context(
        path,
        .outOfRange(type: name(of: type), number: numberText(node), at: Pointer(path))
      )
    )
  }

  @inline(never)
  func unreadable(_ type: Any.Type, _ form: String, _ node: Int) -> DecodingError {
    let path = path(to: node)
    return .dataCorrupted(
      context(path, .mismatch(expected: form, found: description(of: node), at: Pointer(path)))
    )
  }

  @inline(never)
  func missing(_ key: any CodingKey, in object: Int) -> DecodingError {
    let path = path(to: object)
    let keys = keys(of: object)
    return .keyNotFound(
      key,
      context(path, .missing(key: key.stringValue, present: keys, at: Pointer(path)))
    )
  }

  @inline(never)
  func pastEnd(_ type: Any.Type, of array: Int) -> DecodingError {
    let path = path(to: array)
    let index = nodes[array].count
    return .valueNotFound(
      type,
      context(path + [PathKey(index: index)], .pastEnd(count: index, at: Pointer(path)))
    )
  }

  @inline(never)
  func tooDeep(_ node: Int) -> DecodingError {
    let path = path(to: node)
    return .dataCorrupted(context(path, .tooDeep(at: Pointer(path))))
  }

  private func context(
    _ path: [any CodingKey],
    _ error: JSONDecodingError
  ) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: path,
      debugDescription: error.description,
      underlyingError: error
    )
  }

  private func name(of type: Any.Type) -> String {
    String(describing: type)
  }

  /// The longest piece of a document that a message quotes.
  private static let quotedCount = 40

  /// The kind of the value at a node, with the text of scalars.
  private func description(of node: Int) -> String {
    guard node >= 0 else { return "nothing" }
    switch nodes[node].kind {
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .integer, .number: return "the number \(numberText(node))"
    case .string, .escapedString:
      let string = string(node)
      let quoted =
        string.count > Self.quotedCount ? string.prefix(Self.quotedCount) + "…" : string
      return "the string \(JSONValue.string(quoted).text)"
    case .array: return "an array"
    case .object, .hint: return "an object"
    }
  }
}

extension JSONTape {
  /// The keys from the document's root to a value.
  ///
  /// O(depth) for values that are being decoded; for others, what comes before them in the innermost
  /// of those is passed.
  func path(to node: Int) -> [any CodingKey] {
    if node < 0 { return path(to: absentParent(node)) + [PathKey(stringValue: "super")] }
    var path: [any CodingKey] = []
    var reached = 0
    for value in Array(state.pointee.running.values) + [state.pointee.running.next]
    where value.node >= reached && value.node <= node && next(after: value.node) > node {
      if value.container >= 0 {
        walk(from: reached, to: value.container, &path)
        path.append(step(from: value.container, to: value.node))
      } else {
        walk(from: reached, to: value.node, &path)
      }
      reached = value.node
    }
    walk(from: reached, to: node, &path)
    return path
  }

  /// Appends the keys between a value and one inside it.
  private func walk(from outer: Int, to inner: Int, _ path: inout [any CodingKey]) {
    var node = outer
    while node < inner {
      let isObject = nodes[node].kind == .object
      var child = isObject ? node + 3 : node + 2
      while next(after: child) <= inner { child = next(after: child) + (isObject ? 1 : 0) }
      path.append(step(from: node, to: child))
      node = child
    }
  }

  /// The key of a member of an object, or index of an element of an array.
  private func step(from container: Int, to child: Int) -> PathKey {
    nodes[container].kind == .object
      ? PathKey(stringValue: string(child - 1)) : PathKey(index: index(of: child, in: container))
  }

  /// Stands for the value of a member that an object does not have.
  func absentMember(of object: Int) -> Int { -2 - object }

  private func absentParent(_ node: Int) -> Int { -2 - node }
}

extension Pointer {
  /// The pointer that a coding path is.
  init(_ path: [any CodingKey]) {
    self.init(tokens: path.map { ($0 as? PathKey)?.token ?? $0.stringValue })
  }
}
