import RewindJSON

/// The difference between two texts of one value, both written by an output.
///
/// Mostly the differences lie close together (``TextDifference``). Otherwise objects with the same
/// names in the same order are traversed side by side, and so are arrays between the elements that
/// are equal at either end. For the rest ``Patch`` compares the values.
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
    if let place = TextDifference(old, new)?.innermost {
      change.compare(place, in: place.containers, &patch)
    } else {
      change.compare(0..<old.count, 0..<new.count, &patch)
    }
  }

  /// Compares a value that lies within these containers, outermost first.
  private func compare(
    _ place: TextDifference.Place,
    in containers: ArraySlice<TextDifference.Container>,
    _ patch: inout PatchText
  ) {
    guard let container = containers.first else { return compare(place.old, place.new, &patch) }
    let mark = patch.mark
    patch.enter(container.name.map { old.token($0) } ?? PatchText.token(container.index))
    compare(place, in: containers.dropFirst(), &patch)
    patch.leave(to: mark)
    let minimumSize = place.new.upperBound - container.start + 1
    patch.replaceIfShorter(since: mark, minimumSize: minimumSize) { output in
      new.put(container.start..<new.end(ofValue: container.start), to: output)
    }
  }

  private func compare(_ a: Range<Int>, _ b: Range<Int>, _ patch: inout PatchText) {
    guard old.text(a) != new.text(b) else { return }
    let mark = patch.mark
    switch (old.bytes[a.lowerBound], new.bytes[b.lowerBound]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "{")):
      guard compareMembers(a, b, &patch) else {
        patch.goBack(to: mark)
        return compareValues(a, b, &patch)
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
    var (place, newPlace) = (a.lowerBound + 1, b.lowerBound + 1)
    while place < a.upperBound - 1, newPlace < b.upperBound - 1 {
      let name = place..<old.end(ofString: place)
      let newName = newPlace..<new.end(ofString: newPlace)
      guard old.text(name) == new.text(newName) else { return false }
      let value = (name.upperBound + 1)..<old.end(ofValue: name.upperBound + 1)
      let newValue = (newName.upperBound + 1)..<new.end(ofValue: newName.upperBound + 1)
      if old.text(value) != new.text(newValue) {
        let mark = patch.mark
        patch.enter(new.token(newName))
        compare(value, newValue, &patch)
        patch.leave(to: mark)
      }
      (place, newPlace) = (value.upperBound + 1, newValue.upperBound + 1)
    }
    return place >= a.upperBound - 1 && newPlace >= b.upperBound - 1
  }

  // MARK: - Elements

  /// Compares two arrays between the elements that are equal at either end, as ``ListChange`` does.
  private func compareElements(_ a: Range<Int>, _ b: Range<Int>, _ patch: inout PatchText) {
    let (before, after) = (old.elements(in: a), new.elements(in: b))
    let shorter = min(before.count, after.count)
    let isSame = { old.text(before[$0]) == new.text(after[$1]) }
    let head = (0..<shorter).first { !isSame($0, $0) } ?? shorter
    let tail =
      (0..<shorter - head).first { !isSame(before.count - 1 - $0, after.count - 1 - $0) }
      ?? shorter - head
    let (oldMiddle, newMiddle) = (
      before[head..<before.count - tail], after[head..<after.count - tail]
    )
    if oldMiddle.isEmpty {
      for place in newMiddle.indices { add(newMiddle[place], at: place, &patch) }
    } else if newMiddle.isEmpty {
      for _ in oldMiddle { patch.remove(PatchText.token(head)) }
    } else if oldMiddle.count == newMiddle.count {
      let places = newMiddle.indices.filter { !isSame($0, $0) }
      guard places.count == 1 || places.count * 2 <= newMiddle.count else {
        return align(oldMiddle, newMiddle, &patch)
      }
      for place in places { change(before[place], after[place], at: place, &patch) }
    } else {
      align(oldMiddle, newMiddle, &patch)
    }
  }

  private func align(
    _ before: ArraySlice<Range<Int>>,
    _ after: ArraySlice<Range<Int>>,
    _ patch: inout PatchText
  ) {
    let head = before.startIndex
    let values = (before.map { old.json($0) }, after.map { new.json($0) })
    for step in ArrayAlignment(values.0, values.1, effort: &patch.effort).steps {
      switch step {
      case .remove(let index):
        patch.remove(PatchText.token(head + index))
      case .add(let place, let index):
        add(after[head + place], at: head + index, &patch)
      case .move(let from, let to):
        patch.move(PatchText.token(head + from), to: PatchText.token(head + to))
      case .compare(let old, let new, let index):
        change(before[head + old], after[head + new], at: head + index, &patch)
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

  // MARK: - Values

  private func compareValues(_ a: Range<Int>, _ b: Range<Int>, _ patch: inout PatchText) {
    guard let before = try? JSONValue(parsing: old.buffer(a)),
      let after = try? JSONValue(parsing: new.buffer(b))
    else { return patch.replace { new.put(b, to: $0) } }
    patch.apply(Patch(from: before, to: after))
  }
}

/// Makes patches between values that are given as texts.
package enum TextPatch {
  /// Returns the JSON Patch from one text of a value to another, as JSON text.
  ///
  /// Both are JSON without white space, as an encoder here or ``JSONValue`` writes it. O(bytes) to
  /// compare, plus the cost of the differences.
  package static func text(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    let output = JSONWriter.take()
    defer { output.giveBack() }
    output.put("[")
    var patch = PatchText(output)
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in TextChange.write(from: old, to: new, &patch) }
    }
    output.put("]")
    return Array(output.state.pointee.buffer.contents)
  }
}

extension TrustedJSON {
  /// Bytes that compare by content.
  fileprivate struct Text: Equatable {
    let bytes: UnsafeRawBufferPointer

    static func == (a: Text, b: Text) -> Bool { a.bytes.hasSameBytes(as: b.bytes) }
  }

  fileprivate func text(_ range: Range<Int>) -> Text {
    Text(bytes: UnsafeRawBufferPointer(buffer(range)))
  }

  fileprivate func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
  }

  /// Returns the elements of the array in a range.
  fileprivate func elements(in array: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var place = array.lowerBound + 1
    while place < array.upperBound - 1 {
      let element = place..<end(ofValue: place)
      elements.append(element)
      place = element.upperBound + 1
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
