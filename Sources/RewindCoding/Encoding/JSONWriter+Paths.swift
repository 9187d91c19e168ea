extension JSONWriter {
  /// Returns the keys from the document's root to the frame.
  func codingPath(of id: Int) -> [any CodingKey] {
    guard isInUse(id) else { return [] }
    var path: [any CodingKey] = []
    var id = id
    while id > 0, let level = level(id) {
      switch level.step {
      case .none: break
      case .element(let index): path.append(PathKey(index: index))
      case .entry(let entry): path.append(entry.pointee.key)
      case .loose(let number): path.append(state.pointee.looseKeys[number])
      case .written(let start): path.append(writtenKey(at: start))
      }
      id = level.parent
    }
    return path.reversed()
  }

  /// Returns the key of a dictionary, read from the output's own bytes; keys of digits are integers.
  private func writtenKey(at start: Int) -> PathKey {
    let bytes = (state.pointee.interrupted.first?.buffer ?? state.pointee.buffer).bytes
    let opening = bytes[start] == UInt8(ascii: ",") ? start + 1 : start
    let written = TrustedJSON(bytes: bytes)
    let text = written.string(from: opening, to: written.end(ofString: opening))
    return PathKey(stringValue: text, intValue: Int(text))
  }

  private func level(_ id: Int) -> ContainerFrame? {
    if let open = find(id) { return open.pointee }
    return state.pointee.closed.last { $0.level.id == id }?.level
  }
}
