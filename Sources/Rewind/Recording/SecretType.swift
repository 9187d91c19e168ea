import Foundation
import RewindCoding
import RewindJSON

/// A type whose values are secrets, and the strings that were found in its values.
final class SecretType: @unchecked Sendable {
  let name: String
  private let isOfType: (Any) -> Bool
  private let lock = NSLock()
  private var secrets: Set<String> = []
  /// The lengths of the secrets in bytes, but for those that occur in ordinary words.
  private var lengths: Set<Int> = []
  private var isFullNow = false
  private var isReported = false

  /// The depth to which values are searched, the same as that to which they are written.
  private static let depthLimit = 128
  /// The number of secrets remembered, some ten megabytes of them.
  private static let limit = 100_000
  /// The bytes from which on a secret is also looked for within longer texts.
  private static let shortestPart = 4

  init<Secret>(_ type: Secret.Type) {
    name = ActionName.name(of: type)
    isOfType = { $0 is Secret }
  }

  /// True once there are too many secrets to tell them from other texts.
  var isFull: Bool { lock.withLock { isFullNow } }

  /// Returns true for a text in a value of the type; for every text once there are too many.
  func isSecret(_ text: String) -> Bool {
    lock.withLock { isFullNow || secrets.contains(text) }
  }

  /// Returns true for a text that has a secret anywhere in it.
  func isSecret(within text: String) -> Bool {
    lock.withLock {
      if isFullNow || secrets.contains(text) { return true }
      let bytes = Array(text.utf8)
      return lengths.contains { length in
        length <= bytes.count
          && (0...(bytes.count - length)).contains {
            secrets.contains(String(decoding: bytes[$0..<($0 + length)], as: UTF8.self))
          }
      }
    }
  }

  /// Remembers the strings in all values of the type within a value: those that it stores, those that its
  /// mirror shows, and those that it encodes.
  ///
  /// - Returns: True if there are too many of them, for the first time.
  func collectSecrets(_ value: Any) -> Bool {
    if isFull { return false }
    var instances: Set<ObjectIdentifier> = []
    search(value, isEncoded: false, depth: 0, &instances)
    return lock.withLock {
      defer { isReported = isFullNow }
      return isFullNow && !isReported
    }
  }

  private func search(
    _ value: Any,
    isEncoded: Bool,
    depth: Int,
    _ instances: inout Set<ObjectIdentifier>
  ) {
    if isOfType(value) { return remember(value) }
    guard depth < Self.depthLimit else { return }
    let mirror = Mirror(reflecting: value)
    // What the mirror shows may come from a secret that nobody can see.
    if StoredProperties.areUnknown(beside: mirror, of: value) { return remember(value) }
    if mirror.displayStyle == .class {
      guard instances.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
    }
    let encodable = isEncoded ? nil : value as? any Encodable
    if let encodable {
      EncodedValues { [self] in
        guard isOfType($0) else { return false }
        remember($0)
        return true
      }
      .visit(encodable)
    }
    let parts = Self.parts(of: value, mirror)
    for part in parts {
      search(part, isEncoded: isEncoded || encodable != nil, depth: depth + 1, &instances)
    }
  }

  /// The values that a value consists of, as far as they can be read.
  private static func parts(of value: Any, _ mirror: Mirror) -> [Any] {
    var parts = mirror.inheritedChildren.compactMap(\.value)
    StoredProperties.forEach(besideMirrorOf: value) { parts.append($0) }
    return parts
  }

  /// Remembers the strings of a value.
  private func remember(_ value: Any) {
    var bytes: [UInt8] = []
    _ = ActionWriter.write(value, to: &bytes)
    var texts: Set<String> = []
    (try? JSONValue(parsing: bytes))?.walk { value, _ in
      if let text = value.string { texts.insert(text) }
      return true
    }
    var instances: Set<ObjectIdentifier> = []
    collectStrings(in: value, depth: 0, &texts, &instances)
    // The empty text is everywhere, and reveals nothing.
    texts.remove("")
    lock.withLock {
      secrets.formUnion(texts)
      lengths.formUnion(texts.map(\.utf8.count).filter { $0 >= Self.shortestPart })
      if secrets.count > Self.limit { (isFullNow, secrets, lengths) = (true, [], []) }
    }
  }

  /// Adds the strings in a value, whether it writes them or not, and the keys of its dictionaries: in its
  /// text, those look like names of properties.
  private func collectStrings(
    in value: Any,
    depth: Int,
    _ texts: inout Set<String>,
    _ instances: inout Set<ObjectIdentifier>
  ) {
    if let text = value as? String { texts.insert(text) }
    let mirror = Mirror(reflecting: value)
    guard depth < Self.depthLimit else { return }
    if mirror.displayStyle == .class {
      guard instances.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
    }
    for part in Self.parts(of: value, mirror) {
      if mirror.displayStyle == .dictionary,
        let pair = part as? (key: AnyHashable, value: Any), let key = pair.key.base as? String
      {
        texts.insert(key)
      }
      collectStrings(in: part, depth: depth + 1, &texts, &instances)
    }
  }
}
