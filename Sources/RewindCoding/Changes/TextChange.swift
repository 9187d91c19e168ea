import RewindJSON

/// The difference between two texts of one value, both written by an output.
///
/// Mostly the differences lie close together (``TextDifference``). Otherwise objects are compared by their
/// members' names, and arrays are aligned (``ArrayAlignment``), so that nothing is parsed but elements that
/// are in one array alone.
struct TextChange {
  private let old: TrustedJSON
  private let new: TrustedJSON

  /// Writes the operations that lead from one text to the other; none if they are equal.
  static func write(
    from old: UnsafeRawBufferPointer,
    to new: UnsafeRawBufferPointer,
    _ patch: inout PatchText
  ) {
    guard !old.hasSameBytes(as: new), let a = TrustedJSON(old), let b = TrustedJSON(new) else {
      return
    }
    let change = TextChange(old: a, new: b)
    if let part = TextDifference(old, new)?.innermost {
      change.compare(part, in: part.containers, &patch)
    } else {
      change.compare(0..<old.count, 0..<new.count, &patch)
    }
  }

  /// Compares a value that lies within these containers, outermost first.
  private func compare(
    _ part: TextDifference.Part,
    in containers: ArraySlice<TextDifference.Container>,
    _ patch: inout PatchText
  ) {
    guard let container = containers.first else { return compare(part.old, part.new, &patch) }
    let mark = patch.mark
    patch.enter(container.name.map { old.token($0) } ?? PatchText.token(container.index))
    compare(part, in: containers.dropFirst(), &patch)
    patch.leave(to: mark)
    let minimumSize = part.new.upperBound - container.start + 1
    patch.replaceIfShorter(since: mark, minimumSize: minimumSize) { output in
      new.put(container.start..<new.end(ofValue: container.start), to: output)
    }
  }

  private func compare(_ a: Range<Int>, _ b: Range<Int>, _ patch: inout PatchText) {
    guard old.text(a) != new.text(b) else { return }
    let mark = patch.mark
    switch (old.bytes[a.lowerBound], new.bytes[b.lowerBound]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "{")):
      if !compareMembers(a, b, &patch) {
        patch.goBack(to: mark)
        guard compareByName(a, b, &patch) else { return patch.replace { new.put(b, to: $0) } }
      }
      patch.replaceIfShorter(since: mark, minimumSize: b.count - 1) { new.put(b, to: $0) }
    case (UInt8(ascii: "["), UInt8(ascii: "[")):
      compareElements(a, b, &patch)
      patch.replaceIfShorter(since: mark, minimumSize: b.count - 1) { new.put(b, to: $0) }
    default:
      patch.replace { new.put(b, to: $0) }
    }
  }

  /// Compares member by member; returns false if the names or their order differ.
  private func compareMembers(_ a: Range<Int>, _ b: Range<Int>, _ patch: inout PatchText) -> Bool {
    var (offset, newOffset) = (a.lowerBound + 1, b.lowerBound + 1)
    while offset < a.upperBound - 1, newOffset < b.upperBound - 1 {
      let name = offset..<old.end(ofString: offset)
      let newName = newOffset..<new.end(ofString: newOffset)
      guard old.text(name) == new.text(newName) else { return false }
      let value = (name.upperBound + 1)..<old.end(ofValue: name.upperBound + 1)
      let newValue = (newName.upperBound + 1)..<new.end(ofValue: newName.upperBound + 1)
      if old.text(value) != new.text(newValue) {
        let mark = patch.mark
        patch.enter(new.token(newName))
        compare(value, newValue, &patch)
        patch.leave(to: mark)
      }
      (offset, newOffset) = (value.upperBound + 1, newValue.upperBound + 1)
    }
    return offset >= a.upperBound - 1 && newOffset >= b.upperBound - 1
  }

  /// Compares the members of one name, and adds, removes and renames the others; returns false if a name
  /// occurs twice in an object.
  private func compareByName(_ a: Range<Int>, _ b: Range<Int>, _ patch: inout PatchText) -> Bool {
    let (olds, news) = (old.members(in: a), new.members(in: b))
    var indexes: [TrustedJSON.Text: Int] = [:]
    for (index, member) in news.enumerated() { indexes[new.text(member.name)] = index }
    let names = Set(olds.map { old.text($0.name) })
    guard indexes.count == news.count, names.count == olds.count else { return false }
    var removed: [TrustedJSON.Member] = []
    for member in olds {
      guard let index = indexes[old.text(member.name)] else {
        removed.append(member)
        continue
      }
      let mark = patch.mark
      patch.enter(old.token(member.name))
      compare(member.value, news[index].value, &patch)
      patch.leave(to: mark)
    }
    rename(removed, to: news.filter { !names.contains(new.text($0.name)) }, &patch)
    return true
  }

  /// Removes members and adds others; a value that is in both moves.
  private func rename(
    _ removed: [TrustedJSON.Member],
    to added: [TrustedJSON.Member],
    _ patch: inout PatchText
  ) {
    var origins: [TrustedJSON.Text: [Int]] = [:]
    if !added.isEmpty {
      for (number, member) in removed.enumerated().reversed() {
        origins[old.text(member.value), default: []].append(number)
      }
    }
    let moves = added.map { origins[new.text($0.value)]?.popLast() }
    let moved = Set(moves.compactMap(\.self))
    for (number, member) in removed.enumerated() where !moved.contains(number) {
      patch.remove(old.token(member.name))
    }
    for (member, origin) in zip(added, moves) {
      if let origin {
        patch.move(old.token(removed[origin].name), to: new.token(member.name))
      } else {
        patch.add(new.token(member.name)) { new.put(member.value, to: $0) }
      }
    }
  }

  // MARK: - Elements

  private func compareElements(_ a: Range<Int>, _ b: Range<Int>, _ patch: inout PatchText) {
    let texts = ElementTexts(old, old.elements(in: a), new, new.elements(in: b))
    for step in ArrayAlignment(texts, effort: &patch.effort).steps {
      switch step {
      case .remove(let index):
        patch.remove(PatchText.token(index))
      case .add(let source, let index):
        add(texts.newRanges[source], at: index, &patch)
      case .move(let from, let to):
        patch.move(PatchText.token(from), to: PatchText.token(to))
      case .compare(let old, let new, let index):
        change(texts.oldRanges[old], texts.newRanges[new], at: index, &patch)
      }
    }
  }

  private func add(_ element: Range<Int>, at index: Int, _ patch: inout PatchText) {
    patch.add(PatchText.token(index)) { new.put(element, to: $0) }
  }

  private func change(
    _ a: Range<Int>,
    _ b: Range<Int>,
    at index: Int,
    _ patch: inout PatchText
  ) {
    let mark = patch.mark
    patch.enter(index: index)
    compare(a, b, &patch)
    patch.leave(to: mark)
  }
}

