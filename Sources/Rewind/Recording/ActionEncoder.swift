import Foundation
import RewindCoding
import RewindJSON

/// The encoders of the actions of one store, by their types.
final class ActionEncoders: @unchecked Sendable {
  let naming: ActionNaming
  private let lock = UnfairLock()
  @exclusivity(unchecked) private var known: [ObjectIdentifier: ActionEncoder] = [:]
  /// The encoder of the last action: most stores have one type of actions, and hashing takes a while.
  @exclusivity(unchecked) private var last: (type: ObjectIdentifier, encoder: ActionEncoder)?

  init(_ naming: ActionNaming) {
    self.naming = naming
  }

  /// The members of an action in a line.
  struct Written {
    /// The index in the line where the content begins.
    let start: Int
    let isReflected: Bool
    /// True for the first action of its type in the log.
    var isFirst = false
  }

  /// Appends the members `type` and `payload` or `error` of an action, for a line of the log or to compare.
  func writeMembers<Action>(
    of action: Action,
    to line: inout LineBuffer,
    isLogged: Bool
  ) -> Written {
    switch TypeKind(Action.self) {
    case .structure, .enumeration:
      return writeMembers(ofOpened: action, to: &line, isLogged)
    default:
      // The dynamic type may differ from the static one, as with any existential. An existential that a
      // generic function converts to `Any` opens to that existential again; so the type is opened, and
      // the action cast to it.
      func write<Dynamic>(_ type: Dynamic.Type) -> Written {
        guard let action = action as? Dynamic else {
          return writeMembers(ofOpened: action, to: &line, isLogged)
        }
        return writeMembers(ofOpened: action, to: &line, isLogged)
      }
      return _openExistential(type(of: action as Any), do: write)
    }
  }

  private func writeMembers<Action>(
    ofOpened action: Action,
    to line: inout LineBuffer,
    _ isLogged: Bool
  ) -> Written {
    withUnsafePointer(to: action) { action in
      let (encoder, isFirst) = encoder(of: Action.self, action.pointee, isLogged)
      var written =
        if naming.isCustom, let name = naming.customName(of: action.pointee) {
          encoder.writeMembers(of: action, named: name, to: &line)
        } else {
          encoder.writeMembers(of: action, to: &line)
        }
      written.isFirst = isFirst
      return written
    }
  }

  /// Returns the encoder of a type, and whether this is the first action of the type in the log.
  private func encoder(
    of type: Any.Type,
    _ action: @autoclosure () -> Any,
    _ isLogged: Bool
  ) -> (ActionEncoder, isFirst: Bool) {
    let id = ObjectIdentifier(type)
    lock.lock()
    if let last, last.type == id {
      let isFirst = isLogged && last.encoder.beginsLog()
      lock.unlock()
      return (last.encoder, isFirst)
    }
    let known = known[id]
    lock.unlock()
    // Without the lock, since it asks the app's code for names.
    let made = known ?? ActionEncoder(of: type, action(), naming)
    return lock.withLock {
      let encoder = self.known[id] ?? made
      self.known[id] = encoder
      last = (id, encoder)
      return (encoder, isLogged && encoder.beginsLog())
    }
  }
}

