import Foundation
import RewindCoding
import RewindJSON

/// A type of actions: its name in a log, and the encoding of its values.
///
/// Determined at the first action of the type, since asking the runtime for names and conformances is slow.
final class ActionEncoder: @unchecked Sendable {
  /// `"type":"NAME"` without the closing quote; an enum's case path follows.
  private let opening: [UInt8]
  /// True if the type conforms to `ActionForm`.
  private let isForm: Bool
  /// Writes values of the type; nil if each value chooses its own form.
  private let write: ActionWriter.Write?
  private let tag: EnumTag?
  private let mayHaveIndirectCases: Bool
  private let lock = UnfairLock()
  /// The case paths of an enum, by case number.
  @exclusivity(unchecked) private var paths: [UInt32: [UInt8]] = [:]
  private let isEnum: Bool
  /// True if a property says of which kind an action is.
  private let hasKind: Bool

  private init(of type: Any.Type, _ action: Any) {
    opening = Array(#""type":"#.utf8) + ActionName.name(of: type).jsonBytes.dropLast()
    isForm = action is any ActionForm
    write = isForm ? nil : ActionWriter.write(for: type)
    isEnum = TypeKind(type) == .enumeration
    hasKind = !isForm && !isEnum && ActionName.kind(of: action) != nil
    tag = EnumTag(of: type)
    mayHaveIndirectCases = tag?.mayHaveIndirectCases ?? true
  }

  /// Appends the members `type` and `payload` or `error` of an action; returns where the content begins.
  static func writeMembers<Action>(
    of action: Action,
    to line: inout LineBuffer
  ) -> (start: Int, isReflected: Bool) {
    switch TypeKind(Action.self) {
    case .structure, .enumeration:
      return writeMembers(ofOpened: action, to: &line)
    default:
      // The dynamic type may differ from the static one, as with any existential. An existential that a
      // generic function converts to `Any` opens to that existential again; so the type is opened, and
      // the action cast to it.
      func write<Dynamic>(_ type: Dynamic.Type) -> (start: Int, isReflected: Bool) {
        guard let action = action as? Dynamic else {
          return writeMembers(ofOpened: action, to: &line)
        }
        return writeMembers(ofOpened: action, to: &line)
      }
      return _openExistential(type(of: action as Any), do: write)
    }
  }

  private static func writeMembers<Action>(
    ofOpened action: Action,
    to line: inout LineBuffer
  ) -> (start: Int, isReflected: Bool) {
    withUnsafePointer(to: action) { of(Action.self, $0.pointee).writeMembers(of: $0, to: &line) }
  }

  private func writeMembers<Action>(
    of action: UnsafePointer<Action>,
    to line: inout LineBuffer
  ) -> (start: Int, isReflected: Bool) {
    guard let write else { return writeAsked(action.pointee, to: &line) }
    line.append(opening)
    if isEnum { line.append(path(of: action)) }
    if hasKind { line.append(text(of: action.pointee)) }
    line.append(#"","payload":"#)
    let start = line.count
    write(action, &line)
    return (start, false)
  }

  /// Writes an action in the form that it chooses itself.
  private func writeAsked(
    _ action: Any,
    to line: inout LineBuffer
  ) -> (start: Int, isReflected: Bool) {
    var bytes: [UInt8] = []
    let (start, isReflected) =
      if isForm, let form = action as? any ActionForm {
        form.writeMembers(to: &bytes)
      } else {
        writeMembers(of: action, to: &bytes)
      }
    defer { line.append(bytes) }
    return (line.count + start, isReflected)
  }

  private func writeMembers(
    of action: Any,
    to bytes: inout [UInt8]
  ) -> (start: Int, isReflected: Bool) {
    bytes += opening
    if isEnum || hasKind { bytes += text(of: action) }
    bytes += #"","payload":"#.utf8
    let start = bytes.count
    return (start, ActionWriter.write(action, to: &bytes))
  }

  // MARK: - Cases

  /// The path of an enum value's cases, as written in a JSON string.
  private func path<Action>(of action: UnsafePointer<Action>) -> [UInt8] {
    guard let number = tag?.number(of: action) else { return text(of: action.pointee) }
    if let known = lock.withLock({ paths[number] }) { return known }
    let text = text(of: action.pointee)
    if isSettledByCase(action) { lock.withLock { paths[number] = text } }
    return text
  }

  private func text(of action: Any) -> [UInt8] {
    let subject: Any? = hasKind ? ActionName.kind(of: action) : action
    let path = subject.map { ActionName.casePath(of: $0) } ?? ""
    return Array(path.jsonBytes.dropFirst().dropLast())
  }

  /// Returns true if all values of this case have the same path.
  ///
  /// They do not where the case carries an action with cases of its own, or an existential that may
  /// hold such an action: an existential has the type of its value after a buffer of three words. (A
  /// class existential has no such buffer, but objects are not actions with cases.)
  private func isSettledByCase<Action>(_ action: UnsafePointer<Action>) -> Bool {
    guard let step = ActionCase(action.pointee), step.isSettled else { return false }
    guard let payload = step.payload else { return true }
    if mayHaveIndirectCases { return false }
    let words = UnsafeRawBufferPointer(start: action, count: MemoryLayout<Action>.size)
    guard words.count >= 32 else { return true }
    let word = words.loadUnaligned(fromByteOffset: 24, as: UInt.self)
    // An enum may keep its case in bits that addresses do not use.
    let address = UInt(truncatingIfNeeded: 0x00FF_FFFF_FFFF_FFF8 as UInt64)
    return word & address != unsafeBitCast(type(of: payload), to: UInt.self) & address
  }

  // MARK: - Known types

  private static let known = UnfairLock()
  @exclusivity(unchecked) nonisolated(unsafe) private static var kinds:
    [ObjectIdentifier: ActionEncoder] = [:]

  private static func of(_ type: Any.Type, _ action: @autoclosure () -> Any) -> ActionEncoder {
    let id = ObjectIdentifier(type)
    if let kind = known.withLock({ kinds[id] }) { return kind }
    let kind = ActionEncoder(of: type, action())
    known.withLock { kinds[id] = kind }
    return kind
  }
}

extension String {
  /// The text as a JSON string.
  fileprivate var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    writeJSON(to: &bytes)
    return bytes
  }
}
