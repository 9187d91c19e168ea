// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages urlrequest, urlprotocol, runloop.
public struct URLRequest: Hashable, Sendable {}

open class URLProtocol: NSObject {
  @discardableResult
  open class func registerClass(_ protocolClass: AnyClass) -> Bool { stub() }
  open class func canInit(with request: URLRequest) -> Bool { stub() }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { stub() }
  open func startLoading() {}
  open func stopLoading() {}
}

open class RunLoop: NSObject {
  open class var main: RunLoop { stub() }
  open func run(until limitDate: Date) {}
}
