import RewindJSON
import RewindLog
import RewindSession
import RewindText
package import RewindTimeline

/// Writes a log's lines as a page has them.
///
/// A line is a letter, the index of its action, and the log's line as JSON without its checksum. Every
/// state line but the first has a patch, so that the page need not compute the changes:
///
/// ```
/// k 0 {"after":0,"state":{…}}                 a whole state, the first
/// k 9 {"after":9,"patch":[…],"state":{…}}     a later one, behind what has changed
/// a 1 {"index":1,"time":0.5,"action":{…}}     an action
/// i 1 {"index":1,"input":{…}}                 an input
/// s 1 {"after":1,"patch":[…]}                 a state line
/// x 1 {"external":true,"after":1,"patch":[…]} a change without an action
/// h 1 {"held":310e-3,"index":1}               a dispatch that took long
/// n, g, t, e                                  note, gap, travel, end
/// ```
package struct PageLine {
  private let timeline: Timeline

  package init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  static func letter(of kind: LineKind) -> String? {
    switch kind {
    case .action: "a"
    case .input: "i"
    case .patch: "s"
    case .keyframe: "k"
    case .external: "x"
    case .note: "n"
    case .gap: "g"
    case .travel: "t"
    case .end: "e"
    case .held: "h"
    case .header, .reduced, .types, .laterKeyframe, .unknown: nil
    }
  }

  /// Returns a line of the log as the page stores it; nil if the page does not use it.
  ///
  /// - Throws: `SessionLogError` if the log cannot be read there.
  package func bytes(of line: Int) throws -> [UInt8]? {
    let key = try timeline.log.key(of: line)
    guard let letter = Self.letter(of: key.kind),
      var json = try timeline.log.json(of: line).object
    else { return nil }
    json["crc"] = nil
    let isState = [.patch, .keyframe, .external].contains(key.kind)
    if isState, json["patch"] == nil { json["patch"] = try patch(at: line)?.json }
    // A state line that begins with its patch may have a whole state as well.
    let isWhole = json["state"] != nil && key.kind == .patch
    // Last, so that the page reads the patch without it.
    if isState, let state = json["state"] {
      json["state"] = nil
      json["state"] = state
    }
    return Self.bytes(isWhole ? "k" : letter, key.index ?? 0, .object(json))
  }

  /// Returns the changes of a whole state; nil for the first state.
  private func patch(at line: Int) throws -> Patch? {
    let before = try timeline.log.lastLine(upTo: line - 1, of: [.patch, .keyframe, .external])
    return try before.map {
      Patch(from: try timeline.state(at: $0), to: try timeline.state(at: line))
    }
  }

  /// Returns the state before a line of the log as a line of the page, with its index; nil if there is none.
  func state(before line: Int) throws -> (index: Int, bytes: [UInt8])? {
    let states: LineKinds = [.patch, .keyframe, .external]
    guard let line = try timeline.log.lastLine(upTo: line - 1, of: states) else { return nil }
    let index = try timeline.log.key(of: line).index ?? 0
    let json: JSONValue = ["after": JSONValue(index), "state": try timeline.state(at: line)]
    return (index, Self.bytes("k", index, json))
  }

  static func bytes(_ letter: String, _ index: Int, _ json: JSONValue) -> [UInt8] {
    var bytes = Array("\(letter) \(index) ".utf8)
    bytes.append(contentsOf: json.text.scriptText.utf8)
    return bytes
  }
}
