import Foundation
import RewindJSON

/// The secrets that have pseudonyms, so that they get the same ones elsewhere: the state has an id of an action under
/// another name, or as the key of a dictionary.
///
/// Only hashes are kept, of this process. After 100,000 different values, every key of a dictionary counts as one
/// of them, and other texts do no longer.
final class FollowedSecrets: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var hashes: Set<Int> = []
  /// Those that are the key of a dictionary: looked up by other values, of any length.
  nonisolated(unsafe) private var keys: Set<Int> = []
  nonisolated(unsafe) private var isFull = false

  /// The number of values remembered: some megabytes.
  private static let limit = 100_000
  /// The bytes from which on a text is not one of the words that many values have, such as `start`.
  private static let shortest = 8

  /// Remembers the texts, the numbers and the keys of dictionaries in a value.
  func insert(_ value: JSONValue, isName: (_ key: String) -> Bool = { _ in true }) {
    var (found, keys): (Set<Int>, Set<Int>) = ([], [])
    value.walk { value, _ in
      switch value {
      case .object(let object):
        for member in object.members where !isName(member.key) {
          keys.insert(Self.hash(member.key))
        }
      case .string(let text) where !text.isEmpty: found.insert(Self.hash(text))
      case .number(let number): found.insert(Self.hash(number.text))
      default: break
      }
      return true
    }
    guard !found.isEmpty || !keys.isEmpty else { return }
    lock.withLock {
      if isFull { return }
      hashes.formUnion(found.union(keys))
      self.keys.formUnion(keys)
      if hashes.count > Self.limit { (isFull, hashes, self.keys) = (true, [], []) }
    }
  }

  /// Remembers that the key of a dictionary is one of them.
  func insert(key: String) {
    let hash = Self.hash(key)
    lock.withLock { if hashes.contains(hash) { keys.insert(hash) } }
  }

  /// True for a text that is long enough to be no chance, or is a key by which something is looked up.
  func holds(_ text: String) -> Bool {
    if text.utf8.count >= Self.shortest { return contains(text) }
    return lock.withLock { !keys.isEmpty && keys.contains(Self.hash(text)) }
  }

  /// True for the key of a dictionary.
  func holds(key: String) -> Bool { lock.withLock { isFull } || contains(key) }

  /// True for a text of which a word is one of them.
  func holds(within text: String) -> Bool {
    holds(text) || text.split(whereSeparator: \.isWhitespace).contains { holds(String($0)) }
  }

  private func contains(_ text: String) -> Bool {
    let hash = Self.hash(text)
    return lock.withLock { hashes.contains(hash) }
  }

  private static func hash(_ text: String) -> Int { Pseudonyms.identity(of: text).hashValue }
}
