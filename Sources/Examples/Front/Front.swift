/// The terminal of an app: it reads lines, has the app execute them, and handles the commands that all
/// apps share.
public final class Front<App: TerminalApp> {
  /// Indicates whether the person continues.
  public enum Step {
    case next
    case quit
  }

  public let app: App
  private let prompt = Prompt(App.commands)
  private let machine: (any Traveling)?
  private let echoes: Bool
  private let onNote: (String) -> Void
  private let write: (String) -> Void

  /// Makes the terminal of an app in its initial state.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - machine: The time machine of the app's store, if it has one.
  ///   - echoes: Indicates whether commands are printed with the output, so that the output of a script
  ///     reads like a session.
  ///   - onNote: Called with the text of each note.
  ///   - write: Called with each line of the output.
  public init(
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

  /// Draws the first screen.
  public func begin() {
    app.begin()
  }

  /// Executes a line of input.
  public func run(_ line: String) -> Step {
    let request = prompt.request(line)
    if echoes, request.isEchoed { write("> \(line)") }
    switch request {
    case .nothing: break
    case .command(let command): app.carryOut(command)
    case .travel(let travel): carryOut(travel)
    case .note(let text): onNote(text)
    case .help: for line in prompt.help(column: prompt.helpColumn) { write(line) }
    case .mistake(let message): write(message)
    case .quit: return .quit
    }
    return .next
  }

  private func carryOut(_ travel: Travel) {
    guard let machine else {
      return write("This program was started without its time machine: see --help.")
    }
    let answer = machine.carryOut(travel)
    app.drawIfChanged()
    write(answer)
  }

  /// Executes lines until the input ends or the person quits.
  public func play(_ input: LineInput) {
    begin()
    while true {
      switch input.next(isWaiting: app.isWaiting) {
      case .line(let line): if run(line) == .quit { return }
      case .silence: app.arrive()
      case .errand: app.drawIfChanged()
      case .end: return
      }
    }
  }
}
