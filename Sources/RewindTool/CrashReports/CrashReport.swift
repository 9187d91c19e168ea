import Foundation
import RewindJSON
import RewindLog
import RewindSession

/// A crash event of a crash reporter, as far as it leads to the session's log.
///
/// ```json
/// {"session":"7D1E9C52-…","version":"1.2","stack":["checkoutReducer(state:action:)","appReducer(state:action:)"]}
/// ```
///
/// Other members do not count. The stack has the innermost function first.
struct CrashReport {
  /// The id of the recorder's session, which the app sets as a tag of the event.
  let session: String
  /// The app's version; nil if the event does not have it.
  let version: String?
  let stack: [String]

  /// More than any event of a reporter has.
  private static let sizeLimit = 16 << 20

  /// Reads a file.
  static func read(_ path: String) throws -> CrashReport {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try ReadableFile.open(input: path).bytes(0..<sizeLimit)
    } catch {
      throw CommandError("\(path) cannot be read: \(error).")
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw CommandError("\(path) is not JSON: \(error.what).")
    }
    guard let session = json["session"]?.string, !session.isEmpty else {
      throw CommandError(
        "\(path) has no session: {\"session\":\"ID\",\"version\":\"1.2\",\"stack\":[\"function\", …]} is expected."
      )
    }
    return CrashReport(
      session: session.trimmingCharacters(in: .whitespaces),
      version: try member("version", of: json, in: path, "a text such as \"1.2\"", \.string),
      stack: try member("stack", of: json, in: path, "a list of functions, innermost first") {
        let functions = $0.array?.compactMap(\.string)
        return functions?.count == $0.array?.count ? functions : nil
      } ?? []
    )
  }

  /// Returns a member of a report; nil if it is not there.
  ///
  /// - Throws: `CommandError` if it is something else than what is expected.
  private static func member<Value>(
    _ name: String,
    of json: JSONValue,
    in path: String,
    _ expected: String,
    _ read: (JSONValue) -> Value?
  ) throws -> Value? {
    guard let member = json[name], member != .null else { return nil }
    if let value = read(member) { return value }
    throw CommandError("\(path): \"\(name)\" has to be \(expected).")
  }

  /// The outcome of a comparison of the report's stack with the functions in which the replay crashes.
  enum Agreement: String {
    case agrees
    case differs
    /// One of them has no functions.
    case unknown
  }

  /// Compares the stack with the app's functions of a replayed crash, innermost first.
  ///
  /// A reporter writes functions with or without their module, their type and their labels; the plain name counts.
  func agreement(with functions: [String]) -> Agreement {
    let (own, others) = (stack.map(\.plainFunction), functions.map(\.plainFunction))
    guard !own.isEmpty, let innermost = others.first else { return .unknown }
    return own.contains(innermost) ? .agrees : .differs
  }
}

extension String {
  /// The name of a function without module, type, generic arguments and labels: `flip` for `Array<A>.flip(at:)`.
  fileprivate var plainFunction: String {
    let name = prefix { $0 != "(" }
    return String(name.split(separator: ".").last ?? name).trimmingCharacters(in: .whitespaces)
  }
}
