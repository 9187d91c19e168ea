// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages nslocking, nslock, nsrecursivelock, nscondition,
// qualityofservice, thread, operationqueue.
public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}
  open func lock() {}
  open func unlock() {}
  open func `try`() -> Bool { stub() }
}

open class NSRecursiveLock: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}
  open func lock() {}
  open func unlock() {}
}

open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}
  open func lock() {}
  open func unlock() {}
  open func wait() {}
  open func wait(until limit: Date) -> Bool { stub() }
  open func signal() {}
  open func broadcast() {}
}

public enum QualityOfService: Int, Sendable {
  case userInteractive
  case userInitiated
  case utility
  case background
  case `default`
}

open class Thread: NSObject, @unchecked Sendable {
  open class var current: Thread { stub() }
  open class var isMainThread: Bool { stub() }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  open class func sleep(forTimeInterval interval: TimeInterval) {}
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  open func start() {}
  open var name: String? {
    get { stub() }
    set {}
  }
  open var stackSize: Int {
    get { stub() }
    set {}
  }
  open var qualityOfService: QualityOfService {
    get { stub() }
    set {}
  }
}

open class OperationQueue: NSObject, @unchecked Sendable {
  open var maxConcurrentOperationCount: Int {
    get { stub() }
    set {}
  }
  open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}
