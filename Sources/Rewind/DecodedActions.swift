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

  private var entries: [Entry?] = Array(repeating: nil, count: 1 << slotBits)

  /// Slots for the texts, each for the one that came last: what an app has of small actions, or a page
  /// of a list of them.
  private static var slotBits: Int { 8 }
  /// Texts that are longer do not come again.
  private static var lengthLimit: Int { 160 }

  /// The action that is recorded as `text`, made by `decode` if need be.
  mutating func action<Failure>(
    recordedAs text: ArraySlice<UInt8>,
    _ decode: () throws(Failure) -> Action
  ) throws(Failure) -> Action {
    guard text.count <= Self.lengthLimit else { return try decode() }
    let slot = Self.slot(of: text)
    guard let known = entries[slot], known.text == text else {
      let action = try decode()
      entries[slot] = Entry(text: text, action: action)
      return action
    }
    if known.isValue == true { return known.action }
    let action = try decode()
    if known.isValue == nil { entries[slot]?.isValue = isSameValue(known.action, action) }
    return action
  }

  /// The slot of a text (FNV-1a).
  private static func slot(of text: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash >> (64 - UInt64(slotBits)))
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
