import Foundation

/// The parts of a value whose type is not `Encodable`, for writing and comparing it.
///
/// Values are written in the shape that `Codable` would give them:
///
/// | value | is written as |
/// |---|---|
/// | a structure | an object of its stored properties; nil ones are omitted |
/// | a class instance | the same, with its inherited properties under `super` |
/// | an enum's case | `{"case":{…}}`, payloads under their labels or `_0`, `_1`, … |
/// | a tuple | an object if it has labels, else an array |
/// | an array, a set | an array; a set's is sorted by the elements' text |
/// | a dictionary | an object sorted by its keys if these have names, else an array of keys and values in turn, sorted by the keys' text |
/// | `Substring`, `Character`, `Unicode.Scalar`, `StaticString`, `Float80`, a key path | a string |
/// | an `AttributedString`, where it is not `Encodable` | its characters |
/// | an `Encodable` value | the output of its `encode(to:)` |
/// | a type with a `customMirror` | the mirror's children, in its style; without a style, as a structure, or as an array if they have no labels |
/// | the contents of `Any`, an existential or a variable of a class | the value; an object begins with `"$type"`, if the type is not known otherwise |
/// | any error | the same; an `NSError` as `{"domain":…,"code":…}`, with a `description` if it has one of its own |
/// | an object of Foundation | the value that it bridges to |
/// | a closure, a type, a pointer, an instance that refers to itself, a value nested too deeply | a placeholder: `{"$rewind":"closure"}` |
/// | an instance with a lock, an `unowned` reference, the elements of a `ManagedBuffer`, a property that cannot be copied (`Mutex`) | a placeholder: `{"$rewind":"opaque","type":…}` (``HiddenParts``) |
///
/// Property names lose the underscore and the prefix of wrappers and lazy storage, unless another
/// property has the remaining name. Placeholders can be shown and compared, but not decoded.
/// Nothing here can fail or crash.
protocol ValueView {
  /// Writes the value to the end of an output.
  func write(_ value: UnsafeRawPointer, to output: JSONWriter)

  /// Passes the members of the value to a traversal; it fails if the value is not an object of members.
  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList)
}

extension ValueView {
  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) { walk.fail() }
}

extension ShapeMaker {
  /// Returns the view of a type that is not `Encodable`, and the parts in which its changes are searched.
  mutating func view<Value>(of type: Value.Type) -> (ValueShape.Form, any ValueView) {
    if let leaf = leafView(of: type) { return (.scalar, leaf) }
    if let container = StandardContainers.type(type) as? any StandardContainer.Type {
      let form = container.reflectedForm(&self)
      return (form, form.containerView)
    }
    return (CollectionSearch.finds(in: type) ? .large : .small, ownView(of: type))
  }

  /// Returns the view of a type that is not a container of the standard library.
  private mutating func ownView<Value>(of type: Value.Type) -> any ValueView {
    if let list = type as? any InlineList.Type { return list.view(&self) }
    guard RuntimeAccess.isAllowed, !(type is any CustomReflectable.Type),
      !(type is NSObject.Type), !HiddenParts.of(type).isLocked
    else { return MirrorView<Value>() }
    switch TypeKind(type) {
    case .structure, .tuple:
      if let layout = TypeLayout(of: type), layout.fields.allSatisfy(\.isStrong) {
        return TypeKind(type) == .tuple
          ? TupleView(layout, &self) : StructureView(layout, &self) as any ValueView
      }
    case .enumeration:
      if let layout = EnumLayout(of: type) { return EnumView(layout, &self) }
    case .instance:
      if let layout = InstanceLayout(type, &self) { return InstanceView<Value>(layout) }
    case .existential:
      if ExistentialStorage.isOpaque(type) { return ExistentialView() }
    case .function: return MarkView(mark: .closure)
    case .metatype, .other: break
    }
    return MirrorView<Value>()
  }
}

// MARK: - Texts

/// The view of a value that is written as text.
struct TextView<Value>: ValueView {
  let text: (Value) -> String

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    output.write(text(value.assumingMemoryBound(to: Value.self).pointee))
  }
}

extension ShapeMaker {
  /// Returns the view of a type whose values are texts, or nothing but a handle.
  fileprivate func leafView(of type: Any.Type) -> (any ValueView)? {
    switch type {
    case is Substring.Type: TextView<Substring>(text: { String($0) })
    case is Character.Type: TextView<Character>(text: { String($0) })
    case is Unicode.Scalar.Type: TextView<Unicode.Scalar>(text: { String($0) })
    case is StaticString.Type: TextView<StaticString>(text: { $0.description })
    case is AnyKeyPath.Type: TextView<AnyKeyPath>(text: { KeyPathNames.text(of: $0) })
    case is any Handle.Type: MarkView(mark: .pointer)
    default: platformView(of: type)
    }
  }

  /// Returns the view of a type that has a text, and is `Encodable` or unknown on other systems.
  private func platformView(of type: Any.Type) -> (any ValueView)? {
    #if !canImport(Darwin)
    if type is AttributedString.Type {
      // Of all characters, text is made one by one; of a slice, it is the one that is there.
      return TextView<AttributedString>(text: { String($0.characters[...]) })
    }
    #endif
    #if (arch(i386) || arch(x86_64)) && !os(Windows) && !os(Android)
    if type is Float80.Type { return TextView<Float80>(text: { $0.description }) }
    #endif
    return nil
  }
}

