// swift-format-ignore-file
// As Darwin.h: from the manual pages, and from the headers among XNU's published sources.
// What Swift's own part of Darwin adds, and C functions with `...`.
@_exported import Darwin

func stub<Value>() -> Value { fatalError() }

public var errno: Int32 {
  get { stub() }
  set {}
}

public var S_IFMT: mode_t { stub() }
public var S_IFREG: mode_t { stub() }
public var S_IFIFO: mode_t { stub() }
public var S_IFDIR: mode_t { stub() }
public var MAP_FAILED: UnsafeMutableRawPointer? { stub() }
public var CLOCK_REALTIME: clockid_t { stub() }
public var CLOCK_MONOTONIC: clockid_t { stub() }
public var CLOCK_UPTIME_RAW: clockid_t { stub() }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { stub() }
public var SIG_DFL: sig_t? { stub() }
public var SIG_IGN: sig_t { stub() }
public var TIOCGWINSZ: UInt { stub() }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { stub() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { stub() }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  stub()
}
public func openat(
  _ folder: Int32,
  _ path: UnsafePointer<CChar>,
  _ flags: Int32,
  _ mode: mode_t
) -> Int32 { stub() }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { stub() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { stub() }
public func fcntl(
  _ descriptor: Int32,
  _ command: Int32,
  _ pointer: UnsafeMutableRawPointer
) -> Int32 { stub() }
public func ioctl(_ descriptor: CInt, _ request: UInt) -> CInt { stub() }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: CInt) -> CInt { stub() }
public func ioctl(
  _ descriptor: CInt,
  _ request: UInt,
  _ pointer: UnsafeMutableRawPointer
) -> CInt { stub() }
