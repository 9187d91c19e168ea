package import RewindJSON

/// The pieces in which two texts differ, each with some context.
///
/// ```
/// "…documentclass[a4pap…" → "…documentclass[a4paper…"      one edit
/// "…the cat sat…a dog ran…" → "…the cow sat…a pig ran…"   two, far from one another
/// ```
///
/// Nothing is cut within a grapheme cluster.
package struct ChangeExcerpt {
  /// The pieces of the text before, quoted.
  package let old: String
  /// The pieces of the text after, quoted.
  package let new: String
  /// The number of differences beyond those that are shown.
  package let more: Int
  /// The lengths of the texts, in words.
  package let lengths: String

  /// The maximum number of differences shown, since a line has no room for more.
  private static let editsShown = 3

  /// - Parameters:
  ///   - old: The text before.
  ///   - new: The text after.
  ///   - width: The approximate maximum length of one text's pieces in characters; the first
  ///     difference is always shown.
  package init(from old: String, to new: String, width: Int) {
    let around = max(4, width / 4)
    let edits = TextEdits(from: old, to: new, apart: 2 * around).edits
    let shown = edits.prefix(max(1, min(Self.editsShown, width / 16)))
    let room = max(8, (width - 2 * around) / max(shown.count, 1))
    let rim = max(4, around / max(shown.count, 1))
    self.old = old.quoted(shown.map(\.old), around: rim, room: room)
    self.new = new.quoted(shown.map(\.new), around: rim, room: room)
    more = edits.count - shown.count
    let (before, after) = (old.length, new.length)
    lengths = before == after ? "(\(after))" : "(\(before.prefix { $0 != " " }) → \(after))"
  }

  /// Makes the change of one text into another, if one of them has more than `width` bytes and they
  /// begin or end with the same character.
  package init?(from old: JSONValue?, to new: JSONValue?, ifLongerThan width: Int) {
    guard case .string(let old)? = old, case .string(let new)? = new,
      max(old.utf8.count, new.utf8.count) + 2 > width, !old.isEmpty,
      old.first == new.first || old.last == new.last
    else { return nil }
    self.init(from: old, to: new, width: width)
  }

  /// The change on one line.
  package var line: String {
    let rest = more > 0 ? " and \(more) more \(more == 1 ? "change" : "changes")" : ""
    return "\(old) → \(new)\(rest) \(lengths)"
  }
}

/// The ranges in which two texts differ.
struct TextEdits {
  struct Edit {
    var old: Range<String.Index>
    var new: Range<String.Index>
  }

  private(set) var edits: [Edit] = []

  /// The size in bytes above which a difference counts as one: no one reads more.
  private static let comparedBytes = 1 << 16
  /// The effort limit of the comparison, in steps of a few nanoseconds: a few milliseconds in all.
  private static let effort = 200_000

  /// - Parameters:
  ///   - old: The text before.
  ///   - new: The text after.
  ///   - apart: Differences with at most that many characters between them are joined.
  init(from old: String, to new: String, apart: Int) {
    var (old, new) = (old, new)
    old.makeContiguousUTF8()
    new.makeContiguousUTF8()
    let whole = Self.difference(old, new)
    guard !whole.old.isEmpty || !whole.new.isEmpty else { return }
    let size = max(old[whole.old].utf8.count, new[whole.new].utf8.count)
    guard !whole.old.isEmpty, !whole.new.isEmpty, size <= Self.comparedBytes else {
      edits = [whole]
      return
    }
    edits = Self.changedWords(in: whole, old, new)
    join(old, apart)
  }

  /// Returns the parts between the common prefix and the common suffix.
  private static func difference(_ old: String, _ new: String) -> Edit {
    let (a, b) = (old.utf8, new.utf8)
    let common = zip(a, b).prefix { $0 == $1 }.count
    var start = common
    while start > 0, !old.isBoundary(start) || !new.isBoundary(start) { start -= 1 }
    let rest = min(a.count, b.count) - start
    let tail = zip(a.reversed(), b.reversed()).prefix(rest).prefix { $0 == $1 }.count
    var end = tail
    while end > 0, !old.isBoundary(a.count - end) || !new.isBoundary(b.count - end) { end -= 1 }
    return Edit(
      old: a.index(a.startIndex, offsetBy: start)..<a.index(a.endIndex, offsetBy: -end),
      new: b.index(b.startIndex, offsetBy: start)..<b.index(b.endIndex, offsetBy: -end)
    )
  }