/// The view of a value without writable content.
struct MarkView: ValueView {
  let mark: Placeholder

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) { output.mark(mark) }
}

/// A type whose values are addresses: meaningless in another process.
private protocol Handle {}
extension UnsafePointer: Handle {}
extension UnsafeMutablePointer: Handle {}
extension UnsafeRawPointer: Handle {}
extension UnsafeMutableRawPointer: Handle {}
extension UnsafeBufferPointer: Handle {}
extension UnsafeMutableBufferPointer: Handle {}
extension UnsafeRawBufferPointer: Handle {}
extension UnsafeMutableRawBufferPointer: Handle {}
extension OpaquePointer: Handle {}
extension ObjectIdentifier: Handle {}
extension Unmanaged: Handle {}

// MARK: - Containers

extension ValueShape.Form {
  /// The view of a container of the standard library.
  fileprivate var containerView: any ValueView {
    switch self {
    case .list(let access, let element): ListView(access: access, element: element)
    case .set(let access, let element): SetView(access: access, element: element)
    case .dictionary(let shape): DictionaryView(shape: shape)
    case .optional(let access, let wrapped): OptionalView(access: access, wrapped: wrapped)
    case .scalar, .large, .small: MarkView(mark: .tooDeep)
    }
  }
}

private struct OptionalView: ValueView {
  let access: any OptionalAccess.Type
  let wrapped: UnsafePointer<ValueShape>

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    if access.isNil(value) { return output.writeNull() }
    access.withWrapped(value) { output.write($0, wrapped) }
  }
}

private struct ListView: ValueView {
  let access: any ListAccess.Type
  let element: UnsafePointer<ValueShape>

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard output.openOrMark(.array, .none) != JSONWriter.deadID else { return }
    access.withElements(value) { elements in
      guard var pointer = elements.base else { return }
      let (stride, start) = (element.pointee.stride, output.count)
      for index in 0..<elements.count {
        if index == JSONWriter.sampleCount { output.giveUpEarly(start, elements.count) }
        if output.isBeyondLimit { return }
        output.separate()
        output.write(pointer, element, under: PatchText.token(index))
        pointer += stride
      }
    }
    output.pop()
  }
}

private struct SetView: ValueView {
  let access: any SetAccess.Type
  let element: UnsafePointer<ValueShape>

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard output.openOrMark(.array, .none, sorting: .elements) != JSONWriter.deadID else { return }
    output.withoutTracking {
      access.forEachElement(value) { pointer in
        if output.isBeyondLimit { return }
        output.separate()
        output.write(pointer, element)
      }
    }
    output.pop()
  }
}

private struct DictionaryView: ValueView {
  let shape: DictionaryShape

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    if case .elements = shape.keys {
      if shape.access.keyType == AnyHashable.self, let names = textKeys(value) {
        return write(value, to: output) { names[$0.load(as: AnyHashable.self)] ?? "" }
      }
      return writePairs(value, to: output)
    }
    write(value, to: output, name: shape.name)
  }

  private func write(
    _ value: UnsafeRawPointer,
    to output: JSONWriter,
    name: (UnsafeRawPointer) -> String
  ) {
    guard output.openOrMark(.object, .none, sorting: .members) != JSONWriter.deadID else { return }
    if shape.value.pointee.isValue || output.state.pointee.written == nil {
      shape.access.forEachPair(value) { key, value in
        if output.isBeyondLimit { return }
        output.put(looseKey: name(key))
        output.write(value, shape.value)
      }
    } else {
      writeInOrder(value, to: output, name: name)
    }
    output.pop()
  }

  /// Writes values that may hold instances in the order of the document, so that each is where it comes first.
  private func writeInOrder(
    _ value: UnsafeRawPointer,
    to output: JSONWriter,
    name: (UnsafeRawPointer) -> String
  ) {
    var members: [(name: String, value: ValueBox)] = []
    shape.access.forEachPair(value) { members.append((name($0), ValueBox($1, shape.value))) }
    for member in members.sorted(by: { $0.name.precedesByCodePoints($1.name) }) {
      if output.isBeyondLimit { return }
      output.put(looseKey: member.name)
      output.write(member.value.value, shape.value, under: PatchText.token(member.name))
    }
  }

  private func writePairs(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard output.openOrMark(.array, .none, sorting: .members) != JSONWriter.deadID else { return }
    output.withoutTracking {
      shape.access.forEachPair(value) { key, value in
        if output.isBeyondLimit { return }
        output.separate()
        output.write(key, shape.key)
        output.separate()
        output.write(value, shape.value)
      }
    }
    output.pop()
  }

  /// Returns the names of keys of any type, if all are texts or integers and no two are equal.
  private func textKeys(_ value: UnsafeRawPointer) -> [AnyHashable: String]? {
    var names: [AnyHashable: String] = [:]
    shape.access.forEach(value) { key, _ in
      let key = key.load(as: AnyHashable.self)
      if let name = key.base as? String ?? (key.base as? Int).map(String.init) {
        names[key] = name
      }
    }
    let isComplete = names.count == shape.access.count(value)
    return isComplete && Set(names.values).count == names.count ? names : nil
  }
}

extension JSONWriter {
  /// Writes a value by its shape.
  @inline(__always)
  func write(_ value: UnsafeRawPointer, _ shape: UnsafePointer<ValueShape>) {
    if let write = shape.pointee.writeScalar {
      write(value, self)
    } else {
      shape.pointee.operations.write(value, to: self)
    }
  }
}
