#if os(macOS) || os(Linux)
import Foundation
import RewindTestSupport
import Testing

private let zsh = ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/zsh" }
  .first(where: FileManager.default.isExecutableFile(atPath:))

private let win = Recordings.path("memory-tunes/win.jsonl")

@Suite(
  "Completions in zsh",
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
        ("hist", "rewind history"), ("blame log --al", "rewind blame log --all"),
        ("verify --expect no", "rewind verify --expect no-crash"),
        ("help expr", "rewind help expressions"), ("completions z", "rewind completions zsh"),
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
      try tmux.wait(for: "--where  -- Only actions of which this holds")
      try tmux.press("C-c")
      try tmux.type("exit\n")
    }
  }
}
#endif
