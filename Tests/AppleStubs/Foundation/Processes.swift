// swift-format-ignore-file
// From developer.apple.com/documentation/foundation, the pages processinfo, bundle.
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
  @available(macOS 12, iOS 9, tvOS 9, watchOS 2, *)
  open var isLowPowerModeEnabled: Bool { stub() }
  public enum ThermalState: Int, Sendable {
    case nominal
    case fair
    case serious
    case critical
  }
  open var thermalState: ThermalState { stub() }
}

open class Bundle: NSObject, @unchecked Sendable {
  open class var main: Bundle { stub() }
  open var bundleIdentifier: String? { stub() }
  open var executablePath: String? { stub() }
}
