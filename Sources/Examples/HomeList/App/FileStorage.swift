public import Foundation

/// A storage in a file.
public final class FileStorage: StateStorage {
  private let url: URL

  public init(path: String) {
    url = URL(fileURLWithPath: path)
  }

  /// A file that is missing holds nothing.
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
