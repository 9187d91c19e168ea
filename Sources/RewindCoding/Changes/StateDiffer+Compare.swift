extension StateDiffer {
  /// Compares a value with the remembered one, whose memory differs or which is not a value; writes
  /// the differences, and remembers it instead.
  func update(_ remembered: ValueSnapshot, _ value: UnsafeRawPointer) {
    let shape = remembered.shape
    if let last = remembered.value, !isValue(value, shape) {
      remembered.holdText(text(last, shape))
    }
    if let last = remembered.value {
      compare(last, value, shape, remembered)
      remembered.take(value)
    } else if let members = remembered.members {
      let mark = patch.mark
      let objectCount = objects?.count ?? 0
      if compareMembers(members, value, shape) { return }
      patch.goBack(to: mark)
      objects?.forget(after: objectCount)
      remembered.members = nil
      remembered.text = text(value, shape)
      patch.replace { output in
        remembered.text.withUnsafeBytes { output.state.pointee.buffer.append($0) }
      }
    } else {
      let text = text(value, shape)
      remembered.text.withUnsafeBytes { old in
        text.withUnsafeBytes { new in TextChange.write(from: old, to: new, &patch) }
      }
      remembered.text = text
    }
  }

  /// Writes the differences between two values of a value type.
  ///
  /// `holder` caches what was determined about the older one's members.
  func compare(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ holder: ValueSnapshot? = nil
  ) {
    if shape.pointee.comparison.isEqual(old, new) { return }
    switch shape.pointee.form {
    case .small where holder == nil, .scalar:
      if hasSameContent(old, new, shape) { return }
      // Texts are compared above; what is left is to write the new one.
      if shape.pointee.holdsString { return replace(text: new, shape) }
      compareTexts(old, new, shape)
    case .list(let list, let element):
      list.withElements(old, new) { ListChange($0, $1, element, self).write() }
    case .set(let set, let element):
      HashChange(set, element, self).write(old, new, shape, holder)
    case .dictionary(let dictionary):
      HashChange(dictionary, self).write(old, new, shape, holder)
    case .optional(let optional, let wrapped):
      compare(old, new, optional, wrapped, holder)
    case .small, .large:
      if shape.pointee.isReflected, hasOtherCase(old, new, shape) {
        return replace(new, shape, holder)
      }
      // A value with a snapshot keeps its members: the next time only the new value has to encode them.
      compareMembers(old, new, shape, holder)
    }
  }

  private func compare(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ optional: any OptionalAccess.Type,
    _ wrapped: UnsafePointer<ValueShape>,
    _ holder: ValueSnapshot?
  ) {
    switch (optional.isNil(old), optional.isNil(new)) {
    case (true, true): break
    case (_, true): patch.replace { $0.writeNull() }
    case (true, false):
      patch.replace { output in
        optional.withWrapped(new) { write($0, wrapped, to: output) }
      }
    case (false, false):
      optional.withWrapped(old) { old in
        optional.withWrapped(new) { new in compare(old, new, wrapped, holder) }
      }
    }
  }

  /// Replaces a string; a long one whose bytes alone exceed the limit is not written at all.
  private func replace(text new: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) {
    let count = new.assumingMemoryBound(to: String.self).pointee.utf8.count
    if wouldGiveUp(count) { return giveUp() }
    patch.replace { write(new, shape, to: $0) }
  }

  /// Replaces a value of which nothing remains.
  private func replace(
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ holder: ValueSnapshot?
  ) {
    holder?.members = nil
    patch.replace { write(new, shape, to: $0) }
  }

  /// Returns true if two values of an enum have different cases, and different payloads.
  ///
  /// The old text need not be known then: of a list that has been loaded, it would take as long as the new one.
  /// A payload that is in both moves from case to case, which the texts show.
  private func hasOtherCase(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) -> Bool {
    guard let cases = shape.pointee.cases else { return false }
    let (before, after) = (cases.number(of: old), cases.number(of: new))
    guard before != after else { return false }
    guard let payload = cases.cases[before].payload, payload == cases.cases[after].payload else {
      return true
    }
    var (order, isSame) = (false, false)
    cases.withPayload(of: old, before) { old in
      cases.withPayload(of: new, after) { new in
        isSame = ContentComparison.of(payload).isEqual(old, new, &order)
      }
    }
    return !isSame
  }

  /// Returns true if two values at different addresses have the same contents and the same text.
  func hasSameContent(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) -> Bool {
    guard let content = shape.pointee.content else { return false }
    var hasOtherOrder = false
    guard content.isEqual(old, new, &hasOtherOrder) else { return false }
    let trust = shape.pointee.orderTrust
    if !hasOtherOrder || trust.isTrusted { return true }
    let isSame = text(old, shape) == text(new, shape)
    trust.learn(areWrittenAlike: isSame)
    return isSame
  }

  func compareTexts(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) {
    let start = scratch.count
    write(old, shape, to: scratch)
    let middle = scratch.count
    // So that the first text cannot run into the second.
    scratch.put(UInt8(ascii: ","))
    write(new, shape, to: scratch)
    let texts = UnsafeRawBufferPointer(scratch.state.pointee.buffer.contents)
    let before = UnsafeRawBufferPointer(rebasing: texts[start..<middle])
    let after = UnsafeRawBufferPointer(rebasing: texts[(middle + 1)...])
    if shape.pointee.writeScalar == nil {
      TextChange.write(from: before, to: after, &patch)
    } else if !before.hasSameBytes(as: after) {
      patch.replace { $0.state.pointee.buffer.append(after) }
    }
    scratch.truncate(to: start)
  }
}

// MARK: - Members

extension StateDiffer {
  private func compareMembers(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ holder: ValueSnapshot?
  ) {
    let mark = patch.mark
    if let members = holder?.members ?? members(of: old, shape),
      sources.within(old, new, shape, at: patch.path.count, { compareMembers(members, new, shape) })
    {
      holder?.members = members
    } else {
      patch.goBack(to: mark)
      if hasOtherCase(old, new, shape) { return replace(new, shape, holder) }
      holder?.members = nil
      compareTexts(old, new, shape)
    }
  }

  /// Traverses the members of a value; returns false if it encodes anything else.
  private func compareMembers(
    _ members: MemberList,
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) -> Bool {
    let mark = patch.mark
    let objectCount = objects?.count ?? 0
    guard visit(value, shape, members) else { return false }
    if let rows = members.rows, !rows.finish(self) { return false }
    removeMissing(members)
    patch.replaceIfShorter(since: mark, minimumSize: members.minimumSize) {
      writeAgain(value, shape, objectCount, to: $0)
    }
    return true
  }

  private func removeMissing(_ members: MemberList) {
    for missing in members.removeMissing() { patch.remove(missing.token) }
    for member in members.members {
      guard let nested = member.nested else { continue }
      let mark = patch.mark
      patch.enter(member.token)
      removeMissing(nested)
      patch.leave(to: mark)
    }
  }
}
