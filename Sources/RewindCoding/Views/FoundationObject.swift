import Foundation

/// Writes objects of Foundation as the values that they bridge to: property lists, push messages
/// and `JSONSerialization` consist of them.
enum FoundationObject {
  /// Writes an object; returns false if it bridges to nothing.
  static func write(_ object: NSObject, to output: JSONWriter) -> Bool {
    switch object {
    case is NSNull: output.writeNull()
    case let text as NSString: output.write(text.substring(from: 0))
    case let number as NSNumber: write(number, to: output)
    case let date as NSDate:
      output.write(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let data as NSData: output.write(Data(referencing: data))
    case let url as NSURL:
      // An optional on Apple's systems only.
      let text: String? = url.absoluteString
      output.write(text ?? "")
    case let uuid as NSUUID: output.write(uuid.uuidString)
    case let error as NSError: write(error, to: output)
    case let text as NSAttributedString: output.write(text.string)
    case let list as NSArray:
      write((0..<list.count).map { list.object(at: $0) }, .none, to: output)
    case let list as NSOrderedSet:
      write((0..<list.count).map { list.object(at: $0) }, .none, to: output)
    case let set as NSSet: write(set.allObjects, .elements, to: output)
    case let dictionary as NSDictionary: write(dictionary, to: output)
    default: return false
    }
    return true
  }

  private static func write(_ number: NSNumber, to output: JSONWriter) {
    if let decimal = number as? NSDecimalNumber { return output.write(decimal.decimalValue) }
    // Booleans are numbers with their own class, on every system.
    if String(describing: type(of: number)).contains("Boolean") {
      return output.write(number.boolValue)
    }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"): output.write(number.doubleValue)
    case UInt8(ascii: "f"): output.write(number.floatValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): output.write(integer: number.uint64Value)
    default: output.write(integer: number.int64Value)
    }
  }

  /// Writes an error's domain, code and description; other contents may be anything, and may depend
  /// on the system's language.
  private static func write(_ error: NSError, to output: JSONWriter) {
    guard output.openOrMark(.object, .none) != JSONWriter.deadID else { return }
    output.put(looseKey: "domain")
    output.write(error.domain)
    output.put(looseKey: "code")
    output.write(integer: error.code)
    if let description = error.userInfo[NSLocalizedDescriptionKey] as? String {
      output.put(looseKey: "description")
      output.write(description)
    }
    output.pop()
  }

  private static func write(_ list: [Any], _ sorting: Sorting, to output: JSONWriter) {
    guard output.openOrMark(.array, .none, sorting: sorting) != JSONWriter.deadID else { return }
    for element in list {
      output.separate()
      output.write(any: element)
    }
    output.pop()
  }

  private static func write(_ dictionary: NSDictionary, to output: JSONWriter) {
    let keys = dictionary.allKeys
    let names = keys.map { text(of: $0) }
    let kind: ContainerFrame.Kind = names.contains(nil) ? .array : .object
    guard output.openOrMark(kind, .none, sorting: .members) != JSONWriter.deadID else { return }
    for (key, name) in zip(keys, names) {
      if kind == .object {
        output.put(looseKey: name ?? "")
      } else {
        output.separate()
        output.write(any: key)
        output.separate()
      }
      output.write(any: dictionary.object(forKey: key) ?? NSNull())
    }
    output.pop()
  }

  private static func text(of key: Any) -> String? {
    if let text = key as? String { return text }
    return (key as? NSString)?.substring(from: 0)
  }
}
