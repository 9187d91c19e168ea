import Foundation
import RewindLog
import RewindSession

extension Command {
  private static let inPlace = Flag(
    "--in-place",
    help: "Replace FILE itself, instead of writing another file."
  )

  static let seal = Command(
    "seal",
    "FILE",
    1...1,
    "Gives a log new checksums after a deliberate edit",
    required: "(-o OUT | --in-place)",
    flags: Flag.writing + [inPlace],
    details: """
      Every line must be a line of a session; its checksum, if it has one, is recomputed. Lines
      may have been added, removed or changed with any editor. Either -o or --in-place says where the
      result goes.
      """,
    examples: """
      seal recordings/memory-tunes/win.jsonl -o edited.jsonl
        an edited copy, sealed
      """
  ) { arguments, terminal in
    let path = arguments.operands[0]
    let isInPlace = arguments.has(inPlace)
    guard isInPlace || arguments[.output] != nil else {
      throw CommandError("Say where the result goes: -o FILE, or --in-place.")
    }
    if isInPlace, arguments[.output] != nil {
      throw CommandError("Give either -o or --in-place, not both.")
    }
    if isInPlace, path == "-" {
      throw CommandError("Standard input cannot be replaced. Use -o FILE.")
    }
    let output = try isInPlace ? path : arguments.outputPath()
    let result =
      try isInPlace
      ? sealInPlace(path) : arguments.writing(to: output) { try LogRepair.seal(path, to: $0) }
    terminal.print("\(output): \(counted(result.lines, "line")) sealed")
    return .success
  }

  /// Keeps the old log until the new one is complete.
  private static func sealInPlace(_ path: String) throws -> LogRepair.Result {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let new = "\(place).sealing-\(ProcessInfo.processInfo.processIdentifier)"
    let result = try LogRepair.seal(path, to: new)
    var status = stat()
    guard stat(place, &status) == 0, chmod(new, status.st_mode & 0o777) == 0,
      rename(new, place) == 0
    else {
      let error = SystemError(code: errno)
      unlink(new)
      throw CommandError("\(path) cannot be replaced: \(error).")
    }
    return result
  }
}
