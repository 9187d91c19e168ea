#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An error of the operating system.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: CInt

  public init(code: CInt) {
    self.code = code
  }

  /// The error of the call that has just failed on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// The system's own message, such as "No such file or directory".
  public var description: String {
    switch self {
    case .notRegular: "it is a pipe or a device, not a regular file"
    case .stalled: "the disk did not make room in time"
    case .wasCut: "another program has truncated it"
    default: String(cString: strerror(code))
    }
  }
}

extension SystemError {
  package static let interrupted = SystemError(code: EINTR)
  package static let inputOutput = SystemError(code: EIO)
  package static let isFolder = SystemError(code: EISDIR)
  /// The file is not a regular file; the number is not one of the system's.
  package static let notRegular = SystemError(code: -1)
  /// The disk did not respond in time; the number is not one of the system's.
  package static let stalled = SystemError(code: -2)
  /// Another program made the file shorter; the number is not one of the system's.
  package static let wasCut = SystemError(code: -3)
  package static let alreadyExists = SystemError(code: EEXIST)
  package static let noSuchFile = SystemError(code: ENOENT)
  package static let noSpace = SystemError(code: ENOSPC)
  package static let invalidArgument = SystemError(code: EINVAL)
  package static let tooManyOpenFiles = SystemError(code: EMFILE)
  package static let tooLarge = SystemError(code: EFBIG)
}
