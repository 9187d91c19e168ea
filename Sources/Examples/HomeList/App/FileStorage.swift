public import Foundation

/// A file as storage.
public final class FileStorage: StateStorage {
  private let url: URL

  public init(path: String) {
    url = URL(fileURLWithPath: path)
  }

  /// Returns the contents, or nil if the file is missing.
  public func read() throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  public func write(_ data: Data) throws {
    try data.write(to: url, options: .atomic)
  }
}
