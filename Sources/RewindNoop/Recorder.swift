public import Foundation

/// A recorder that records nothing.
public final class Recorder: Sendable {
  public enum Destination: Sendable {
    case file(String)
    case folder(SessionFolder, keeping: SessionFolder.Retention = .init())
  }

  /// A failure; there is none.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    public var description: String {
      switch self {}
    }
  }

  /// A warning; there is none.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    public var description: String {
      switch self {}
    }
  }

  public enum Phase: String, Sendable {
    case background
    case foreground
  }

  public let app: String
  /// An id that no log has.
  public let session: UUID

  public convenience init(
    app: String,
    to destination: Destination = .folder(.standard),
    enabled: Bool = true,
    options: Options = Options(),
    onFailure: @escaping @Sendable (Failure) -> Void = { _ in },
    onWarning: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.init(app: app)
  }

  private init(app: String) {
    self.app = app
    session = UUID()
  }

  public var failure: Failure? { nil }
  public var files: [URL] { [] }

  public func attach<State: Encodable>(
    _ state: State.Type = State.self,
    name: String = "main",
    reflecting reflected: [Any.Type] = []
  ) -> Recording<State> {
    Recording()
  }

  @_disfavoredOverload
  public func attach<State>(
    _ state: State.Type = State.self,
    name: String = "main",
    reflecting reflected: [Any.Type] = []
  ) -> Recording<State> {
    Recording()
  }

  public func note(_ text: String) {}
  public func note(_ phase: Phase) {}
  public func close() {}

  public static func name<Root>(_ names: [PartialKeyPath<Root>: String]) {}
}

/// A type whose values are compared by their memory, to the recorder.
public protocol RewindValue {}
