// swift-format-ignore-file
open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { stub() }
  open var processName: String {
    get { stub() }
    set {}
  }
  open var processIdentifier: Int32 { stub() }
  open var arguments: [String] { stub() }
  open var environment: [String: String] { stub() }
  open var activeProcessorCount: Int { stub() }
  open var physicalMemory: UInt64 { stub() }
  open var systemUptime: TimeInterval { stub() }
}

open class Bundle: NSObject, @unchecked Sendable {
  open class var main: Bundle { stub() }
  open var bundleIdentifier: String? { stub() }
  open var executablePath: String? { stub() }
}
