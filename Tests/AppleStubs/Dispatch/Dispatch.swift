// swift-format-ignore-file
// From developer.apple.com/documentation/dispatch, the pages dispatchobject, dispatchsemaphore, dispatchgroup,
// dispatchqos, dispatchqueue, dispatchtime.
@_exported import Darwin

func stub<Value>() -> Value { fatalError() }

open class DispatchObject: @unchecked Sendable {
  init() {}
}

public class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { stub() }
  public func wait() {}
}

public class DispatchGroup: DispatchObject, @unchecked Sendable {
  public override init() {}
  public func enter() {}
  public func leave() {}
  public func wait() {}
}

public struct DispatchQoS: Equatable, Sendable {
  public enum QoSClass: Sendable {
    case background
    case utility
    case `default`
    case userInitiated
    case userInteractive
    case unspecified
  }

  public static var utility: DispatchQoS { stub() }
  public static var userInitiated: DispatchQoS { stub() }
  public static var unspecified: DispatchQoS { stub() }
}

public class DispatchQueue: DispatchObject, @unchecked Sendable {
  public class var main: DispatchQueue { stub() }
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { stub() }
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static var concurrent: Attributes { stub() }
  }
  public init(
    label: String,
    qos: DispatchQoS = .unspecified,
    attributes: DispatchQueue.Attributes = []
  ) {}
  @preconcurrency
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
  public func sync<Result>(execute work: () throws -> Result) rethrows -> Result { try work() }
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}

public struct DispatchTime: Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchTime { stub() }
  public var uptimeNanoseconds: UInt64 { stub() }
}
