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

  /// Returns true if a line is a header after U+FEFF, which some editors insert without being asked.
  private static func followsByteOrderMark(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "\u{FEFF}".utf8),
      let json = try? JSONValue(parsing: line.dropFirst(3)),
      case .header = try? SessionLine(json)
    else { return false }
    return true
  }
}
