import Foundation
import RewindSession
import RewindText

/// The settings of a project: a file `.rewind` beside its `Package.swift`.
///
/// ```
/// # The app that replays; a relative path begins at this file.
/// app = .build/debug/shop
/// # A folder of builds, of which a log's version or commit chooses one.
/// builds = ../builds
/// ```
///
/// It belongs to the folder in which the user works, and is never searched beside a session: a program
/// must not be chosen by the sender of a bug report. Since that may contain a whole folder to work in,
/// ``AllowedPrograms`` decides if the program runs.
struct ProjectFile {
  /// The file's absolute path.
  let path: String
  /// The absolute path of the app; nil if the file names none.
  let app: String?
  /// The absolute path of the folder of builds; nil if the file names none.
  let builds: String?

  /// The paths that the file names, each of which must be allowed.
  var named: [String] { [app, builds].compactMap { $0 } }

  static let name = ".rewind"
  /// More than any list of settings takes.
  private static let sizeLimit = 1 << 16

  /// Returns the path of the file in a folder, or in the nearest one above it, that has a `Package.swift`
  /// as well; nil if there is none.
  static func path(from folder: String) -> String? {
    var folder = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    while true {
      let path = folder.appending(path: name).path
      if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path),
        (try? FileManager.default.attributesOfItem(atPath: path)) != nil
      {
        return path
      }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// Reads the file.
  ///
  /// - Throws: ``CommandError`` that says what is wrong with it.
  static func read(_ path: String) throws -> ProjectFile {
    var settings: [String: String] = [:]
    for (number, line) in try text(of: path).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).enumerated() {
      let location = "\(path), line \(number + 1)"
      guard let (key, value) = try Self.setting(in: line, location) else { continue }
      guard settings.updateValue(value, forKey: key) == nil else {
        throw CommandError("\(location): a second \(key).")
      }
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    func absolute(_ path: String) -> String {
      path.hasPrefix("/") ? path : folder.appending(path: path).path
    }
    return ProjectFile(
      path: path,
      app: settings["app"].map { SimulatedApp.absolute($0, in: folder) ?? absolute($0) },
      builds: settings["builds"].map(absolute)
    )
  }

  private static func text(of path: String) throws -> String {
    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil else {
      throw CommandError("\(path) is a symbolic link. Put the file itself there.")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try ReadableFile.open(path).bytes(0..<sizeLimit)
    } catch {
      throw CommandError("\(path) cannot be read: \(error).")
    }
    guard bytes.count < sizeLimit else {
      throw CommandError("\(path) is too long for a list of settings, such as `app = PATH`.")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      throw CommandError("\(path) is not UTF-8 text.")
    }
    return text.replacing("\r\n", with: "\n")
  }

  /// The settings, and what each is the path of.
  private static let keys = ["app": "a program", "builds": "a folder"]

  /// Returns the key and the value of a line `app = VALUE`; nil if the line is blank or a comment.
  private static func setting(
    in line: Substring,
    _ location: String
  ) throws -> (key: String, value: String)? {
    let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    guard parts.count == 2 else {
      throw CommandError(
        "\(location): \"\(line.prefix(80))\" is not a setting, such as `app = PATH`."
      )
    }
    let (key, value) = (parts[0], parts[1])
    guard let kind = keys[key] else {
      throw CommandError(
        "\(location): there is no setting \"\(key.prefix(80))\", only `app` and `builds`."
      )
    }
    guard !value.isEmpty else {
      throw CommandError("\(location): `\(key)` needs the path of \(kind).")
    }
    guard value.escapedForTerminal == value else {
      throw CommandError("\(location): the path \"\(value)\" has an invisible character in it.")
    }
    return (key, value)
  }
}
