import Foundation

nonisolated(unsafe) private var counter = 0

private final class Identity {}

/// What an impure reducer may take from outside.
func noise(_ source: String) -> String {
  let words = ["apple", "pear", "plum", "cherry", "quince", "medlar", "fig", "grape"]
  switch source {
  case "clock": return "\(Date().timeIntervalSince1970)"
  case "uuid": return "\(UUID())"
  case "random": return "\(Int.random(in: 0...Int.max))"
  case "set": return Set(words).joined(separator: ",")
  case "dictionary":
    return Dictionary(uniqueKeysWithValues: words.map { ($0, $0.count) }).keys
      .joined(separator: ",")
  case "locale":
    // Foundation's locale is always the same on Linux, that of the C library is not.
    return ProcessInfo.processInfo.environment["LC_ALL"] ?? Locale.current.identifier
  case "time zone": return TimeZone.current.identifier
  case "counter":
    counter += 1
    return "\(counter)"
  case "identity": return "\(ObjectIdentifier(Identity()))"
  case "process": return "\(ProcessInfo.processInfo.processIdentifier)"
  default:
    let path = String(source.dropFirst("file:".count))
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
