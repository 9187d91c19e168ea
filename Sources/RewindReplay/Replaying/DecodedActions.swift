import Foundation

/// Actions that were made of recorded ones already, so that what is recorded alike is decoded once.
///
/// Sessions are full of actions that carry nothing or little: the same button again, a switch that is
/// either on or off. An action is given out a second time only if decoding it twice gave values that
/// are the same in every part and hold no object: then nobody can tell one from the other.
struct DecodedActions<Action> {
  private struct Entry {
    let text: ArraySlice<UInt8>
    let action: Action
    /// Whether the action may be given out again; nil as long as it was decoded only once.
    var isValue: Bool?
  }

  /// Actions that were given out again, less those that could not be.
  private var merit = 0
  private var entries: [Entry?] = Array(repeating: nil, count: 1 << slotBits)

  /// Slots for the texts, each for the one that came last: what an app has of small actions, or a page
  /// of a list of them.
  private static var slotBits: Int { 8 }
  /// Texts that are longer do not come again.
  private static var lengthLimit: Int { 160 }
  /// Actions that came in vain until no more are kept: in some sessions none is like another.
  private static var patience: Int { 2_000 }

  /// The action that is recorded as `text`, made by `decode` if need be.
  mutating func action<Failure>(
    recordedAs text: ArraySlice<UInt8>,
    _ decode: () throws(Failure) -> Action
  ) throws(Failure) -> Action {
    guard text.count <= Self.lengthLimit, merit > -Self.patience else { return try decode() }
    let slot = Self.slot(of: text)
    guard let known = entries[slot], known.text == text else {
      let action = try decode()
      merit -= 1
      entries[slot] = Entry(text: text, action: action)
      return action
    }
    if known.isValue == true {
      merit = min(merit + 1, Self.patience)
      return known.action
    }
    let action = try decode()
    if known.isValue == nil { entries[slot]?.isValue = isSameValue(known.action, action) }
    return action
  }

  /// The slot of a text: multiplied and folded, eight bytes at a time, of which the last may overlap.
  private static func slot(of text: ArraySlice<UInt8>) -> Int {
    text.withUnsafeBytes { bytes in
      var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
      func add(_ position: Int) {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
      }
      guard bytes.count >= 8 else { return 0 }
      for position in stride(from: 0, through: bytes.count - 8, by: 8) { add(position) }
      add(bytes.count - 8)
      return Int(truncatingIfNeeded: hash >> (64 - UInt64(slotBits)))
    }
  }
}

/// Whether two values are the same in every part, and hold nothing that has an identity.
private func isSameValue(_ one: Any, _ other: Any) -> Bool {
  guard type(of: one) == type(of: other), !(type(of: one) is AnyClass) else { return false }
  switch one {
  case is String, is Bool, is any BinaryInteger, is any BinaryFloatingPoint, is Date, is UUID,
    is Data, is URL, is Decimal:
    return one as? AnyHashable == other as? AnyHashable
  default:
    break
  }
  let (mirror, otherMirror) = (Mirror(reflecting: one), Mirror(reflecting: other))
  switch mirror.displayStyle {
  case .struct, .enum, .tuple, .optional, .collection, .set, .dictionary: break
  default: return false
  }
  // What describes itself may leave something out; the containers of the library do not.
  let isContainer = [.collection, .set, .dictionary, .optional].contains(mirror.displayStyle)
  guard isContainer || !(one is any CustomReflectable),
    mirror.children.count == otherMirror.children.count
  else { return false }
  if mirror.displayStyle == .enum, mirror.children.isEmpty { return "\(one)" == "\(other)" }
  return zip(mirror.children, otherMirror.children).allSatisfy {
    $0.label == $1.label && isSameValue($0.value, $1.value)
  }
}
