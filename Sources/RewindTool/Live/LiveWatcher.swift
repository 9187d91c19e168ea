import Foundation
import RewindDiagnosis
import RewindText
import RewindTimeline

/// Rebuilds the app when its sources change, and replays the session with the new build.
///
/// Swift cannot replace the code of a running app, but its reducers restart in a tenth of a second.
final class LiveWatcher: Sendable {
  private let command: BuildCommand
  private let hub: LiveHub
  private let program: ReplayProgram
  private let perform: @Sendable (@escaping () -> Void) -> Void

  /// The time between two looks at the sources.
  private static let interval: useconds_t = 400_000

  init(
    _ command: String,
    _ hub: LiveHub,
    _ program: ReplayProgram,
    _ perform: @escaping @Sendable (@escaping () -> Void) -> Void
  ) {
    (self.command, self.hub, self.program) = (BuildCommand(command), hub, program)
    self.perform = perform
  }

  /// Watches until the tool ends, on a thread of its own, for changes from now on.
  func start() {
    let first = SourceFiles.changes(in: ".")
    Thread.detachNewThread { [self] in
      var seen = first
      while true {
        usleep(Self.interval)
        let now = SourceFiles.changes(in: ".")
        guard now != seen else { continue }
        // A file that is written during the build triggers another build.
        seen = now
        rebuild()
      }
    }
  }

  private func rebuild() {
    report(.building)
    do {
      let result = try command.run()
      guard result.isSuccess else { return report(.failed(result.output)) }
      try compare()
    } catch {
      report(.failed("\(error)"))
    }
  }

  /// Replays the session as far as it was when the build had ended.
  private func compare() throws {
    guard let session = newest() else { return report(nil) }
    let timeline = try session.timeline()
    var options = Verification.Options()
    options.expectsNoCrash = true
    let verification = try Verification.run(timeline, by: program, options: options)
    let isGood =
      switch verification.verdict {
      case .same, .sameEnd: verification.sharedCrash == nil
      case .fixed, .notReproduced, .unproven: true
      default: false
      }
    report(
      .compared(
        session: session.id,
        words: verification.change,
        isGood: isGood,
        firstDifference: verification.divergences.first?.index
      )
    )
  }

  private func newest() -> LiveSession? {
    let isKnown = DispatchSemaphore(value: 0)
    var session: LiveSession?
    perform { [hub] in
      session = hub.newest
      isKnown.signal()
    }
    isKnown.wait()
    return session
  }

  private func report(_ rebuild: LiveRebuild?) {
    perform { [hub] in hub.show(rebuild) }
  }
}

/// The files of a folder that people and not builds write.
enum SourceFiles {
  /// The maximum number of files to watch.
  private static let limit = 20_000

  /// Returns a number that is another one if a file was written, added or removed.
  ///
  /// Hidden files and folders, such as `.build`, are not watched, and neither are session logs.
  static func changes(in folder: String) -> Int {
    var hasher = Hasher()
    var count = 0
    let keys: [URLResourceKey] = [.contentModificationDateKey, .isRegularFileKey, .fileSizeKey]
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: folder),
      includingPropertiesForKeys: keys,
      options: [.skipsHiddenFiles]
    )
    while let file = files?.nextObject() as? URL, count < limit {
      guard file.pathExtension != "jsonl",
        let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true
      else { continue }
      count += 1
      hasher.combine(file.path)
      hasher.combine(values.fileSize)
      hasher.combine(values.contentModificationDate)
    }
    return hasher.finalize()
  }
}
