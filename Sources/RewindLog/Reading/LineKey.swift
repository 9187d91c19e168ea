import RewindJSON
package import RewindSession

/// The kind of a line and the action that it belongs to, read from its first bytes.
package struct LineKey: Hashable, Sendable {
  package let kind: LineKind
  /// The action's index; nil on lines that do not belong to an action.
  package let index: Int?

  package init(_ kind: LineKind, _ index: Int?) {
    self.kind = kind
    self.index = index
  }

  /// The number of bytes that suffice for ``init(prefix:)``.
  package static let prefixLength = 64

  /// Reads the line beginnings that this package's writer makes, without parsing the line.
  package init?(prefix: UnsafeRawBufferPointer) {
    var cursor = JSONCursor(prefix, 0..<prefix.count)
    if cursor.skip(#"{"index":"#) {
      guard let index = cursor.index() else { return nil }
      if cursor.skip(#","time":"#), !cursor.skipNumber() { return nil }
      let isAction = cursor.skip(#","action":"#)
      guard isAction || cursor.skip(#","input":"#) else { return nil }
      self.init(isAction ? .action : .input, index)
    } else if cursor.skip(#"{"reduced":"#) {
      guard let index = cursor.index() else { return nil }
      self.init(.reduced, index)
    } else if cursor.skip(#"{"keyframe":"#) {
      guard cursor.index() != nil, cursor.skip(#","state":"#) else { return nil }
      self.init(.laterKeyframe, nil)
    } else {
      let isPlain = cursor.skip(#"{"after":"#)
      guard isPlain || cursor.skip(#"{"external":true,"after":"#), let index = cursor.index() else {
        return nil
      }
      let isPatch = cursor.skip(#","patch":"#)
      guard isPatch || cursor.skip(#","state":"#) else { return nil }
      self.init(!isPlain ? .external : isPatch ? .patch : .keyframe, index)
    }
  }

  /// Parses a whole line; nil if it is not a line of a session.
  package init?(parsing bytes: UnsafeRawBufferPointer) {
    guard let json = try? JSONValue(parsing: bytes), let line = try? SessionLine(json) else {
      return nil
    }
    self.init(line)
  }

  package init(_ line: SessionLine) {
    self.init(line.kind, line.index)
  }
}

/// The index, the time and the type of an action.
package struct ActionHead: Sendable {
  package let index: Int
  /// Seconds since the session started.
  package let time: Double?
  package let type: String
}

extension ActionHead {
  /// Reads the beginning that this package's writer makes, without parsing the line.
  init?(prefix: UnsafeRawBufferPointer) {
    var cursor = JSONCursor(prefix, 0..<prefix.count)
    guard cursor.skip(#"{"index":"#), let index = cursor.index() else { return nil }
    var time: Double?
    if cursor.skip(#","time":"#) {
      let start = cursor.position
      guard cursor.skipNumber() else { return nil }
      time = JSONNumber(validText: cursor.string(start..<cursor.position)).double
    }
    guard cursor.skip(#","action":{"type":"#), cursor.next == UInt8(ascii: "\""),
      let type = try? cursor.text()
    else { return nil }
    self.init(index: index, time: time, type: cursor.string(type))
  }
}

/// The keys of the lines that were asked for last: a walk through a log asks for that of each line several times.
struct RecentKeys {
  private var entries: [(line: Int, key: LineKey)?] = Array(repeating: nil, count: 16)

  /// The key of a line; nil if it is not known any more.
  subscript(line: Int) -> LineKey? {
    get { entries[line & 15].flatMap { $0.line == line ? $0.key : nil } }
    set { entries[line & 15] = newValue.map { (line, $0) } }
  }
}
