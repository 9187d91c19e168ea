public import Foundation

public struct DependencyValues: Sendable {
  @TaskLocal static var current = DependencyValues()

  public var uuid = UUIDGenerator { UUID() }
  public var date = DateGenerator { Date() }
  public var withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  private var clients: [ObjectIdentifier: any Sendable] = [:]

  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get { clients[ObjectIdentifier(key)] as? Key.Value ?? Key.liveValue }
    set { clients[ObjectIdentifier(key)] = newValue }
  }
}

public protocol DependencyKey {
  associatedtype Value: Sendable
  static var liveValue: Value { get }
}

@propertyWrapper
public struct Dependency<Value> {
  private let keyPath: KeyPath<DependencyValues, Value>

  public init(_ keyPath: KeyPath<DependencyValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { DependencyValues.current[keyPath: keyPath] }
}

public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  public func callAsFunction() -> UUID { generate() }
}

public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  public var now: Date { generate() }
}

public final class WithRandomNumberGenerator: @unchecked Sendable {
  private let lock = NSLock()
  private var generator: any RandomNumberGenerator

  public init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = generator }

  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator) -> Result
  ) -> Result {
    lock.withLock { work(&generator) }
  }
}

public func withDependencies<Result>(
  _ update: (inout DependencyValues) -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  update(&values)
  return try DependencyValues.$current.withValue(values, operation: operation)
}
