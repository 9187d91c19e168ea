// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages nserror, localizederror, cocoaerror, posixerror,
// posixerrorcode.
public let NSLocalizedDescriptionKey: String = stub()
public let NSUnderlyingErrorKey: String = stub()

open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
  open var domain: String { stub() }
  open var code: Int { stub() }
  open var userInfo: [String: Any] { stub() }
  open var localizedDescription: String { stub() }
}

extension Error {
  public var localizedDescription: String { stub() }
}

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { stub() }
}

public struct CocoaError: Error {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var fileNoSuchFile: Code { stub() }
    public static var fileReadNoPermission: Code { stub() }
    public static var fileReadNoSuchFile: Code { stub() }
    public static var fileWriteFileExists: Code { stub() }
    public static var fileWriteNoPermission: Code { stub() }
    public static var fileWriteOutOfSpace: Code { stub() }
    public static var fileWriteVolumeReadOnly: Code { stub() }
  }

  public var code: Code { stub() }
  public var isFileError: Bool { stub() }
  public var underlying: (any Error)? { stub() }
  public var filePath: String? { stub() }
  public var url: URL? { stub() }
}

public struct POSIXError: Error {
  public typealias Code = POSIXErrorCode
  public var code: Code { stub() }
}

public struct POSIXErrorCode: RawRepresentable, Sendable {
  public var rawValue: Int32
  public init?(rawValue: Int32) { self.rawValue = rawValue }
}

// The compiler itself calls these.
public func _convertErrorToNSError(_ error: any Error) -> NSError { stub() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { stub() }
