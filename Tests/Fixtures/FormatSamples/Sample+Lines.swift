import Foundation
import Rewind
import RewindStore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The samples that are about kinds of lines.
extension Sample {
  /// A sample of a tally.
  private static func tally(_ record: @escaping @Sendable (_ log: String) -> Void) -> Sample {
    Sample(of: TallyApp.replayable, recording: record)
  }

  /// A sample of a tally that is recorded with these options, and closed.
  private static func tally(_ options: @escaping @Sendable () -> Recorder.Options) -> Sample {
    tally { log in
      var app = TallyApp(log, options())
      app.tally.steps = (1...40).map { "step \($0)" }
      app.add(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
      app.recorder.close()
    }
  }

  /// Keyframes with patches, on every line.
  static let whole = tally { Recorder.Options(states: .whole) }
  /// `reduced` lines, and a whole state now and then.
  static let keyframes = tally { Recorder.Options(states: .keyframes) }
  /// `reduced` lines only.
  static let none = tally { Recorder.Options(states: .none) }
  /// Files of which the first were removed.
  static let segments = tally {
    Recorder.Options(segments: .init(bytes: 2_000, keeping: 2))
  }

  /// An open action at the end.
  static let crashed = tally { log in
    var app = TallyApp(log)
    app.add(1, 2, 13)
  }

  /// No end, after the app has gone to the background.
  static let stopped = tally { log in
    var app = TallyApp(log)
    app.add(1, 2)
    app.recorder.note(.background)
    kill(getpid(), SIGKILL)
  }

  /// Marks of the app, and where actions were dispatched.
  static let notes = tally { log in
    var app = TallyApp(log)
    app.recorder.note("before the first action")
    app.add(1, source: "TallyView.swift:41")
    app.recorder.note(.background)
    app.recorder.note(.foreground)
    app.recording.note("in one log: \"quoted\", é, \u{1F600}")
    app.add(2)
    app.recorder.close()
  }

  /// A file that may not grow for a while.
  static let gap = tally { log in
    signal(SIGXFSZ, SIG_IGN)
    var app = TallyApp(log)
    app.add(1, 2)
    var limit = rlimit()
    getrlimit(fileSizeLimit, &limit)
    let before = limit.rlim_cur
    limit.rlim_cur = 1
    setrlimit(fileSizeLimit, &limit)
    app.add(3, 4)
    app.recorder.note("lost")
    limit.rlim_cur = before
    setrlimit(fileSizeLimit, &limit)
    app.add(5, 6)
    app.recorder.close()
  }

  /// States that came without an action: noticed, reported, and because an action was not recorded.
  static let external = tally { log in
    var app = TallyApp(log, Recorder.Options { action in (action as? Add)?.amount != 3 })
    app.recording.recordIfChanged(to: app.tally)
    app.add(1)
    app.tally.count = 100
    app.add(2)
    app.tally.steps = []
    app.recording.recordExternalChange(to: app.tally)
    app.add(3, 4)
    app.recorder.close()
  }

  /// Two actions at a time, of which the one that began first ends last.
  static let overlap = tally { log in
    var app = TallyApp(log)
    app.add(1)
    let (recording, before) = (app.recording, app.tally)
    app.tally = recording.record(Add(amount: 2), from: before) {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = recording.record(Add(amount: 3), from: before) {
          tallyReducer(Add(amount: 3), before)
        }
        isDone.signal()
      }
      isDone.wait()
      return tallyReducer(Add(amount: 2), tallyReducer(Add(amount: 3), before))
    }
    app.add(4)
    app.recorder.close()
  }

  /// An action that is dispatched while another is reduced.
  static let nested = tally { log in
    var app = TallyApp(log)
    app.add(1)
    let (recording, before) = (app.recording, app.tally)
    app.tally = recording.record(Add(amount: 2), from: before) {
      let outer = tallyReducer(Add(amount: 2), before)
      return recording.record(Add(amount: 3), from: outer) {
        tallyReducer(Add(amount: 3), outer)
      }
    }
    app.add(4)
    app.recorder.close()
  }

  /// Two stores, each with a log in a folder of sessions; LOG is the folder.
  static let folder = tally { log in
    let recorder = Recorder(
      app: "tally",
      to: .folder(SessionFolder(folder: URL(fileURLWithPath: log))),
      options: Recorder.Options(version: "2.1", commit: "0123abc", recordsPreviewsAndTests: true)
    )
    for name in ["main", "second store"] {
      let recording = recorder.attach(Tally.self, name: name)
      var tally = Tally()
      for amount in [1, 2] {
        let add = Add(amount: amount)
        tally = recording.record(add, from: tally) { tallyReducer(add, tally) }
      }
    }
    recorder.close()
  }

  /// Actions reported before and after they are reduced.
  static let hooks = tally { log in
    let app = TallyApp(log)
    let hooks = app.recording.hooks
    var tally = Tally()
    for amount in [1, 2] {
      hooks.willReduce(Add(amount: amount), from: tally, source: "Loop.swift:\(amount)")
      tally = tallyReducer(Add(amount: amount), tally)
      hooks.didReduce(to: tally)
    }
    app.recorder.close()
  }
}

#if os(Linux)
private let fileSizeLimit = __rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue))
#else
private let fileSizeLimit = RLIMIT_FSIZE
#endif
