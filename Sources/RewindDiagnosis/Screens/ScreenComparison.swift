package import RewindTimeline

/// A comparison of a session's screens with those of another build, or with those that are kept beside it.
package struct ScreenComparison: Sendable {
  package struct Difference: Sendable {
    package let index: Int
    /// The action's type; nil for the first state.
    package let type: String?
    package let old: SessionScreens.Drawn
    package let new: SessionScreens.Drawn
  }

  /// The number of states that were drawn.
  package let count: Int
  package private(set) var differences: [Difference] = []
  /// The number of states of which both fail alike.
  package private(set) var failures = 0
  /// The screens of today, to keep.
  package var screens: SessionScreens?

  /// Draws the states of a session, and compares the screens.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - program: The build whose screens are judged.
  ///   - old: Returns the screens to compare with; nil where there is nothing to compare with.
  /// - Returns: The differences.
  /// - Throws: ``SessionScreens/Refusal``; ``ReplayProgramError``; `SessionLogError`.
  package static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    against old: (ClosedRange<Int>) throws -> (Int) -> SessionScreens.Drawn?
  ) throws -> ScreenComparison {
    let indexes = timeline.firstIndex...timeline.lastIndex
    let expected = try old(indexes)
    let screens = try SessionScreens.draw(indexes, of: timeline, by: program)
    var comparison = ScreenComparison(count: screens.places.count, screens: screens)
    for index in indexes {
      guard let new = screens[index], let old = expected(index) else { continue }
      if case .failure = new, case .failure = old { comparison.failures += 1 }
      guard !new.isLike(old) else { continue }
      let type = index > timeline.firstIndex ? try timeline.action(index).type : nil
      comparison.differences.append(
        Difference(index: index, type: type, old: old, new: new)
      )
    }
    return comparison
  }

  /// The first state that the app reaches and its view does not survive, or the first difference.
  package var first: Difference? {
    differences.first(where: \.new.isDeadView) ?? differences.first
  }
}

extension SessionScreens.Drawn {
  /// True if the app reaches the state, and its view does not survive it.
  fileprivate var isDeadView: Bool {
    if case .failure(let failure) = self { failure.isOfView } else { false }
  }

  /// Returns true if a screen is the same: texts and SVG exactly, PNG by their bytes.
  fileprivate func isLike(_ old: Self) -> Bool {
    switch (self, old) {
    case (.success(let new), .success(let old)): new.content == old.content
    case (.failure(.died(let new, _)), .failure(.died(let old, _))): new == old
    case (.failure, .failure(.notKept)): true
    case (.failure(let new), .failure(let old)): new == old
    default: false
    }
  }
}

/// The texts of a session's screens, as they are kept in a file beside it.
///
/// ```
/// after 0
///   CATS: 0 of 8 pairs
///
///    0 ?  1 ?
/// after 3
///   CATS: 1 of 8 pairs
/// after 5 fails
/// ```
///
/// Each screen stands once, until another follows it. The file is for `git diff` to be read.
package struct KeptScreens: Equatable {
  private var entries: [(index: Int, screen: SessionScreens.Drawn)] = []

  /// Keeps the screens of a session; nil if one of them is a picture.
  package init?(_ screens: SessionScreens) {
    for (index, place) in screens.places.sorted(by: { $0.key < $1.key }) {
      var screen = screens.screens[place]
      if case .success(let drawn) = screen {
        guard case .text = drawn.content else { return nil }
      } else {
        screen = .failure(.notKept)
      }
      if entries.last?.screen != screen { entries.append((index, screen)) }
    }
  }

  /// Reads a file; nil if it is none.
  package init?(_ bytes: [UInt8]) {
    var texts: [(index: Int, lines: [String]?)] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      if line.starts(with: "after ".utf8) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count > 1, let index = Int(words[1]) else { return nil }
        texts.append((index, words.count == 2 ? [] : nil))
      } else {
        guard !texts.isEmpty, line.isEmpty || line.starts(with: "  ".utf8) else { return nil }
        texts[texts.count - 1].lines?.append(String(decoding: line.dropFirst(2), as: UTF8.self))
      }
    }
    guard !texts.isEmpty else { return nil }
    entries = texts.map { text in
      (
        text.index,
        text.lines.map { .success(StateScreen(text: $0.joined(separator: "\n"))) }
          ?? .failure(.notKept)
      )
    }
  }

  package var bytes: [UInt8] {
    var text = ""
    for (index, screen) in entries {
      guard case .success(let drawn) = screen, case .text(let lines) = drawn.content else {
        text += "after \(index) fails\n"
        continue
      }
      text += "after \(index)\n"
      for line in lines.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      {
        text += (line.isEmpty ? "" : "  \(Substring(line))") + "\n"
      }
    }
    return Array(text.utf8)
  }

  /// Returns the screen after an action; nil before the first.
  package subscript(index: Int) -> SessionScreens.Drawn? {
    entries.last { $0.index <= index }?.screen
  }

  package static func == (one: KeptScreens, other: KeptScreens) -> Bool { one.bytes == other.bytes }
}
