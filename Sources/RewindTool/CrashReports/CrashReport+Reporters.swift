import RewindJSON

extension CrashReport {
  /// Returns the functions of a crash in the form of a reporter, innermost first; an address where there is none.
  ///
  /// ```
  /// Sentry       exception.values[].stacktrace.frames[].function, innermost last
  /// Crashlytics  exceptions[].frames[].symbol, or threads[].frames[].symbol of the crashed one
  /// MetricKit    crashDiagnostics[].callStackTree.callStacks[].callStackRootFrames[].subFrames[] …
  /// ```
  static func functions(in event: JSONValue) -> [String] {
    let exceptions = event["exception"]?["values"]?.array ?? []
    if let frames = exceptions.compactMap({ $0["stacktrace"]?["frames"]?.array }).last {
      return frames.reversed().map { function($0, "function", "instruction_addr") }
    }
    let crashed = event["threads"]?.array?.first { $0["crashed"]?.bool == true }
    if let frames = (event["exceptions"]?.array?.first ?? crashed)?["frames"]?.array {
      return frames.map { function($0, "symbol", "address") }
    }
    let stacks = event["crashDiagnostics"]?.array?.first?["callStackTree"]?["callStacks"]?.array
    let attributed = stacks?.first { $0["threadAttributed"]?.bool == true }
    var frame = attributed?["callStackRootFrames"]?.array?.first
    var functions: [String] = []
    while let found = frame {
      functions.append(function(found, "symbol", "address"))
      frame = found["subFrames"]?.array?.first
    }
    return functions
  }

  private static func function(_ frame: JSONValue, _ name: String, _ address: String) -> String {
    let number = frame[address].map { $0.int.map { "0x" + String($0, radix: 16) } ?? $0.string }
    return frame[name]?.string ?? number.flatMap(\.self) ?? "0x0"
  }

  /// The version in the form of Sentry, `shop@1.2+45`, Crashlytics or MetricKit; nil if it has none of them.
  static func version(in event: JSONValue) -> String? {
    if let release = event["release"]?.string {
      return release.split(separator: "@").last?.split(separator: "+").first.map(String.init)
    }
    let metaData = event["crashDiagnostics"]?.array?.first?["diagnosticMetaData"]
    return event["application"]?["display_version"]?.string ?? metaData?["appVersion"]?.string
  }
}
