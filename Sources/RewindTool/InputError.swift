import Foundation
import RewindSession

/// Wrong input, as facts; there is one sentence for each kind of fault.
enum InputError: Error, CustomStringConvertible {
  /// Two that cannot be given together.
  case notWith(String, String)
  /// One that does nothing without another.
  case needs(String, String)
  case missing(String)
  /// A value of another form than the expected one.
  case takes(String, String, not: String)
  /// A word too many.
  case unexpected(String, of: String)
  case notFound(String)
  case isFolder(String)
  case notAFolder(String)
  /// A file of something else.
  case isNot(String, String)
  /// A file that is there already, and what to do instead of replacing it.
  case exists(String, choose: String)
  /// A result that would overwrite a session.
  case isInput(String)
  case cannotBeRead(String, SystemError)
  case cannotBeWritten(String, SystemError)
  /// A command that reads or writes files only.
  case standardStream(String)
  case noSession(in: String)
  /// A place in a session's states at which there is none.
  case noValue(String, upTo: Int)
  /// The start of a session, which no action led to.
  case isStart(Int)

  var description: String {
    switch self {
    case .notWith(let one, let other): "\(one) cannot be combined with \(other)."
    case .needs(let one, let other): "\(one) needs \(other)."
    case .missing(let what): "Missing \(what)."
    case .takes(let name, let expected, let text): "\(name) takes \(expected), not \"\(text)\"."
    case .unexpected(let word, let usage): "\"\(word)\" is an unexpected argument for `\(usage)`."
    case .notFound(let path): "\(path): no such file or folder."
    case .isFolder(let path): "\(path) is a folder, not a file."
    case .notAFolder(let path): "\(path) is not a folder."
    case .isNot(let path, let what): "\(path) is not \(what)."
    case .exists(let path, let other): "\(path) already exists. Choose another \(other)."
    case .isInput(let path): "\(path) is one of the sessions. Choose another name for the result."
    case .cannotBeRead(let path, let reason): "\(path) cannot be read: \(reason)."
    case .cannotBeWritten(let path, let reason): "\(path) cannot be written: \(reason)."
    case .standardStream(let use): "\"-\" is not possible here. Use \(use)."
    case .noSession(let folder): "No session logs in \(folder) that can be read."
    case .noValue(let pointer, let index):
      "No state up to action \(index) has a value at \(pointer)."
    case .isStart(let index): "\(index) is the start, before any action."
    }
  }
}

extension ReadableFile {
  /// Returns the bytes of a file that was named, or of standard input; none has more than `limit` of them.
  static func contents(of path: String, upTo limit: Int) throws(InputError) -> [UInt8] {
    do throws(SystemError) {
      let file = try open(input: path)
      guard file.length <= limit else { throw SystemError(code: EFBIG) }
      return try file.bytes(0..<file.length)
    } catch {
      throw .cannotBeRead(path, error)
    }
  }
}
