import Foundation
import RewindCoding
import RewindJSON

/// The paths that an allow-list of redaction admits; everything else is a secret.
///
/// Members that are named like properties and cases of the app's source keep their names, so that a replay can
/// decode the rest. All other names, such as the keys of dictionaries, are
/// secrets too.
final class RedactionAllowList: Sendable {
  private let pointers: [[String]]
  private let keys: Set<String>
  private let names = PropertyNames()

  /// - Parameter paths: JSON Pointers, and names of members at any depth.
  init(_ paths: [String]) {
    pointers = paths.filter { $0.hasPrefix("/") }.map { Redaction.pointer(of: $0).tokens }
    keys = Set(paths.filter { !$0.hasPrefix("/") }.map { $0.lowercased() })
  }

  /// A position in a value, by the part of the list that can still match.
  struct Position {
    fileprivate let list: RedactionAllowList
    /// True if the position, or one around it, is on the list.
    fileprivate(set) var isAdmitted: Bool
    /// The rests of the pointers that may lead to something in it.
    fileprivate var rests: [ArraySlice<String>]

    /// The position of a member or an element.
    func descending(_ token: String) -> Position {
      guard !isAdmitted else { return self }
      let rests = rests.filter { $0.first == "*" || $0.first == token }.map { $0.dropFirst() }
      let isAdmitted = list.admits(token) || rests.contains(where: \.isEmpty)
      return Position(list: list, isAdmitted: isAdmitted, rests: rests)
    }

    /// True if the name of a member here may be written.
    func shows(_ name: String) -> Bool {
      isAdmitted || list.admits(name) || rests.contains { $0.first == name }
        || list.names.contains(name)
    }
  }

  /// The position of a whole state, payload, input or note.
  var root: Position {
    Position(
      list: self,
      isAdmitted: pointers.contains(where: \.isEmpty),
      rests: pointers.map { $0[...] }
    )
  }

  /// True if a name is on the list: that of a member, an input, or `note`.
  func admits(_ name: String) -> Bool { keys.contains(name.lowercased()) }

  /// Learns the names of the properties and cases in a value.
  func collectSecrets(_ value: Any) { names.collectSecrets(value) }
}

/// The names of the properties and cases that occur in values: they stand in the app's source.
final class PropertyNames: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var names: Set<String> = []

  /// The depth to which values are searched, the same as that to which they are written.
  private static let depthLimit = 128

  /// True for the name of a property or case, and for `_0`, `_1`, …: those of values without a label.
  func contains(_ name: String) -> Bool {
    if name.first == "_", name.count <= 3, Int(name.dropFirst()) != nil { return true }
    return lock.withLock { names.contains(name) }
  }

  func collectSecrets(_ value: Any) {
    var found: Set<String> = []
    var instances: Set<ObjectIdentifier> = []
    if let form = value as? any ActionForm { found.formUnion(form.memberNames) }
    collect(Mirror(reflecting: value), of: value, in: &found, 0, &instances)
    lock.withLock { names.formUnion(found) }
  }

  private func collect(
    _ mirror: Mirror,
    of value: Any,
    in found: inout Set<String>,
    _ depth: Int,
    _ instances: inout Set<ObjectIdentifier>
  ) {
    guard depth < Self.depthLimit else { return }
    if mirror.displayStyle == .class, type(of: value) is AnyClass {
      guard instances.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
    }
    if mirror.displayStyle == .enum, mirror.children.isEmpty,
      let name = EnumTag.caseName(of: value)
    {
      found.insert(name)
    }
    // A mirror of the type's own making may have data for labels.
    let isPlain = !(value is any CustomReflectable)
    for child in mirror.inheritedChildren {
      if isPlain, let label = child.label {
        found.insert(label)
        // The property that a wrapper or an observed property stands for.
        if label.hasPrefix("_") { found.insert(String(label.dropFirst())) }
      }
      guard let value = child.value else { continue }
      collect(Mirror(reflecting: value), of: value, in: &found, depth + 1, &instances)
    }
  }
}
