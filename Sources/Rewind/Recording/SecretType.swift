import Foundation
import RewindCoding
import RewindJSON

/// A type whose values are secrets, and the strings that were found in its values.
final class SecretType: @unchecked Sendable {
  let name: String
  private let isOfType: (Any) -> Bool
  private let lock = NSLock()
  private var secrets: Set<String> = []

  /// The depth to which values are searched, the same as that to which they are written.
  private static let depthLimit = 128
  /// The maximum number of secrets remembered; no app needs more.
  private static let secretLimit = 100_000

  init<Secret>(_ type: Secret.Type) {
    name = ActionName.name(of: type)
    isOfType = { $0 is Secret }
  }

  func isSecret(_ text: String) -> Bool {
    lock.withLock { secrets.contains(text) }
  }

  /// Remembers the strings in all values of the type within a value.
  func learn(_ value: Any) {
    var instances: Set<ObjectIdentifier> = []
    learn(value, depth: 0, &instances)
  }

  private func learn(_ value: Any, depth: Int, _ instances: inout Set<ObjectIdentifier>) {
    if isOfType(value) { return remember(value) }
    let mirror = Mirror(reflecting: value)
    guard depth < Self.depthLimit, !mirror.children.isEmpty || mirror.superclassMirror != nil else {
      return
    }
    if mirror.displayStyle == .class {
      guard instances.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
    }
    for case (_, let value?) in mirror.inheritedChildren {
      learn(value, depth: depth + 1, &instances)
    }
  }

  /// Remembers the strings that a value encodes.
  private func remember(_ value: Any) {
    var bytes: [UInt8] = []
    _ = ActionWriter.write(value, to: &bytes)
    var texts: Set<String> = []
    ((try? JSONValue(parsing: bytes)) ?? .null).collectStrings(in: &texts)
    collectKeys(value, depth: 0, in: &texts)
    lock.withLock {
      if secrets.count < Self.secretLimit { secrets.formUnion(texts) }
    }
  }

  /// Adds the keys of the dictionaries within a value: in its text, they look like names of properties.
  private func collectKeys(_ value: Any, depth: Int, in texts: inout Set<String>) {
    let mirror = Mirror(reflecting: value)
    guard depth < Self.depthLimit else { return }
    for child in mirror.children {
      if mirror.displayStyle == .dictionary,
        let pair = child.value as? (key: AnyHashable, value: Any),
        let key = pair.key.base as? String, !key.isEmpty
      {
        texts.insert(key)
      }
      collectKeys(child.value, depth: depth + 1, in: &texts)
    }
  }
}

extension JSONValue {
  fileprivate func collectStrings(in texts: inout Set<String>) {
    switch self {
    case .string(let text):
      // The empty text is everywhere, and reveals nothing.
      if !text.isEmpty { texts.insert(text) }
    case .array(let elements):
      for element in elements { element.collectStrings(in: &texts) }
    case .object(let object):
      for member in object.members { member.value.collectStrings(in: &texts) }
    case .null, .bool, .number:
      break
    }
  }
}
