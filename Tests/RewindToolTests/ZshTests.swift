import Foundation
import RewindTestSupport
import Testing

private let zsh = ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/zsh" }
  .first(where: FileManager.default.isExecutableFile(atPath:))

private let fish = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/fish" }
  .first(where: FileManager.default.isExecutableFile(atPath:))

@Suite(
  "Completions in zsh",
  .surroundings,
  .enabled(if: zsh != nil && Tmux.isThere, "there is no zsh, or no tmux, on this machine")
)
struct ZshTests {
  @Test("complete commands, flags, values and topics as they are typed")
  func completing() throws {
    try Tmux.with(columns: 100, rows: 24) { tmux in
      try tmux.type("PS1='%% ' \(zsh ?? "") -f -i\n")
      try tmux.wait(for: "% ")
      try tmux.type("autoload -Uz compinit; compinit -u -d dump; . =(rewind completions zsh)\n")
      try tmux.type("echo $_comps[rewind]\n")
      try tmux.wait(for: "\n_rewind\n")
      for (typed, completed) in [
        ("com", "rewind compare"), ("blame log --al", "rewind blame log --all"),
        ("verify --expect no", "rewind verify --expect no-crash"),
        ("help expr", "rewind help expressions"),
        ("step log --fo", "rewind step log --follow"),
        ("log \(win) --type Set", "rewind log \(win) --type SetCardsAction"),
        ("blame \(win) /gameState/show", "rewind blame \(win) /gameState/showLoading"),
      ] {
        try tmux.type("rewind \(typed)")
        try tmux.press("Tab")
        try tmux.wait(for: "% \(completed)")
        try tmux.press("C-u")
      }
      try tmux.type("rewind log --\t")
      try tmux.press("Tab")
      try tmux.wait(for: "-- Only actions for which this holds")
      try tmux.press("C-c")
      try tmux.type("exit\n")
    }
  }
}

@Suite(
  "Completions in fish",
  .surroundings,
  .enabled(if: fish != nil, "there is no fish on this machine")
)
struct FishTests {
  private let folder = TemporaryFolder()

  @Test(
    "complete commands, flags, values and topics",
    arguments: [
      ("compa", "compare"), ("blame log --al", "--all"), ("verify --expect no", "no-crash"),
      ("help expr", "expressions"), ("step log --fo", "--follow"),
      ("log \(win) --type Set", "SetCardsAction"),
      ("blame \(win) /gameState/show", "/gameState/showLoading"),
    ]
  )
  func completing(typed: String, completed: String) throws {
    let products = URL(fileURLWithPath: rewind.path).deletingLastPathComponent().path
    let output = try folder.file("printed", "")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: fish ?? "")
    process.arguments = [
      "--no-config", "-c", "rewind completions fish | source; complete -C 'rewind \(typed)'",
    ]
    process.environment = Sanitizer.environment.merging([
      "PATH": "\(products):/usr/bin:/bin", "HOME": folder.url.path, "LC_ALL": "C.UTF-8",
    ]) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.start()
    process.waitUntilExit()
    let offered = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
      .map { String($0.prefix { $0 != "\t" }) }
    #expect(offered == [completed])
  }
}
