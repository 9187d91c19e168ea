import RewindJSON
package import RewindSession

/// The kind of a line and the action that it belongs to, read from its first bytes.
package struct LineKey: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case header
    case action
    case input
    /// A state line that begins with its patch.
    case patch
    /// A state line that begins with the whole state.
    case keyframe
    /// The end of an action whose state is not recorded.
    case reduced
    case note
    case gap
    case external
    case travel
    case end
    case unknown
  }

  package let kind: Kind
  /// The action's index; nil on lines that do not belong to an action.
  package let index: Int?

  package init(_ kind: Kind, _ index: Int?) {
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
    let kind: Kind =
      switch line {
      case .header: .header
      case .action: .action
      case .input: .input
      case .state(let state): state.beginsWithPatch ? .patch : .keyframe
      case .external: .external
      case .reduced: .reduced
      case .note: .note
      case .gap: .gap
      case .travel: .travel
      case .end: .end
      case .unknown: .unknown
      }
    self.init(kind, line.index)
  }
}

extension RecordedState {
  /// True if the patch comes before the whole state, or alone.
  fileprivate var beginsWithPatch: Bool {
    guard let state = json.position(of: "state") else { return true }
    return json.position(of: "patch").map { $0 < state } ?? false
  }
}
