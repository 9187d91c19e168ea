import Foundation
import RewindJSON
import RewindSession

/// The first line of a log.
extension Recorder {
  /// Returns the header of a store's log; it says how the store is attached.
  func headerMembers(
    _ store: String,
    _ reflected: [Any.Type]
  ) -> @Sendable (Attachment) -> [(String, JSONValue)] {
    let opening: [(String, JSONValue)] = [
      ("rewind", 1), ("session", .string(session.uuidString.lowercased())), ("app", .string(app)),
      ("started", .string(started)), ("store", .string(store)),
    ]
    var members: [(String, JSONValue)] = []
    if !reflected.isEmpty {
      members.append(("reflected", .array(reflected.map { .string(String(reflecting: $0)) })))
    }
    if !options.states.areCompared {
      members.append(("stateLines", .string(options.states.rawValue)))
    }
    if let version = options.version { members.append(("version", .string(version))) }
    if let commit = options.commit { members.append(("commit", .string(commit))) }
    if !redactor.isIdle { members.append(("redacted", .array(options.redactions.map(\.json)))) }
    members += Self.surroundings
    if clock.isTiming { members += conditions }
    let isFile = if case .memory = destination { false } else { true }
    if case .folder(let folder, _) = destination, let group = folder.group {
      members.append(("group", .string(group)))
    }
    if isFile {
      members.append(("process", JSONValue(ProcessInfo.processInfo.processIdentifier)))
      members.append(("executable", .string(SessionProcess.executable)))
    }
    return { [members] in opening + [("attach", .string($0.rawValue))] + members }
  }

  /// The conditions under which the log's times were measured, as far as they are known.
  private var conditions: [(String, JSONValue)] {
    var conditions: [(String, JSONValue)] = []
    #if DEBUG
    conditions.append(("configuration", "debug"))
    #else
    conditions.append(("configuration", "release"))
    #endif
    #if targetEnvironment(simulator)
    conditions.append(("device", "simulator"))
    #elseif os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    conditions.append(("device", "device"))
    #endif
    if let rate = options.refreshRate { conditions.append(("refreshRate", JSONValue(rate))) }
    #if canImport(Darwin)
    if #available(macOS 12, *), ProcessInfo.processInfo.isLowPowerModeEnabled {
      conditions.append(("lowPower", true))
    }
    let thermal = ProcessInfo.processInfo.thermalState.rawValue
    let states = ["nominal", "fair", "serious", "critical"]
    if states.indices.contains(thermal) { conditions.append(("thermal", .string(states[thermal]))) }
    #endif
    return conditions
  }

  /// The program's build and its settings that reducers may depend on.
  private static var surroundings: [(String, JSONValue)] {
    let build = ProgramBuild.current.map { [("build", JSONValue.string($0))] } ?? []
    return build + [
      ("timeZone", .string(TimeZone.current.identifier)),
      ("locale", .string(Locale.current.identifier)),
    ]
  }

  /// A line without its closing brace, in the form that the writer takes.
  static func line(_ members: [(String, JSONValue)]) -> [UInt8] {
    var line: [UInt8] = []
    JSONValue.object(JSONObject(members)).write(to: &line)
    line.removeLast()
    return line
  }
}
