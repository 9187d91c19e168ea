/// The view of an enum: an object with the case as its only member, and the payload in it.
struct EnumView: ValueView {
  private struct Case {
    let name: String
    let key: UnsafeRawBufferPointer
    let token: [UInt8]
    /// The payload, as the object under the case's name.
    let payload: UnsafePointer<ValueShape>
  }

  private let layout: EnumLayout
  private let cases: [Case]

  init(_ layout: EnumLayout, _ maker: inout ShapeMaker) {
    self.layout = layout
    cases = layout.cases.map { enumCase in
      let payload = enumCase.payload ?? Void.self
      let view = PayloadView(payload, hasValue: enumCase.payload != nil, &maker)
      return Case(
        name: enumCase.name,
        key: Part.keyBytes(enumCase.name),
        token: PatchText.token(enumCase.name),
        payload: maker.shape(of: payload, seenAs: view)
      )
    }
  }

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard output.openOrMark(.object, .none) != JSONWriter.deadID else { return }
    let number = layout.number(of: value)
    output.put(key: cases[number].key)
    layout.withPayload(of: value, number) { payload in
      // Not by its type, which may be a number's: the payload is an object of its values.
      output.under(cases[number].token) {
        cases[number].payload.pointee.operations.write(payload, to: output)
      }
    }
    output.pop()
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) {
    let number = layout.number(of: value)
    layout.withPayload(of: value, number) { payload in
      walk.member(members, named: cases[number].name, payload, cases[number].payload)
    }
  }
}

/// The view of a case's payload: an object of its values, under their labels or `_0`, `_1`, ….
private struct PayloadView: ValueView {
  private let parts: PartList

  init(_ payload: Any.Type, hasValue: Bool, _ maker: inout ShapeMaker) {
    if TypeKind(payload) == .tuple, let layout = TypeLayout(of: payload) {
      let parts = layout.fields.enumerated().map { index, field in
        Part(
          CaseValue.name(field.name, at: index),
          field.offset,
          maker.shape(ofAny: field.type),
          omittedIfNil: field.type
        )
      }
      self.parts = PartList(parts)
    } else {
      let value = Part("_0", 0, maker.shape(ofAny: payload))
      parts = PartList(hasValue ? [value] : [])
    }
  }

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    parts.writeObject(value, to: output)
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) {
    parts.visit(value, walk, members)
  }
}
