import Foundation

/// The number of descriptors that this process may have.
package enum DescriptorLimit {
  /// Asks for 4,096 descriptors, if there are fewer: macOS gives a program 256, and a session of an app with a
  /// store for each screen may have more logs.
  ///
  /// - Returns: The number that it may have now.
  @discardableResult
  package static func raise() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return 256 }
    limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4_096))
    _ = setrlimit(resource, &limit)
    _ = getrlimit(resource, &limit)
    return Int(min(limit.rlim_cur, 1 << 20))
  }
}
