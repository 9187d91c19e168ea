extension JSONWriter {
  /// Opens a frame in another one; it is closed when its sibling is written.
  ///
  /// `open` opens it at the end of the output and returns its id.
  @inline(__always)
  func nest(in level: Int, _ open: () -> Int) -> Int {
    do {
      let way = try begin(level)
      if case .nowhere = way { return Self.deadID }
      let id = open()
      end(way)
      return id
    } catch {
      return isInUse(level) ? Self.deadID : Self.foreignID
    }
  }

  /// Opens a frame, or writes a placeholder if it would be too deep.
  func openOrMark(
    _ kind: ContainerFrame.Kind,
    _ step: PathStep,
    sorting: Sorting = .none
  ) -> Int {
    let id = open(kind, step, sorting: sorting)
    if id == Self.deadID { mark(.tooDeep) }
    return id
  }

  /// Opens a slot, or writes a placeholder if it would be too deep.
  func openSlotOrMark(_ step: PathStep) -> Int {
    guard hasRoom else {
      state.pointee.isAbridged = true
      mark(.tooDeep)
      return Self.deadID
    }
    return push(.slot, step, sorting: .none)
  }
}

extension JSONWriter {
  /// Returns a container for an open object; it writes nothing where there is no such object.
  @inline(__always)
  func keyedContainer<Key: CodingKey>(_ level: Int) -> KeyedEncodingContainer<Key> {
    guard level > 0 else {
      return KeyedEncodingContainer(KeyedWriter(self, KeyTable.unused, KeyedFrame(level)))
    }
    let table = state.pointee.tables.table(of: Key.self)
    adopt(table, in: level)
    return table.pointee.spare.container(self, table, level: level)
  }

  /// Notes that an object is written with the keys of a table.
  @_transparent
  private func adopt(_ table: UnsafeMutablePointer<KeyTable>, in level: Int) {
    guard topID == level else { return adoptSecond(table, in: level) }
    if top.pointee.table == nil {
      top.pointee.table = table
      if table.pointee.isDictionary { top.pointee.sorting = .members }
    } else if top.pointee.table != table {
      top.pointee.mayRepeatKeys = true
    }
  }

  @inline(never)
  private func adoptSecond(_ table: UnsafeMutablePointer<KeyTable>, in id: Int) {
    guard let level = find(id), level.pointee.table != table else { return }
    level.pointee.mayRepeatKeys = true
  }
}
