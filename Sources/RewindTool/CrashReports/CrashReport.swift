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
/// The stack has the innermost function first. Without the session, the tag of it is searched in other members;
/// without the others, they are read as Sentry, Crashlytics and MetricKit write them.
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
    let bytes = try ReadableFile.contents(of: path, upTo: sizeLimit)
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw CommandError("\(path) is not JSON: \(error.what). \(form)")
    }
    // Of a list, none is meant.
    let tagged = json.array == nil ? json["session"]?.string ?? SessionTag.value(in: json) : nil
    let session = (tagged ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    guard !session.isEmpty else {
      throw CommandError(
        "\(path) has neither a session nor a tag \(SessionTag.names[0]) of it. \(form)"
      )
    }
    return CrashReport(
      session: session,
      version: version(in: json) ?? json["version"]?.string,
      stack: json["stack"]?.array?.compactMap(\.string) ?? functions(in: json)
    )
  }

  private static let form =
    "One event is {\"session\":\"ID\",\"version\":\"1.2\",\"stack\":[\"function\", …]}, of which only the session must be there."

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
    let own = stack.compactMap(StackFrame.init)
    guard !own.isEmpty, let innermost = functions.first.flatMap(StackFrame.init) else {
      return .unknown
    }
    return own.contains { $0.isCalled(innermost.name) } ? .agrees : .differs
  }

  /// Returns the first of these functions that the stack has; nil if it has none of them.
  func first(of functions: [String]) -> String? {
    let own = stack.compactMap(StackFrame.init)
    return functions.first { function in
      StackFrame(function).map { frame in own.contains { $0.isCalled(frame.name) } } ?? false
    }
  }

  /// True if the stack has addresses only, of which no function can be told.
  var isWithoutFunctions: Bool { !stack.isEmpty && stack.allSatisfy { StackFrame($0) == nil } }
}

/// The session's id among the tags of an event, in the forms in which crash reporters export what an app has set:
/// members, pairs of a key and a value, and members of members.
enum SessionTag {
  /// The names under which the documentation has apps set it.
  static let names = ["rewind.session", "rewind_session"]

  /// Returns the value of the tag in an event; nil if there is none.
  static func value(in json: JSONValue) -> String? {
    switch json {
    case .object(let object):
      for name in names {
        if let value = object[name]?.string { return value }
      }
      if let key = object["key"]?.string, names.contains(key), let value = object["value"]?.string {
        return value
      }
      if let value = object["rewind"]?["session"]?.string { return value }
      return object.members.lazy.compactMap { value(in: $0.value) }.first
    case .array(let elements):
      if elements.count == 2, let key = elements[0].string, names.contains(key),
        let value = elements[1].string
      {
        return value
      }
      return elements.lazy.compactMap { value(in: $0) }.first
    default:
      return nil
    }
  }
}
