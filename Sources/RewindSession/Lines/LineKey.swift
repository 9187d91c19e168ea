import RewindJSON

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

  /// The largest number that may be multiplied by ten, also where `Int` has 32 bits.
  private static var largestIndex: Int { Int(min(1_000_000_000_000, Int64(Int.max / 10 - 1))) }

  /// Reads the line beginnings that this package's writer makes, without parsing the line.
  package init?(prefix: UnsafeRawBufferPointer) {
    func starts(with text: StaticString, at position: Int) -> Bool {
      position + text.utf8CodeUnitCount <= prefix.count
        && (0..<text.utf8CodeUnitCount).allSatisfy { prefix[position + $0] == text.utf8Start[$0] }
    }
    let isAction = starts(with: #"{"index":"#, at: 0)
    let isExternal = starts(with: #"{"external":true,"after":"#, at: 0)
    let isReduced = starts(with: #"{"reduced":"#, at: 0)
    guard isAction || isExternal || isReduced || starts(with: #"{"after":"#, at: 0) else {
      return nil
    }
    let digits = isExternal ? 25 : isReduced ? 11 : 9
    var position = digits
    var index = 0
    while position < prefix.count, case let byte = prefix[position], (0x30...0x39).contains(byte) {
      guard index < Self.largestIndex else { return nil }
      index = index * 10 + Int(byte - 0x30)
      position += 1
    }
    guard position > digits else { return nil }
    if isAction {
      if starts(with: #","time":"#, at: position) {
        position += 8
        while position < prefix.count, Self.isInNumbers(prefix[position]) { position += 1 }
      }
      if starts(with: #","action":"#, at: position) {
        self.init(.action, index)
      } else if starts(with: #","input":"#, at: position) {
        self.init(.input, index)
      } else {
        return nil
      }
    } else if isReduced {
      self.init(.reduced, index)
    } else if starts(with: #","patch":"#, at: position) {
      self.init(isExternal ? .external : .patch, index)
    } else if starts(with: #","state":"#, at: position) {
      self.init(isExternal ? .external : .keyframe, index)
    } else {
      return nil
    }
  }

  private static func isInNumbers(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
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
    switch line {
    case .header: self.init(.header, nil)
    case .action(let action): self.init(.action, action.index)
    case .input(let input): self.init(.input, input.index)
    case .state(let state): self.init(state.beginsWithPatch ? .patch : .keyframe, state.after)
    case .external(let state): self.init(.external, state.after)
    case .reduced(let action): self.init(.reduced, action.index)
    case .note(let note): self.init(.note, note.index)
    case .gap(let gap): self.init(.gap, gap.index)
    case .travel(let travel): self.init(.travel, travel.index)
    case .end(let end): self.init(.end, end.index)
    case .unknown(let json): self.init(.unknown, json["index"]?.int ?? json["after"]?.int)
    }
  }
}

extension RecordedState {
  /// True if the patch comes before the whole state, or alone.
  fileprivate var beginsWithPatch: Bool {
    guard let state = json.position(of: "state") else { return true }
    return json.position(of: "patch").map { $0 < state } ?? false
  }
}
