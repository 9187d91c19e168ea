// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages nsobjectprotocol, nsobject, nsnull, nsstring,
// nsattributedstring, nsvalue, nsnumber, nsdecimalnumber, nsdate, nsdata, nsurl, nsuuid, nsarray, nsset,
// nsorderedset, nsdictionary; also objectivec/objcbool and corefoundation/cfboolean.
@_exported import Darwin
@_exported import Dispatch

func stub<Value>() -> Value { fatalError() }

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable {
  public init() {}
  public static func == (left: NSObject, right: NSObject) -> Bool { stub() }
  open func hash(into hasher: inout Hasher) {}
  open var description: String { stub() }
}

open class NSNull: NSObject {}

open class NSString: NSObject {
  public init(string: String) {}
  open var length: Int { stub() }
  open func substring(from index: Int) -> String { stub() }
}

open class NSAttributedString: NSObject {
  open var string: String { stub() }
}

open class NSValue: NSObject {
  open var objCType: UnsafePointer<CChar> { stub() }
}

open class NSNumber: NSValue, @unchecked Sendable {
  public init(value: Bool) {}
  public init(value: Int) {}
  public init(value: Double) {}
  open var boolValue: Bool { stub() }
  open var int64Value: Int64 { stub() }
  open var uint64Value: UInt64 { stub() }
  open var doubleValue: Double { stub() }
  open var floatValue: Float { stub() }
  open var intValue: Int { stub() }
  open var stringValue: String { stub() }
}

open class NSDecimalNumber: NSNumber, @unchecked Sendable {
  open var decimalValue: Decimal { stub() }
}

open class NSDate: NSObject {
  open var timeIntervalSinceReferenceDate: TimeInterval { stub() }
}

open class NSData: NSObject {
  open var length: Int { stub() }
  open var bytes: UnsafeRawPointer { stub() }
}

open class NSURL: NSObject {
  open var absoluteString: String? { stub() }
}

open class NSUUID: NSObject {
  open var uuidString: String { stub() }
}

open class NSArray: NSObject {
  open var count: Int { stub() }
  open func object(at index: Int) -> Any { stub() }
}

open class NSSet: NSObject {
  open var allObjects: [Any] { stub() }
}

open class NSOrderedSet: NSObject {
  open var count: Int { stub() }
  open func object(at index: Int) -> Any { stub() }
}

open class NSDictionary: NSObject {
  open var count: Int { stub() }
  open var allKeys: [Any] { stub() }
  open func object(forKey key: Any) -> Any? { stub() }
}

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public var boolValue: Bool { stub() }
  public init(booleanLiteral value: Bool) {}
}

public class CFBoolean {}
public typealias CFTypeRef = AnyObject
public typealias CFTypeID = UInt
public func CFGetTypeID(_ object: CFTypeRef!) -> CFTypeID { stub() }
public func CFBooleanGetTypeID() -> CFTypeID { stub() }

open class Unit: NSObject {
  public init(symbol: String) {}
}
