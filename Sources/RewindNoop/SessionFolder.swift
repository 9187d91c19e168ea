public import Foundation

/// A folder of sessions in which there is none; it is neither made nor read.
public struct SessionFolder: Sendable {
  public let folder: URL

  public init(folder: URL) {
    self.folder = folder
  }

  public init(appGroup: String) { self = .standard }

  /// No folder in particular.
  public static var standard: SessionFolder {
    SessionFolder(folder: URL(fileURLWithPath: "/var/empty", isDirectory: true))
  }

  public var all: [PastSession] { [] }
  public var previous: PastSession? { nil }

  public struct Retention: Hashable, Sendable {
    public var sessions: Int
    public var bytes: Int
    public var days: Int?

    public init(sessions: Int = 20, bytes: Int = 200_000_000, days: Int? = nil) {
      (self.sessions, self.bytes, self.days) = (sessions, bytes, days)
    }

    public static func days(_ days: Int) -> Retention { Retention(sessions: .max, days: days) }
  }
}

/// A past session; there is none.
public enum PastSession: Sendable {
  public var name: String {
    switch self {}
  }

  public var files: [URL] {
    switch self {}
  }

  public var bytes: Int {
    switch self {}
  }

  public func newestFiles(upTo limit: Int) -> [URL] {
    switch self {}
  }

  public var header: SessionHeader? {
    switch self {}
  }

  public var end: SessionEnd? {
    switch self {}
  }

  public var isRunning: Bool {
    switch self {}
  }
}

/// The first line of a log; there is none.
public enum SessionHeader: Sendable {
  public var session: String {
    switch self {}
  }

  public var app: String? {
    switch self {}
  }

  public var started: String? {
    switch self {}
  }

  public var store: String? {
    switch self {}
  }
}

/// The end of a session.
public enum SessionEnd: Hashable, Sendable {
  case closed
  case crashed(action: Int)
  case stopped
  case cut
  case continued

  public var name: String { "\(self)".prefix { $0 != "(" }.description }
}
