import RewindDiagnosis
import RewindReports

/// The needs of a written test, and the command that follows it.
struct NextOfTest {
  /// The session that it was made of.
  let session: String
  /// The test's file.
  let path: String
  let names: TestNames
  /// True if the session ends in a crash, which it tests.
  let hasCrash: Bool
  let program: ReplayProgram

  /// Prints where the test belongs, what else is to be known of it, and the command for the pull request of the fix.
  func print(_ terminal: Terminal) {
    let declared =
      names.store == nil
      ? " It needs `\(TestSource.defaultStore)`, which a comment in it shows how to declare." : ""
    terminal.printWrapped(
      "It belongs in a test target with the products RewindReplay and RewindTesting.\(declared)"
    )
    if let manifest = PackageManifest.nearest(to: path), !manifest.names("RewindTesting") {
      let package = ReplayHostPackage.Location.ofThisTool(for: manifest.folder)
      for line in package.manifest("RewindReplay", "RewindTesting") { terminal.print("  \(line)") }
    }
    guard hasCrash else { return }
    let flags = ["--expect no-crash", "--summary summary.md"]
    terminal.print(
      terminal.output.dim("# next: once the fix is built, a summary for its pull request")
    )
    terminal.printCommand("rewind verify \(session.shellPath) \(program.words(with: flags))")
  }
}
