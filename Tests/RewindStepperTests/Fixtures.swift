import RewindJSON
import RewindLog
import RewindSession
import RewindStepper
import RewindTestSupport
import RewindTimeline

/// A session of a music player whose titles are in many writing systems.
enum Player {
  static let tracks: [JSONValue] = [
    ["title": "東京は夜の七時", "by": "ピチカート・ファイヴ", "stars": 5],
    ["title": "Für Elise", "by": "Beethoven", "stars": 4],
    ["title": "👩‍👩‍👧‍👦 Family ❤️", "by": "🇫🇷 Les Enfants", "stars": 3],
    ["title": "강남스타일", "by": "싸이", "stars": 4],
  ]

  static var file: SessionFile {
    var file = SessionFile(app: "player")
    var settings = JSONObject()
    for number in 1...62 { settings["option\(number)"] = JSONValue(number) }
    file.add([
      "after": 0,
      "state": [
        "tracks": .array(tracks), "playing": nil, "volume": 0.5,
        "queue": ["next": [], "history": []], "settings": .object(settings),
      ],
    ])
    let steps: [(type: String, payload: JSONValue, patch: JSONValue?)] = [
      ("Play", ["track": 0], [["op": "replace", "path": "/playing", "value": "東京は夜の七時"]]),
      ("Queue.Add", ["track": 2], [["op": "add", "path": "/queue/next/-", "value": 2]]),
      (
        "Rate", ["track": 1, "stars": 5, "note": "これは素晴らしい曲です 🎉"],
        [["op": "replace", "path": "/tracks/1/stars", "value": 5]]
      ),
      (
        "Settings.Set", ["option": 31, "value": -1],
        [["op": "replace", "path": "/settings/option31", "value": -1]]
      ),
      ("Tick", [:], []),
      (
        "Next", [:],
        [
          ["op": "replace", "path": "/playing", "value": "👩‍👩‍👧‍👦 Family ❤️"],
          ["op": "remove", "path": "/queue/next/0"],
          ["op": "add", "path": "/queue/history/0", "value": 0],
        ]
      ),
      ("Seek", ["to": -1], nil),
    ]
    for (number, step) in steps.enumerated() {
      let index = JSONValue(number + 1)
      file.add([
        "index": index, "time": JSONValue(Double(number) + 0.25),
        "action": ["type": .string(step.type), "payload": step.payload],
      ])
      if number == 2 {
        file.add(["index": index, "input": ["name": "date", "value": "2026-11-21"]])
      }
      if let patch = step.patch { file.add(["after": index, "patch": patch]) }
    }
    return file
  }

  /// The stepper at the beginning of the session.
  static func stepper() throws -> Stepper { try file.stepper() }
}

extension SessionFile {
  /// A stepper at the beginning of the session.
  func stepper(canReplay: Bool = false) throws -> Stepper {
    Stepper(try Timeline.open(SessionLog.open(bytes: bytes)), canReplay: canReplay)
  }
}

extension Stepper {
  /// Presses keys, and has each answered in full.
  mutating func press(_ keys: String) -> [Request] {
    (Key.keys(keys) ?? []).compactMap { key in
      let request = press(key)
      while isBusy { work { false } }
      return request
    }
  }

  /// The screen's text after some keys.
  mutating func text(_ keys: String = "", _ columns: Int = 80, _ rows: Int = 24) -> String {
    size = ScreenSize(columns: columns, rows: rows)
    _ = press(keys)
    return screen(size).text
  }
}

/// Returns the text on a terminal of some size after some keys.
func screen(_ keys: String, _ columns: Int, _ rows: Int) throws -> String {
  var stepper = try Player.stepper()
  return stepper.text(keys, columns, rows)
}