  /// Returns the words that differ, if they can be found cheaply.
  private static func changedWords(in whole: Edit, _ old: String, _ new: String) -> [Edit] {
    let (a, b) = (old[whole.old].words, new[whole.new].words)
    let texts = { (words: [Substring]) in words.map { CodePoints(String($0)) } }
    let numbers = ElementNumbers(old: texts(a), new: texts(b))
    var alignment = SequenceAlignment(count: numbers.count)
    var effort = Self.effort
    let runs = alignment.runs(numbers.old, numbers.new, &effort)
    guard effort > 0 else { return [whole] }
    var edits: [Edit] = []
    var (i, j) = (0, 0)
    for run in runs + [SequenceAlignment.Run(old: a.count, new: b.count, count: 0)] {
      if run.old > i || run.new > j {
        let ends = (
          run.old < a.count ? a[run.old].startIndex : whole.old.upperBound,
          run.new < b.count ? b[run.new].startIndex : whole.new.upperBound
        )
        let starts = (
          i < a.count ? a[i].startIndex : whole.old.upperBound,
          j < b.count ? b[j].startIndex : whole.new.upperBound
        )
        edits.append(Edit(old: starts.0..<ends.0, new: starts.1..<ends.1))
      }
      (i, j) = (run.old + run.count, run.new + run.count)
    }
    return edits
  }

  /// Joins edits that are close to one another.
  private mutating func join(_ old: String, _ apart: Int) {
    var joined: [Edit] = []
    for edit in edits {
      if let last = joined.last,
        old[last.old.upperBound..<edit.old.lowerBound].prefix(apart + 1).count <= apart
      {
        joined[joined.count - 1] = Edit(
          old: last.old.lowerBound..<edit.old.upperBound,
          new: last.new.lowerBound..<edit.new.upperBound
        )
      } else {
        joined.append(edit)
      }
    }
    edits = joined
  }
}

extension Substring {
  /// The words, with every other character by itself.
  fileprivate var words: [Substring] {
    var words: [Substring] = []
    var start = startIndex
    while start < endIndex {
      let end =
        self[start].isWordPart
        ? self[start...].firstIndex { !$0.isWordPart } ?? endIndex : index(after: start)
      words.append(self[start..<end])
      start = end
    }
    return words
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}

extension String {
  /// Returns true if an offset, counted in bytes of UTF-8, is between two characters.
  fileprivate func isBoundary(_ offset: Int) -> Bool {
    let index = utf8.index(startIndex, offsetBy: offset)
    return index == endIndex || index.samePosition(in: self) != nil
  }

  /// Quotes some parts of the text, each with up to `around` characters of context; a long part is
  /// shortened to its beginning and its end.
  fileprivate func quoted(_ parts: [Range<Index>], around: Int, room: Int) -> String {
    var pieces: [String] = []
    for part in parts {
      let start = index(part.lowerBound, offsetBy: -around, limitedBy: startIndex) ?? startIndex
      let end = index(part.upperBound, offsetBy: around, limitedBy: endIndex) ?? endIndex
      let changed = self[part].shortened(to: room)
      let piece =
        [String(self[start..<part.lowerBound])] + changed + [String(self[part.upperBound..<end])]
      // A shortened part is shown as its beginning and its end, with the mark between them.
      let texts =
        changed.count == 1 ? [piece.joined()] : [piece[0] + piece[1], piece[2] + piece[3]]
      let text = texts.map(\.jsonContent).joined(separator: "…")
      pieces.append((start > startIndex && pieces.isEmpty ? "…" : "") + text)
    }
    guard let last = parts.last else { return "\"\"" }
    let end = index(last.upperBound, offsetBy: around, limitedBy: endIndex) ?? endIndex
    return "\"" + pieces.joined(separator: "…") + (end < endIndex ? "…" : "") + "\""
  }

  /// The text as written between the quotes of a JSON string.
  private var jsonContent: String {
    String(JSONValue.string(self).text.dropFirst().dropLast()).escapedForTerminal
  }
}

extension Substring {
  /// Returns the whole text if it has at most `room` characters, otherwise its beginning and its end.
  fileprivate func shortened(to room: Int) -> [String] {
    guard let end = index(startIndex, offsetBy: room, limitedBy: endIndex), end < endIndex else {
      return [String(self)]
    }
    return [String(prefix(room / 2)), String(suffix(room / 2))]
  }
}
