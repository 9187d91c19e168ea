/// The terminal of an app: it reads lines, has the app execute them, draws its screen, and handles the
/// commands that all apps share.
package final class Front<App: TerminalApp> {
  /// Indicates whether the person continues.
  package enum Step {
    case next
    case quit
  }

  package let app: App
  private let machine: (any Traveling)?
  private let echoes: Bool
  private let onNote: (String) -> Void
  private let write: (String) -> Void
  private let forms = Front.allForms
  private var hasQuit = false

  /// Makes the terminal of an app in its initial state; if it echoes commands, the output of a script reads
  /// like a session.
  package init(
    _ app: App,
    machine: (any Traveling)? = nil,
    echoes: Bool = false,
    onNote: @escaping (String) -> Void = { _ in },
    write: @escaping (String) -> Void
  ) {
    self.app = app
    self.machine = machine
    self.echoes = echoes
    self.onNote = onNote
    self.write = write
  }

  /// Starts the app, and draws the first screen.
  package func begin() {
    app.begin()
    draw()
  }

  /// Executes a line of input; empty ones, and comments, which begin with `#`, do nothing.
  package func run(_ line: String) -> Step {
    guard let name = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).first,
      !name.hasPrefix("#")
    else { return .next }
    // Notes go to the recording only.
    if echoes, name != "note" { write("> \(line)") }
    do {
      guard let form = forms.first(where: { $0.name == name }) else {
        throw Mistake(description: "There is no command \"\(line)\". Type help for the list.")
      }
      try form.command(line)(self)
      drawIfChanged()
    } catch {
      write("\(error)")
    }
    return hasQuit ? .quit : .next
  }

  /// Handles an event of the input.
  package func answer(_ event: LineInput.Event) -> Step {
    switch event {
    case .line(let line): return run(line)
    case .silence: app.arrive()
    case .errand: break
    case .end: return .quit
    }
    drawIfChanged()
    return .next
  }

  /// Executes lines until the input ends or the person quits.
  package func play(_ input: LineInput) {
    begin()
    while answer(input.next(isWaiting: app.isWaiting)) == .next {}
  }

  private func draw() {
    app.hasChanged = false
    for line in app.screen { write(line) }
  }

  private func drawIfChanged() {
    if app.hasChanged { draw() }
  }
}

// MARK: - Commands

extension Front {
  /// The commands of the app, and those of every front; the colon distinguishes these from an app's.
  private static var allForms: [CommandForm<Front>] {
    App.commands.map { $0.on { (front: Front) in front.app } } + [
      CommandForm(":back", .number, help: "go back by N actions") { front, distance in
        front.travel { try $0.step(by: distance == .min ? .max : -distance) }
      },
      CommandForm(":jump", .number, help: "go to the state after action N; 0 is the start") {
        front,
        position in
        front.travel { try $0.jump(to: position) }
      },
      CommandForm(":resume", help: "go to the last action again") { front in
        front.travel { try $0.resume() }
      },
      CommandForm("note", .text, help: "write a note into the recording, if there is one") {
        $0.onNote($1)
      },
      CommandForm("help", help: "show this list") { front in
        for line in help() { front.write(line) }
      },
      CommandForm("quit", help: "leave the program") { $0.hasQuit = true },
    ]
  }

  /// Returns the list of commands, one on each line, with explanations that begin at a column: by default two
  /// spaces after the longest command.
  static func help(column: Int? = nil) -> [String] {
    let forms = allForms
    let column = column ?? (forms.map(\.usage.count).max() ?? 0) + 2
    return forms.map { "  \($0.usage.padded(to: column))\($0.help)" }
  }

  private func travel(_ move: (any Traveling) throws -> Void) {
    guard let machine else {
      return write("This program was started without its time machine: see --help.")
    }
    let answer: String
    do {
      try move(machine)
      answer = "After action \(machine.position) of \(machine.count)."
    } catch {
      answer = "\(error)"
    }
    drawIfChanged()
    write(answer)
  }
}
