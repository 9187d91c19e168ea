// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages url, urlresourcekey, urlresourcevalues.
public struct URL: Hashable, Codable, Sendable, CustomStringConvertible {
  public enum DirectoryHint: Sendable {
    case isDirectory
    case notDirectory
    case checkFileSystem
    case inferFromPath
  }

  public init?(string: String) {}
  public init(fileURLWithPath path: String) {}
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  public var absoluteString: String { stub() }
  public var scheme: String? { stub() }
  public var host: String? { stub() }
  public var port: Int? { stub() }
  public var relativeString: String { stub() }
  public var baseURL: URL? { stub() }
  public var description: String { stub() }
  public var path: String { stub() }
  public var pathComponents: [String] { stub() }
  public var pathExtension: String { stub() }
  public var lastPathComponent: String { stub() }
  public var relativePath: String { stub() }
  public var standardizedFileURL: URL { stub() }
  public var standardized: URL { stub() }
  public func appendingPathComponent(_ component: String) -> URL { stub() }
  public func deletingLastPathComponent() -> URL { stub() }
  public mutating func deleteLastPathComponent() {}
  public func deletingPathExtension() -> URL { stub() }
  public func resolvingSymlinksInPath() -> URL { stub() }
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {
    stub()
  }
  public mutating func setResourceValues(_ values: URLResourceValues) throws {}
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension URL {
  public static var applicationSupportDirectory: URL { stub() }
  public static var cachesDirectory: URL { stub() }
  public func appending<S: StringProtocol>(
    path: S,
    directoryHint: DirectoryHint = .inferFromPath
  ) -> URL { stub() }
  public mutating func append<S: StringProtocol>(
    path: S,
    directoryHint: DirectoryHint = .inferFromPath
  ) {}
  public func appending<S: StringProtocol>(
    component: S,
    directoryHint: DirectoryHint = .inferFromPath
  ) -> URL { stub() }
  public func path(percentEncoded: Bool = true) -> String { stub() }
}

public struct URLResourceKey: Hashable, Sendable {
  public static var fileSizeKey: URLResourceKey { stub() }
  public static var isRegularFileKey: URLResourceKey { stub() }
  public static var volumeSupportsFileCloningKey: URLResourceKey { stub() }
  public static var contentModificationDateKey: URLResourceKey { stub() }
}

public struct URLResourceValues {
  public init() {}
  public var isExcludedFromBackup: Bool?
  public var fileSize: Int? { stub() }
  public var isRegularFile: Bool? { stub() }
  public var volumeSupportsFileCloning: Bool? { stub() }
  public var contentModificationDate: Date? { stub() }
}
