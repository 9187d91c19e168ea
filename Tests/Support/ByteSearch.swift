import Foundation

extension String {
  /// Returns true if the bytes of another text stand somewhere in this one.
  ///
  /// Foundation's `contains` compares what two texts mean, character by character: with a thousand secrets and the
  /// output of a dozen commands, it took longer than the commands.
  public func containsBytes(of text: some StringProtocol) -> Bool {
    withCString { whole in
      String(text).withCString { part in
        // A zero byte ends a text of C, but not this one.
        var rest = whole
        while rest <= whole + utf8.count {
          if strstr(rest, part) != nil { return true }
          rest += strlen(rest) + 1
        }
        return false
      }
    }
  }
}

extension Sequence where Element: Collection<UInt8> {
  /// The bytes of all elements, one after the other; unoptimized, `Array(joined())` takes ten times as long.
  public var joinedBytes: [UInt8] { reduce(into: []) { $0 += $1 } }
}
