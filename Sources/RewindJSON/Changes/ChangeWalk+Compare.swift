extension ChangeWalk {
  /// Holds a value against the one remembered, from which its memory differs or which is none, writes
  /// what is different, and remembers it instead.
  func update(_ remembered: Remembered, _ value: UnsafeRawPointer) {
    let shape = remembered.shape
    if let last = remembered.value {
      compare(last, value, shape, remembered)
      remembered.take(value)
    } else if let members = remembered.members {
      let mark = patch.mark
      if compareMembers(members, value, shape) { return }
      patch.goBack(to: mark)
      remembered.members = nil
      remembered.text = text(value, shape)
      patch.replace { write(value, shape, to: $0) }
    } else {
      let text = text(value, shape)
      remembered.text.withUnsafeBytes { old in
        text.withUnsafeBytes { new in TextChange.write(from: old, to: new, &patch) }
      }
      remembered.text = text
    }
  }

  /// Writes what is different between two values whose type is a value.
  ///
  /// `holder` keeps what was found out about the older one's members.
  func compare(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ holder: Remembered? = nil
  ) {
    if shape.pointee.comparison.isEqual(old, new) { return }
    switch shape.pointee.form {
    case .small where holder == nil, .scalar:
      compareTexts(old, new, shape)
    case .list(let list):
      list.withElements(old, new) { ListChange($0, $1, list.elementShape(output)).write(self) }
    case .dictionary(let dictionary):
      compareKeys(old, new, shape, dictionary)
    case .optional(let optional):
      optional.withWrapped(old, new) { old, new in
        if let old, let new {
          compare(old, new, optional.wrappedShape(output))
        } else {
          replace(new: new, shape, optional)
        }
      }
    case .small, .large:
      // What has a place of its own keeps its members: the next time they need not be asked of both.
      compareMembers(old, new, shape, holder)
    }
  }

  private func compareTexts(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) {
    let start = scratch.count
    write(old, shape, to: scratch)
    let middle = scratch.count
    // So that neither runs on into the other.
    scratch.put(UInt8(ascii: ","))
    write(new, shape, to: scratch)
    let texts = UnsafeRawBufferPointer(scratch.state.pointee.buffer.contents)
    TextChange.write(
      from: UnsafeRawBufferPointer(rebasing: texts[start..<middle]),
      to: UnsafeRawBufferPointer(rebasing: texts[(middle + 1)...]),
      &patch
    )
    scratch.truncate(to: start)
  }

  private func replace(
    new: UnsafeRawPointer?,
    _ shape: UnsafePointer<ValueShape>,
    _ optional: any OptionalOperations.Type
  ) {
    patch.replace { output in
      guard let new else { return output.writeNull() }
      write(new, optional.wrappedShape(output), to: output)
    }
  }
}

// MARK: - Members

extension ChangeWalk {
  private func compareMembers(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ holder: Remembered?
  ) {
    let mark = patch.mark
    if let members = holder?.members ?? members(of: old, shape),
      compareMembers(members, new, shape)
    {
      holder?.members = members
    } else {
      patch.goBack(to: mark)
      holder?.members = nil
      compareTexts(old, new, shape)
    }
  }

  /// Goes through the members of a value; false where it has anything else.
  private func compareMembers(
    _ members: MemberList,
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) -> Bool {
    let mark = patch.mark
    guard visit(value, shape, members) else { return false }
    for missing in members.removeMissing() { patch.remove(missing.token) }
    patch.replaceIfShorter(since: mark, minimumSize: members.minimumSize) {
      write(value, shape, to: $0)
    }
    return true
  }
}

// MARK: - Dictionaries

extension ChangeWalk {
  private func compareKeys(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ dictionary: any DictionaryOperations.Type
  ) {
    let valueShape = dictionary.valueShape(output)
    let comparison = valueShape.pointee.comparison
    guard let differences = dictionary.differences(old, new, comparison) else {
      return compareTexts(old, new, shape)
    }
    let mark = patch.mark
    for difference in differences {
      dictionary.withValues(of: difference, old, new) { old, new in
        write(difference.name, old, new, valueShape)
      }
    }
    patch.replaceIfShorter(since: mark, minimumSize: 5 * dictionary.count(new) + 1) {
      write(new, shape, to: $0)
    }
  }

  private func write(
    _ name: String,
    _ old: UnsafeRawPointer?,
    _ new: UnsafeRawPointer?,
    _ shape: UnsafePointer<ValueShape>
  ) {
    let token = PatchText.token(name)
    switch (old, new) {
    case (nil, nil):
      break
    case (nil, let new?):
      patch.add(token) { write(new, shape, to: $0) }
    case (_?, nil):
      patch.remove(token)
    case (let old?, let new?):
      let mark = patch.mark
      patch.enter(token)
      compare(old, new, shape)
      patch.leave(to: mark)
    }
  }
}