/// The elements of two arrays, as texts.
private struct ElementTexts: AlignedArrays {
  private let old: TrustedJSON
  private let new: TrustedJSON
  let oldRanges: [Range<Int>]
  let newRanges: [Range<Int>]

  init(_ old: TrustedJSON, _ oldRanges: [Range<Int>], _ new: TrustedJSON, _ newRanges: [Range<Int>])
  {
    (self.old, self.new, self.oldRanges, self.newRanges) = (old, new, oldRanges, newRanges)
  }

  var oldCount: Int { oldRanges.count }
  var newCount: Int { newRanges.count }
  var readableCount: Int { .max }

  func commonRun(_ oldStart: Int, _ newStart: Int, _ limit: Int) -> Int {
    var count = 0
    while count < limit,
      old.text(oldRanges[oldStart + count]) == new.text(newRanges[newStart + count])
    {
      count += 1
    }
    return count
  }

  func numbers(old oldIndexes: [Int], new newIndexes: [Int]) -> ElementNumbers {
    ElementNumbers(
      old: oldIndexes.map { old.text(oldRanges[$0]) },
      new: newIndexes.map { new.text(newRanges[$0]) }
    )
  }

  func oldValue(_ index: Int) -> JSONValue { old.json(oldRanges[index]) }
  func newValue(_ index: Int) -> JSONValue { new.json(newRanges[index]) }
}

/// Makes patches between values that are given as texts.
package enum TextPatch {
  /// Returns the JSON Patch from one text of a value to another, as JSON text.
  ///
  /// Both are JSON without white space, as an encoder here or ``JSONValue`` writes it. O(bytes) to
  /// compare, plus the cost of the differences.
  package static func text(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    var patch = LineBuffer()
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in _ = append(from: old, to: new, &patch) }
    }
    return Array(patch.contents)
  }

  /// Appends the patch from one text to another; returns false if they are equal.
  static func append(
    from old: UnsafeRawBufferPointer,
    to new: UnsafeRawBufferPointer,
    _ line: inout LineBuffer
  ) -> Bool {
    line.append(UInt8(ascii: "["))
    defer { line.append(UInt8(ascii: "]")) }
    if old.hasSameBytes(as: new) { return false }
    if let change = ScalarChange(old, new), line.appending({ change.write(to: &$0) }) {
      return true
    }
    let output = JSONWriter.take()
    defer { output.giveBack() }
    var patch = PatchText(output)
    TextChange.write(from: old, to: new, &patch)
    line.append(output.state.pointee.buffer.contents)
    return !patch.isEmpty
  }
}

extension TrustedJSON {
  /// Bytes that compare by content.
  fileprivate struct Text: Hashable {
    let bytes: UnsafeRawBufferPointer

    static func == (a: Text, b: Text) -> Bool { a.bytes.hasSameBytes(as: b.bytes) }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }
  }

  fileprivate func text(_ range: Range<Int>) -> Text {
    Text(bytes: UnsafeRawBufferPointer(buffer(range)))
  }

  fileprivate func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
  }

  /// A member of an object: its name, with the quotes, and its value.
  fileprivate struct Member {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// Returns the members of the object in a range.
  fileprivate func members(in object: Range<Int>) -> [Member] {
    var members: [Member] = []
    var offset = object.lowerBound + 1
    while offset < object.upperBound - 1 {
      let name = offset..<end(ofString: offset)
      let value = (name.upperBound + 1)..<end(ofValue: name.upperBound + 1)
      members.append(Member(name: name, value: value))
      offset = value.upperBound + 1
    }
    return members
  }

  /// Returns the elements of the array in a range.
  fileprivate func elements(in array: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var offset = array.lowerBound + 1
    while offset < array.upperBound - 1 {
      let element = offset..<end(ofValue: offset)
      elements.append(element)
      offset = element.upperBound + 1
    }
    return elements
  }

  fileprivate func json(_ range: Range<Int>) -> JSONValue {
    (try? JSONValue(parsing: buffer(range))) ?? .null
  }

  fileprivate func put(_ range: Range<Int>, to output: JSONWriter) {
    output.state.pointee.buffer.append(UnsafeRawBufferPointer(buffer(range)))
  }

  /// Returns a name, with its quotes, as a token of a pointer in a JSON string.
  fileprivate func token(_ name: Range<Int>) -> [UInt8] {
    var token = [UInt8(ascii: "/")]
    for byte in buffer(name).dropFirst().dropLast() {
      switch byte {
      case UInt8(ascii: "~"): token += "~0".utf8
      case UInt8(ascii: "/"): token += "~1".utf8
      default: token.append(byte)
      }
    }
    return token
  }
}