/// A type of actions: its name in a log, and the encoding of its values.
///
/// Determined at the first action of the type, since asking the runtime for names and conformances is slow.
final class ActionEncoder: @unchecked Sendable {
  private let name: String
  /// `"type":"NAME"` without the closing quote; an enum's case path follows.
  private let opening: [UInt8]
  /// The members before the payload of an action that has no cases.
  private let plainOpening: [UInt8]
  private static let payloadMember = Array(#"","payload":"#.utf8)
  /// True if the type conforms to `ActionForm`.
  private let isForm: Bool
  /// Writes values of the type; nil if each value chooses its own form.
  private let write: ActionWriter.Write?
  private let naming: ActionNaming
  /// Guarded by the lock of ``ActionEncoders``.
  @exclusivity(unchecked) private var isInLog = false
  private let tag: EnumTag?
  /// By case number, true if all values of the case have the same path; nil if that is not known.
  private let isSettled: [Bool]?
  private let lock = UnfairLock()
  /// The members before the payload, by the case number of an enum; empty for a case that has not been seen.
  @exclusivity(unchecked) private var openings: [[UInt8]] = []
  /// The same by the path of an action, where its case has no number or does not determine the path.
  @exclusivity(unchecked) private var openingsByPath: [String: [UInt8]] = [:]
  private static let pathLimit = 256
  private let isEnum: Bool
  /// True if the type has a mirror of its own: such a mirror may show anything.
  private let hasMirror: Bool
  /// True if a property says of which kind an action is.
  private let hasKind: Bool

  init(of type: Any.Type, _ action: Any, _ naming: ActionNaming) {
    self.naming = naming
    name = ActionName.name(of: type)
    opening = Array(#""type":"#.utf8) + name.jsonBytes.dropLast()
    plainOpening = opening + Self.payloadMember
    isForm = action is any ActionForm
    ActionWriter.reflectIfBlind(type)
    write = isForm ? nil : ActionWriter.write(for: type)
    isEnum = TypeKind(type) == .enumeration
    hasMirror = type is any CustomReflectable.Type
    hasKind = !isForm && !isEnum && ActionNaming.kind(of: action) != nil
    tag = EnumTag(of: type)
    isSettled = PartTypes.payloads(of: type)?.map { payload in
      payload.map { !naming.mayHoldStep($0, in: type) } ?? true
    }
    openings = Array(repeating: [], count: isSettled?.count ?? 0)
  }

  /// Returns true the first time.
  fileprivate func beginsLog() -> Bool {
    defer { isInLog = true }
    return !isInLog
  }

  /// Appends the members of an action that the app gives a name of its own; under `of` is the name that it would
  /// have without.
  func writeMembers<Action>(
    of action: UnsafePointer<Action>,
    named custom: String,
    to line: inout LineBuffer
  ) -> ActionEncoders.Written {
    line.append(#""type":"#)
    line.append(json: custom)
    line.append(#","of":"#)
    line.append(json: name + (isEnum || hasKind ? naming.path(of: action.pointee) : ""))
    line.append(#","payload":"#)
    let start = line.count
    var isReflected = false
    if let write {
      write(action, &line)
    } else {
      var bytes: [UInt8] = []
      isReflected = ActionWriter.write(action.pointee, to: &bytes)
      line.append(bytes)
    }
    return .init(start: start, isReflected: isReflected)
  }

  func writeMembers<Action>(
    of action: UnsafePointer<Action>,
    to line: inout LineBuffer
  ) -> ActionEncoders.Written {
    guard let write else { return writeAsked(action.pointee, to: &line) }
    line.append(opening(of: action))
    let start = line.count
    write(action, &line)
    return .init(start: start, isReflected: false)
  }

  /// Writes an action in the form that it chooses itself.
  private func writeAsked(
    _ action: Any,
    to line: inout LineBuffer
  ) -> ActionEncoders.Written {
    var bytes: [UInt8] = []
    let (start, isReflected) =
      if isForm, let form = action as? any ActionForm {
        form.writeMembers(to: &bytes)
      } else {
        writeMembers(of: action, to: &bytes)
      }
    defer { line.append(bytes) }
    return .init(start: line.count + start, isReflected: isReflected)
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

  /// The members before the payload, the same for all actions of a case.
  private func opening<Action>(of action: UnsafePointer<Action>) -> [UInt8] {
    guard isEnum || hasKind else { return plainOpening }
    guard let isSettled, let number = tag.map({ Int($0.number(of: action)) }),
      isSettled.indices.contains(number), isSettled[number]
    else { return opening(path: naming.path(of: action.pointee)) }
    lock.lock()
    let known = openings[number]
    lock.unlock()
    if !known.isEmpty { return known }
    let opening = opening(with: path(ofSettled: number) ?? text(of: action.pointee))
    lock.withLock { openings[number] = opening }
    return opening
  }

  /// The path of a case whose payload adds nothing to it, without its mirror: the first one takes long.
  private func path(ofSettled number: Int) -> [UInt8]? {
    guard !hasMirror, let name = tag?.name(ofCase: UInt32(number)) else { return nil }
    return Array(".\(name)".jsonBytes.dropFirst().dropLast())
  }

  private func opening(with path: [UInt8]) -> [UInt8] {
    opening + path + Self.payloadMember
  }

  /// The members before the payload, made once for each path.
  private func opening(path: String) -> [UInt8] {
    if let known = lock.withLock({ openingsByPath[path] }) { return known }
    let opening = opening(with: Array(path.jsonBytes.dropFirst().dropLast()))
    lock.withLock {
      // A case may have any text, if its type describes itself.
      if openingsByPath.count < Self.pathLimit { openingsByPath[path] = opening }
    }
    return opening
  }

  private func text(of action: Any) -> [UInt8] {
    Array(naming.path(of: action).jsonBytes.dropFirst().dropLast())
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
