import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// What a person types without looking it up.
@Suite("A terminal", .process)
struct EverydayTerminalTests {
  private let folder = TemporaryFolder()

  @Test("takes a session that is piped in, and says how it is saved")
  func pipe() throws {
    let named = try rewind.run(crash)
    let log = try String(contentsOfFile: crash, encoding: .utf8)
    for words in [[], ["-"]] {
      let run = try rewind.run(words, input: log, exits: 0)
      #expect(run.lines.dropLast(2) == named.lines.dropLast(2), "\(words)")
      #expect(run.lines.last == "rewind bisect session.jsonl --app PATH/TO/memory-tunes")
    }
    // Nobody writes to it: the sessions of the machine are asked for.
    #expect(
      try rewind.run([], environment: ["HOME": "/nowhere"]).output.contains("memory-tunes,")
        == false
    )
  }

  @Test("suggests the program that recorded the session, where it still is")
  func executable() throws {
    var file = SessionFile(app: "memory-tunes", ["executable": .string(game)], start: [:])
    file.add(1, "A", state: nil)
    let path = try file.write(to: folder)
    #expect(
      try rewind.run([path], in: folder.url).lines.last
        == "rewind bisect \(path) --app \(game)"
    )
    // A recorder writes the name alone, which a build of the package in the current folder has.
    var named = SessionFile(app: "memory-tunes", ["executable": "tunes"], start: [:])
    named.add(1, "A", state: nil)
    let own = try named.write(to: folder, as: "named.jsonl")
    let suggestion = "rewind bisect \(own) --app "
    #expect(try rewind.run([own], in: folder.url).lines.last == suggestion + "PATH/TO/memory-tunes")
    try folder.makeFolder(".build/debug")
    try folder.link(".build/debug/tunes", to: game)
    #expect(try rewind.run([own], in: folder.url).lines.last == suggestion + ".build/debug/tunes")
    var gone = SessionFile(app: "memory-tunes", ["executable": "/no/such/program"], start: [:])
    gone.add(1, "A", state: nil)
    let other = try gone.write(to: folder, as: "other.jsonl")
    #expect(try rewind.run(other).lines.last == "rewind bisect \(other) --app PATH/TO/memory-tunes")
  }

  @Test(
    "continues a long row between its parts, and a command between its flags, in 80 columns of any writing system",
    .needsTmux
  )
  func narrow() throws {
    try Tmux.with(columns: 80, rows: 40) { tmux in
      var file = SessionFile(app: "買い物リスト")
      let names = ["田中さんに電話する、田中さんに電話する", "买牛奶、买牛奶"]
      file.add(["after": 0, "state": ["画面": ["編集中": ["入力": ["文字": .string(names[0])]]]]])
      file.add(1, "入力する", state: ["画面": ["編集中": ["入力": ["文字": .string(names[1])]]]])
      file.add(2, "削除する", state: nil)
      try Data(file.bytes).write(
        to: URL(fileURLWithPath: tmux.path("a rather long name of a session of the shop.jsonl"))
      )
      try tmux.type("clear; rewind blame a*.jsonl /画面/編集中/入力/文字 --at 1; rewind a*.jsonl\n")
      try tmux.wait(for: "--app PATH/TO/買い物リスト")
      let screen = try tmux.screen()
      #expect(
        screen.contains(
          """
            ~ /画面/編集中/入力/文字  "田中さんに電話する、田中さんに電話する"
                → "买牛奶、买牛奶"
          """
        ),
        "\(screen)"
      )
      #expect(
        screen.contains(
          """
          rewind bisect 'a rather long name of a session of the shop.jsonl' \\
            --app PATH/TO/買い物リスト
          """
        ),
        "\(screen)"
      )
    }
  }

  @Test("says how a compressed log is read")
  func compressed() throws {
    for (name, bytes, words) in [
      ("a.gz", [0x1F, 0x8B, 8, 0], "gzip -dc"), ("a.zst", [0x28, 0xB5, 0x2F, 0xFD], "zstd -dc"),
      ("a.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz -dc"),
    ] as [(String, [UInt8], String)] {
      let path = folder.path(name)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      for command in [["log"], [], ["check"]] {
        let run = try rewind.run(command + [path], exits: 2)
        #expect(run.errors.contains("`\(words) \(path) | rewind`"), "\(run.errors)")
      }
    }
  }

  @Test("tells what is special about a session in the same words everywhere")
  func signs() throws {
    var file = SessionFile(app: "board", ["timeZone": "Asia/Tokyo", "locale": "ja_JP"])
    file.add(["after": 0, "state": ["n": 0]])
    file.add(1, "A", state: ["n": 1])
    file.add(["index": 2, "time": 2, "action": ["type": "B", "payload": [:]], "overlap": true])
    file.add(["after": 2, "state": ["n": 2]])
    file.add(["end": "closed", "index": 2])
    let path = try file.write(to: folder)
    let sentences = [
      "1 of 2 actions began before the last one ended: several threads dispatch, or a reducer does.",
      "Recorded in the time zone Asia/Tokyo, with the locale ja_JP.",
    ]
    let summary = try rewind.run(path)
    let json = try rewind.run(path, "--json").json()
    #expect(json["overlapping"] == 1)
    #expect(json["timeZone"] == "Asia/Tokyo" && json["locale"] == "ja_JP")
    let stepper = try rewind.run("step", path, "--keys", "i", "--size", "120x20")
    let opened = try rewind.run("step", path, "--keys", "", "--size", "120x20")
    let page = try rewind.run("report", path, "-o", "-")
    for sentence in sentences {
      #expect(summary.lines.contains(sentence))
      #expect(stepper.output.contains(sentence), "\(stepper.output)")
      #expect(page.output.contains(JSONValue.string(sentence).text))
    }
    #expect(opened.output.contains(sentences[0]), "\(opened.output)")
  }

  @Test("opens the stepper where the session ends")
  func opening() throws {
    let run = try rewind.run("step", crash, "--keys", "", "--size", "80x24")
    #expect(run.lines.first?.hasPrefix(" memory-tunes  24 of 24") ?? false, "\(run.output)")
  }
}
