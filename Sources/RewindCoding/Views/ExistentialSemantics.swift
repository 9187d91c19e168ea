/// Decides whether values that hold existentials are values now, so that equal memory means equal values.
///
/// `any Shape` may hold a structure or an object; which, only each value shows. Without it, every action would write
/// the text of all that holds an existential: of 500 small structures, 8 ms in a debug build.
struct ExistentialSemantics {
  private enum Form {
    /// A value, whatever it holds.
    case value
    case existential
    case error
    case parts([(offset: Int, part: ExistentialSemantics)])
    case cases(EnumLayout, [ExistentialSemantics?])
    indirect case optional(any OptionalAccess.Type, ExistentialSemantics)
    indirect case list(any ListAccess.Type, ExistentialSemantics)
    indirect case dictionary(any DictionaryAccess.Type, ExistentialSemantics)
  }

  private let form: Form

  /// Nil if values of the type hold anything but values and existentials, or the type contains itself.
  init?(_ type: Any.Type) { self.init(type, in: []) }

  private init?(_ type: Any.Type, in owners: [Any.Type]) {
    guard !owners.contains(where: { $0 == type }),
      let form = Self.form(of: type, owners + [type])
    else { return nil }
    self.form = form
  }

  private static func form(of type: Any.Type, _ owners: [Any.Type]) -> Form? {
    if ValueSemantics.isValue(type) { return .value }
    if let container = StandardContainers.type(type) {
      guard let last = container.parts.last, let held = Self(last, in: owners) else { return nil }
      switch type {
      case let optional as any OptionalAccess.Type: return .optional(optional, held)
      case let list as any ListAccess.Type: return .list(list, held)
      case let dictionary as any DictionaryAccess.Type
      where ValueSemantics.isValue(dictionary.keyType):
        return .dictionary(dictionary, held)
      default: return nil
      }
    }
    switch TypeKind(type) {
    case .existential:
      if type == (any Error).self { return .error }
      return ExistentialStorage.isOpaque(type) ? .existential : nil
    case .structure, .tuple: return parts(of: type, owners)
    case .enumeration: return cases(of: type, owners)
    default: return nil
    }
  }

  private static func parts(of type: Any.Type, _ owners: [Any.Type]) -> Form? {
    guard let layout = TypeLayout(of: type) else { return nil }
    var parts: [(offset: Int, part: ExistentialSemantics)] = []
    for field in layout.contents where !ValueSemantics.isValue(field.type, in: type) {
      guard field.isStrong, let part = Self(field.type, in: owners) else { return nil }
      parts.append((field.offset, part))
    }
    return .parts(parts)
  }

  private static func cases(of type: Any.Type, _ owners: [Any.Type]) -> Form? {
    guard let layout = EnumLayout(of: type) else { return nil }
    var payloads: [ExistentialSemantics?] = []
    for payload in layout.cases.map(\.payload) {
      guard let payload, !ValueSemantics.isValue(payload, in: type) else {
        payloads.append(nil)
        continue
      }
      guard let held = Self(payload, in: owners) else { return nil }
      payloads.append(held)
    }
    return .cases(layout, payloads)
  }

  /// Returns true if all existentials in a value hold values.
  func holdValues(_ value: UnsafeRawPointer) -> Bool {
    switch form {
    case .value: return true
    case .existential: return HeldType.of(ExistentialStorage.type(in: value)).isValue
    case .error:
      let error = value.assumingMemoryBound(to: (any Error).self)
      return HeldType.of(type(of: error.pointee)).isValue
    case .parts(let parts):
      for (offset, part) in parts where !part.holdValues(value + offset) { return false }
      return true
    case .cases(let layout, let payloads):
      let number = layout.number(of: value)
      var isValue = true
      if let payload = payloads[number] {
        layout.withPayload(of: value, number) { isValue = payload.holdValues($0) }
      }
      return isValue
    case .optional(let optional, let wrapped):
      var isValue = true
      optional.withWrapped(value) { isValue = wrapped.holdValues($0) }
      return isValue
    case .list(let list, let element):
      var isValue = true
      list.withElements(value) { elements in
        guard let first = elements.base else { return }
        isValue = (0..<elements.count).allSatisfy { element.holdValues(first + $0 * list.stride) }
      }
      return isValue
    case .dictionary(let dictionary, let held):
      var isValue = true
      dictionary.forEach(value) { isValue = isValue && held.holdValues($1) }
      return isValue
    }
  }
}
