// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages fileattributekey, fileprotectiontype,
// filemanager, filehandle.
public struct FileAttributeKey: Hashable, RawRepresentable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static var modificationDate: FileAttributeKey { stub() }
  public static var posixPermissions: FileAttributeKey { stub() }
  public static var protectionKey: FileAttributeKey { stub() }
  public static var size: FileAttributeKey { stub() }
  public static var systemFileNumber: FileAttributeKey { stub() }
}

public struct FileProtectionType: Hashable, RawRepresentable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static var completeUntilFirstUserAuthentication: FileProtectionType { stub() }
}

open class FileManager: NSObject, @unchecked Sendable {
  open func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? { fatalError() }
  open class var `default`: FileManager { stub() }
  open var temporaryDirectory: URL { stub() }
  open var currentDirectoryPath: String { stub() }
  open func changeCurrentDirectoryPath(_ path: String) -> Bool { stub() }
  #if os(macOS)
  open var homeDirectoryForCurrentUser: URL { stub() }
  #endif
  open func fileExists(atPath path: String) -> Bool { stub() }
  open func fileExists(
    atPath path: String,
    isDirectory: UnsafeMutablePointer<ObjCBool>?
  ) -> Bool { stub() }
  open func isReadableFile(atPath path: String) -> Bool { stub() }
  open func isExecutableFile(atPath path: String) -> Bool { stub() }
  open func contents(atPath path: String) -> Data? { stub() }
  open func destinationOfSymbolicLink(atPath path: String) throws -> String { stub() }
  open func contentsOfDirectory(atPath path: String) throws -> [String] { stub() }
  open func enumerator(atPath path: String) -> DirectoryEnumerator? { stub() }
  public struct DirectoryEnumerationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var skipsHiddenFiles: DirectoryEnumerationOptions { stub() }
  }
  open func enumerator(
    at url: URL,
    includingPropertiesForKeys keys: [URLResourceKey]?,
    options: DirectoryEnumerationOptions = [],
    errorHandler handler: ((URL, any Error) -> Bool)? = nil
  ) -> DirectoryEnumerator? { stub() }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { stub() }
  @discardableResult open func createFile(
    atPath path: String,
    contents: Data?,
    attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { stub() }
  open func createDirectory(
    at url: URL,
    withIntermediateDirectories: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createDirectory(
    atPath path: String,
    withIntermediateDirectories: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func copyItem(atPath from: String, toPath to: String) throws {}
  open func moveItem(atPath from: String, toPath to: String) throws {}
  open func removeItem(at url: URL) throws {}
  open func removeItem(atPath path: String) throws {}

  open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol {
    public func next() -> Any? { stub() }
    open func nextObject() -> Any? { stub() }
    open var fileAttributes: [FileAttributeKey: Any]? { stub() }
    open func skipDescendants() {}
  }
}

open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardInput: FileHandle { stub() }
  open class var standardOutput: FileHandle { stub() }
  open class var standardError: FileHandle { stub() }
  public convenience init?(forReadingAtPath path: String) { self.init() }
  public convenience init(forReadingFrom url: URL) throws { self.init() }
  public convenience init(forWritingTo url: URL) throws { self.init() }
  open func write(_ data: Data) {}
  open func readDataToEndOfFile() -> Data { stub() }
}

@available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
extension FileHandle {
  public func readToEnd() throws -> Data? { stub() }
  public func read(upToCount count: Int) throws -> Data? { stub() }
  public func write<Bytes: Sequence>(contentsOf data: Bytes) throws
  where Bytes.Element == UInt8 {}
  @discardableResult public func seekToEnd() throws -> UInt64 { stub() }
  public func seek(toOffset offset: UInt64) throws {}
  public func close() throws {}
  public func truncate(atOffset offset: UInt64) throws {}
}
