import Foundation
import RewindJSON
import RewindSession
import RewindTimeline

/// A prompt at one index of a session: the stepper for pipes and dumb terminals.
struct StepPrompt {
  private let timeline: Timeline
  private let terminal: Terminal
  private var index: Int
  private var repeated = "next"
  private let lastIndex: Int

  init(_ timeline: Timeline, at index: Int, _ terminal: Terminal) {
    self.timeline = timeline
    self.terminal = terminal
    self.index = index
    lastIndex = timeline.lastIndex
  }

  mutating func run() throws {
    let isPrompting = terminal.isInteractive
    terminal.print(
      "\(counted(timeline.actionCount, "action")). next, back, jump N, diff, state POINTER, blame POINTER, where, quit."
    )
    show()
    while true {
      if isPrompting {
        terminal.flush()
        FileHandle.standardOutput.write(Data("\(index)> ".utf8))
      }
      guard let line = readLine() else { break }
      do {
        guard try perform(line) else { break }
      } catch {
        terminal.print("\(error)".escapedForTerminal)
      }
    }
  }

  /// Executes a line; returns false for quit.
  private mutating func perform(_ line: String) throws -> Bool {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let word = words.first ?? repeated
    let operand = words.count > 1 ? words[1] : nil
    switch word {
    case "n", "next": go(to: index + 1, repeating: "next")
    case "b", "back": go(to: index - 1, repeating: "back")
    case "j", "jump": try jump(operand)
    case "d", "diff": try showDiff(operand)
    case "s", "state": try showState(operand)
    case "blame": try showBlame(operand)
    case "w", "where": show()
    case "h", "help", "?":
      terminal.print(
        "next · back · jump N · diff [N] · state [POINTER] · blame POINTER · where · quit"
      )
    case "q", "quit": return false
    default:
      let names = ["next", "back", "jump", "diff", "state", "blame", "where", "quit", "help"]
      let hint = word.closest(among: names).map { " Did you mean \($0)?" } ?? " Type help."
      terminal.print("There is no command \"\(word.escapedForTerminal)\".\(hint)")
    }
    return true
  }

  private mutating func go(to target: Int, repeating word: String) {
    repeated = word
    guard (timeline.firstIndex...lastIndex).contains(target) else {
      terminal.print(target < timeline.firstIndex ? "This is the start." : "This is the end.")
      return
    }
    index = target
    show()
  }

  private mutating func jump(_ operand: String?) throws {
    guard let operand, let position = Position(operand) else {
      throw CommandError("Jump where? Write positions as \(Position.forms).")
    }
    index = try timeline.index(of: position)
    show()
  }

  /// Prints the position: the action and its changes.
  private func show() {
    do {
      guard index > timeline.firstIndex else {
        terminal.print("\(index) of \(lastIndex)  \(timeline.startInWords)")
        return
      }
      let action = try timeline.action(index)
      let time = action.time.map { "  " + terminal.output.dim($0.seconds) } ?? ""
      terminal.print(
        "\(index) of \(lastIndex)  \(action.brief(in: timeline, terminal.output, width: 100))\(time)"
      )
      if try timeline.isUnrecorded(index) || !timeline.isStateKnown(before: index) {
        return terminal.print("  its change was not recorded")
      }
      guard try timeline.stateLine(after: index) != nil else {
        switch timeline.missingState(after: index) {
        case .died: terminal.print(terminal.output.red("  the program died in this action"))
        case .unreadable: terminal.print("  the readable part of the log ends here")
        case .lost: terminal.print("  its state was not recorded")
        }
        return
      }
      try printChanges(timeline.changes(of: index))
    } catch {
      terminal.print("\(error)")
    }
  }

  private func printChanges(_ changes: [Change]) {
    guard !changes.isEmpty else { return terminal.print("  no change") }
    for change in changes.prefix(20) {
      terminal.print("  " + timeline.valueTypes.readable(change).line(terminal.output))
    }
    if changes.count > 20 { terminal.print("  … \(changes.count - 20) more, see diff") }
  }

  private func showDiff(_ operand: String?) throws {
    guard let operand else {
      guard index > timeline.firstIndex else {
        throw CommandError("This is the start: diff N compares it with another.")
      }
      for change in try timeline.changes(of: index) {
        terminal.print("  " + timeline.valueTypes.readable(change).line(terminal.output))
      }
      return
    }
    guard let position = Position(operand) else {
      throw CommandError("Diff with what? Write positions as \(Position.forms).")
    }
    let other = try timeline.index(of: position)
    let patch = try timeline.patch(from: index, to: other)
    try printChanges(patch.changes(of: timeline.state(after: index)))
  }

  private func showState(_ operand: String?) throws {
    let state = try timeline.state(after: index)
    let value = try operand.map { try state.value(at: Pointer(typed: $0), index: index) } ?? state
    for line in value.prettyText.split(separator: "\n") {
      terminal.print(String(line).escapedForTerminal)
    }
  }

  private func showBlame(_ operand: String?) throws {
    guard let operand else { throw CommandError("Blame what? A pointer, as in: blame /gameState") }
    let pointer = try Pointer(operand)
    let isDead = timeline.end == .crashed(action: index)
    let last = isDead ? index - 1 : index
    guard let blame = try timeline.blame(pointer, at: last) else {
      _ = try timeline.state(after: last).value(at: pointer, index: last)
      return
    }
    for line in try blame.lines(in: timeline, terminal.output) {
      terminal.print("  " + line)
    }
  }
}
