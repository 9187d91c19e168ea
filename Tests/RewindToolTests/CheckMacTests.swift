#if os(Linux)
import Foundation
import RewindTestSupport
import Testing

/// Programs of a Mac that say what they were asked, and do nothing.
private let fakes = [
  "uname": "case ${1-} in -m) echo arm64 ;; *) echo Darwin ;; esac",
  "sw_vers": "case $1 in -productVersion) echo 15.1 ;; *) echo 24B83 ;; esac",
  "sysctl": "echo \"$2\"",
  "xcode-select": "echo /Library/Developer/CommandLineTools",
  "xcodebuild": "echo Xcode 16.1; echo Build version 16B40",
  "git": "case $1 in rev-parse) echo 0123abc ;; esac",
  "swift": #"""
  echo "swift $*" >> "$CALLS"
  case "$*" in
  --version) echo "Apple Swift version $SWIFT (swiftlang)" ;;
  *--show-bin-path*) echo "$FAKES" ;;
  *KillTests) echo "$REWIND_KILLS kills, all right" ;;
  test*) echo "in $PWD"; echo "$HOME/secret"; exit "$TESTS" ;;
  esac
  """#,
  "xcrun": #"""
  echo "xcrun $*" >> "$CALLS"
  case "$*" in
  "--find simctl") exit "$XCODE" ;;
  *--show-sdk-path) echo /sdk ;;
  "simctl list runtimes available")
    echo "iOS 17.5 (17.5 - 21F79) - com.apple.CoreSimulator.SimRuntime.iOS-17-5"
    echo "iOS 18.1 (18.1 - 22B81) - com.apple.CoreSimulator.SimRuntime.iOS-18-1"
    echo "tvOS 18.1 (18.1 - 22J5) - com.apple.CoreSimulator.SimRuntime.tvOS-18-1" ;;
  "simctl list devicetypes")
    echo "iPhone 15 (com.apple.CoreSimulator.SimDeviceType.iPhone-15)"
    echo "iPhone 16 (com.apple.CoreSimulator.SimDeviceType.iPhone-16)"
    echo "iPad mini (com.apple.CoreSimulator.SimDeviceType.iPad-mini)" ;;
  "simctl create "*iPhone-16\ *) echo "Incompatible device" >&2; exit 1 ;;
  "simctl create "*) echo SIM-1 ;;
  "simctl bootstatus "*) exit "$BOOT" ;;
  "simctl spawn "*) cat > /dev/null; exit 1 ;;
  esac
  """#,
  "bench": "echo \"bench $*\"",
  "rewind": "echo \"rewind ${*##*/}\"",
  "memory-tunes": "",
]

@Suite("scripts/check-mac", .process)
struct CheckMacTests {
  /// What a run left behind.
  private struct Outcome {
    let run: Program.Run
    let report: String
    let calls: [String]
    let temporaryFiles: [String]

    /// The rows of the parts, without the seconds.
    var parts: [String] {
      report.split(separator: "\n").map(String.init)
        .filter { line in ["| tests", "| kill", "| cost", "| sim"].contains { line.hasPrefix($0) } }
        .map { $0.replacing(#/ \d+ \|$/#, with: " N |") }
    }
  }

  private func check(
    _ arguments: String = "",
    _ settings: [String: String] = [:],
    withSwift: Bool = true
  ) throws -> Outcome {
    try TemporaryFolder.with { folder in
      for name in ["fakes", "tmp"] {
        try folder.makeFolder(name)
      }
      for (name, script) in fakes {
        _ = try folder.program("fakes/\(name)", script)
      }
      try folder.file("calls", "")
      let environment = [
        "PATH": "\(folder.path("fakes")):/usr/bin:/bin", "TMPDIR": folder.path("tmp/"),
        "CALLS": folder.path("calls"), "FAKES": folder.path("fakes"), "HOME": "/Users/ada",
        "SWIFT": "6.2.1", "TESTS": "0", "XCODE": "0", "BOOT": "0",
      ]
      let script = Recordings.folder.deletingLastPathComponent().appending(
        path: "scripts/check-mac"
      )
      let run = try rewind.run(
        [],
        environment: environment.merging(settings) { $1 },
        in: folder.url,
        by: "'\(script.path)' -o report.md \(arguments)"
      )
      return Outcome(
        run: run,
        report: (try? folder.text("report.md")) ?? "",
        calls: try folder.text("calls")
          .split(separator: "\n").map(String.init),
        temporaryFiles: try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp"))
      )
    }
  }

  @Test("runs every part, and writes what the Mac is and how each went")
  func passes() throws {
    let outcome = try check()
    #expect(outcome.run.exit == .status(0), "\(outcome.run.errors) \(outcome.report)")
    #expect(
      outcome.parts == [
        "| tests | passed | N |", "| kill-test | passed | N |", "| cost | passed | N |",
        "| simulator | passed | N |",
      ]
    )
    for line in [
      "| commit | 0123abc |", "| Mac | hw.model, machdep.cpu.brand_string, hw.ncpu cores |",
      "| macOS | 15.1 (24B83) |", "| Swift | Apple Swift version 6.2.1 (swiftlang) |",
      "| Xcode | Xcode 16.1 Build version 16B40  |", "    100 kills, all right",
      "    bench --only recording", "    bench --only large", "    The game died, as it should.",
      "    rewind crash.jsonl",
    ] {
      #expect(outcome.report.contains(line + "\n"), "\(line)\n\(outcome.report)")
    }
    #expect(outcome.temporaryFiles == [])
  }

  @Test("uses the newest simulator that can be created, and deletes it")
  func simulator() throws {
    let outcome = try check("--only simulator")
    let create = """
      xcrun simctl create rewind-check-mac com.apple.CoreSimulator.SimDeviceType.iPhone-15 \
      com.apple.CoreSimulator.SimRuntime.iOS-18-1
      """
    #expect(outcome.calls.contains(create))
    #expect(
      outcome.calls.contains {
        $0.hasPrefix(
          "swift build --product memory-tunes --triple arm64-apple-ios16.0-simulator --sdk /sdk "
        )
      }
    )
    #expect(outcome.calls.last == "xcrun simctl delete SIM-1")
    let failed = try check("--only simulator", ["BOOT": "3"])
    #expect(failed.run.exit == .status(1))
    #expect(failed.parts == ["| simulator | failed (status 3) | N |"])
    #expect(failed.calls.last == "xcrun simctl delete SIM-1")
    #expect(failed.temporaryFiles == [])
  }

  @Test("goes on after a part that fails, and shows what it said, but not who ran it and where")
  func failing() throws {
    let outcome = try check("", ["TESTS": "1"])
    #expect(outcome.run.exit == .status(1))
    #expect(
      outcome.parts == [
        "| tests | failed (status 1) | N |", "| kill-test | passed | N |", "| cost | passed | N |",
        "| simulator | passed | N |",
      ]
    )
    #expect(outcome.report.contains("\n    in WORK/checkout\n    ~/secret\n"))
    #expect(outcome.temporaryFiles == [])
  }

  @Test("leaves out what needs something that is not there, and says what")
  func missing() throws {
    let outcome = try check("", ["SWIFT": "6.0.3", "XCODE": "72"])
    #expect(outcome.run.exit == .status(1))
    let why = "left out: The tests need Swift 6.2 (exit tests); this is 6.0."
    #expect(
      outcome.parts == [
        "| tests | \(why) | N |", "| kill-test | \(why) | N |", "| cost | passed | N |",
        "| simulator | left out: There is no simctl: install Xcode, and select it "
          + "(xcode-select -p gives /Library/Developer/CommandLineTools). | N |",
      ]
    )
  }
}
#endif
