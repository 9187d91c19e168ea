import RewindJSON
package import RewindSession

extension SessionHeader {
  /// Reads the first line of a file.
  package static func read(
    _ path: String,
    _ file: ReadableFile
  ) throws(SessionLogError) -> SessionHeader {
    let start = try SessionLogError.reading(path) { () throws(SystemError) in
      try file.bytes(0..<min(file.endBeforeRoom(), SessionLine.headerLimit))
    }
    guard !start.isEmpty else { throw SessionLogError(path, .empty) }
    if let (program, reader) = compression(of: start) {
      throw SessionLogError(path, .compressed(by: program, reader: reader))
    }
    var line = start.prefix { $0 != 0x0A }
    if line.count == start.count {
      guard start.count < SessionLine.headerLimit else {
        throw SessionLogError(path, .notASession("its first line is longer than any header"))
      }
      // A whole header that lacks only its line feed counts as one.
      guard start.withUnsafeBytes({ ChecksummedLine($0)?.continues(Checksum()) ?? false }) else {
        throw SessionLogError(path, .notASession("its first line is cut off"))
      }
    }
    if line.last == 0x0D { line.removeLast() }
    do {
      guard case .header(let header) = try SessionLine(JSONValue(parsing: line)) else {
        throw SessionLogError(path, .notASession(#"its first line has no member "rewind""#))
      }
      return header
    } catch let error as JSONError {
      if followsByteOrderMark(line) { throw SessionLogError(path, .byteOrderMark) }
      throw SessionLogError(path, .notASession("its first line is not JSON (\(error.what))"))
    } catch let error as SessionLineError {
      if case .newerFormat(let version) = error.reason {
        throw SessionLogError(path, .newerFormat(version))
      }
      throw SessionLogError(path, .notASession(error.description))
    } catch let error as SessionLogError {
      throw error
    } catch {
      throw SessionLogError(path, .notASession("\(error)"))
    }
  }

  /// Returns the program that has compressed a file, by the bytes that it begins with, and the one that prints its
  /// contents; nil for any other file.
  private static func compression(of start: some Collection<UInt8>) -> (String, reader: String)? {
    let known: [(bytes: [UInt8], String, reader: String)] = [
      ([0x1F, 0x8B], "gzip", "gzip -dc"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "zstd -dc"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz", "xz -dc"),
      ([0x42, 0x5A, 0x68], "bzip2", "bzip2 -dc"),
    ]
    return known.first { start.starts(with: $0.bytes) }.map { ($0.1, $0.reader) }
  }

  /// Returns true if a line is a header after U+FEFF, which some editors insert without being asked.
  private static func followsByteOrderMark(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "\u{FEFF}".utf8),
      let json = try? JSONValue(parsing: line.dropFirst(3)),
      case .header = try? SessionLine(json)
    else { return false }
    return true
  }
}
