import Foundation
import RewindText

extension Command {
  private static let list = Flag("--list", help: "List the allowed programs of all projects.")
  private static let remove = Flag(
    "--remove",
    help: "Withdraw the permission for the .rewind file here."
  )

  static let allow = Command(
    "allow",
    "",
    0...0,
    "Allows replays with the program in a project's .rewind file",
    flags: [list, remove],
    details: """
      Commands that replay take --app PROGRAM. Without it they look for a file .rewind beside the
      Package.swift in the current folder, or in the nearest one above that has both. It has one
      line, such as `app = .build/debug/shop` or `app = simulator:BUNDLE-ID`; a relative path begins
      at the file, and # begins a comment. A line `builds = DIR` does for bisect and from-report what
      --builds does. A log's own folder is never searched. Since such a file
      may come with a bug report, the program runs only after `rewind allow`, and a moved file, or
      another program in it, must be allowed again. The list of allowed programs is in the state
      folder of the XDG base directories.
      """,
    examples: """
      allow
        allow the program, after you have read .rewind
      bisect @last
        the action to blame for the newest crash, by that program
      allow --list
        the allowed programs, by project
      """
  ) { arguments, terminal in
    var allowed = try AllowedPrograms.read()
    if arguments.has(list) {
      guard !arguments.has(remove) else { throw CommandError("Use either --list or --remove.") }
      for program in allowed.all {
        terminal.print("\(program.app)  for \(program.file)".escapedForTerminal)
      }
      return allowed.all.isEmpty ? .negative : .success
    }
    guard let file = ProjectFile.path(from: FileManager.default.currentDirectoryPath) else {
      throw CommandError(
        "There is no .rewind beside a Package.swift, here or above. Write one with a line such as `app = .build/debug/shop`."
      )
    }
    if arguments.has(remove) {
      let isRemoved = try allowed.remove(of: file)
      terminal.print(isRemoved ? "\(file) is no longer allowed." : "\(file) was not allowed.")
      return isRemoved ? .success : .negative
    }
    let project = try ProjectFile.read(file)
    guard !project.named.isEmpty else {
      throw CommandError(
        "\(file) names no program. Write a line such as `app = .build/debug/shop`."
      )
    }
    for path in project.named {
      let program = AllowedPrograms.Program(file: file, app: path)
      if !allowed.contains(program) { try allowed.add(program) }
      terminal.print("\(path) is allowed for \(file).")
    }
    if let app = project.app, try SimulatedApp(app) == nil,
      !FileManager.default.isExecutableFile(atPath: app)
    {
      terminal.warn("rewind: There is no such program yet: build it.")
    }
    if let builds = project.builds, !builds.isFolder {
      terminal.warn("rewind: There is no such folder of builds yet.")
    }
    return .success
  }
}
