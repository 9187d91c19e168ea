// swift-format-ignore-file
open class PropertyListDecoder: @unchecked Sendable {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { stub() }
}
