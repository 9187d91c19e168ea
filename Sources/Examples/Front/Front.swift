import Foundation
import RewindJSON
import RewindLive
package import RewindReplay

/// The front of an app: it reads an action a line, dispatches it as the app does, and prints the screen of the
/// state after it.
///
/// ```
/// FlipCardAction {"cardIndexToFlip":3}                          as a log shows it
/// {"type":"FlipCardAction","payload":{"cardIndexToFlip":3}}     as a log has it
/// arrive                                                        a word, for what is not an action
/// ```
package final class Front<State, Action> {
  /// A word that can be typed besides the actions, such as one that begins an effect.
  package typealias Word = (name: String, help: String, carryOut: () -> Void)
  /// A word that prints lines instead of the screen.
  package typealias Page = (name: String, help: String, lines: () -> [String])

  private let actions: ActionDecoders<Action>
  private let words: [Word]
  private let pages: [Page]
  private let screen: () -> [String]
  private let dispatch: (Action) -> Void
  /// The app's time machine, if it has one.
  package var machine: TimeMachine<State, Action>?
  /// Receives notes for the recording.
  package var onNote: (String) -> Void = { _ in }
  /// True to repeat each line, so that the output of a script reads like a session.
  package var echoes = false
  package var write: (String) -> Void = Console.write
  /// Views of the app besides the screen, which a store does not keep.
  package var views: [AnyObject] = []

  /// Makes the front of an app, with the actions that its declaration decodes.
  package init<Reducer>(
    _ store: ReplayableStore<State, Action, Reducer>,
    words: [Word],
    pages: [Page] = [],
    screen: @escaping () -> [String],
    dispatch: @escaping (Action) -> Void
  ) {
    (actions, self.words, self.pages) = (store.replayed.actions, words, pages)
    (self.screen, self.dispatch) = (screen, dispatch)
  }

  /// Carries out lines until there are no more, or one is `quit`; `settle` returns when the app is at rest.
  @MainActor
  package func play(lines: () async -> String?, settle: () async -> Void = {}) async {
    await settle()
    screen().forEach(write)
    while let line = await lines(), let output = carryOut(line) {
      await settle()
      output().forEach(write)
    }
  }

  /// Carries out lines in an app that needs no time for them.
  package func run(_ lines: [String]) {
    for line in lines {
      guard let output = carryOut(line) else { return }
      output().forEach(write)
    }
  }

  /// Carries out a line; empty ones, and comments, which begin with `#`, do nothing.
  ///
  /// - Returns: The lines to print when the app is at rest; nil if there are to be no more.
  private func carryOut(_ line: String) -> (() -> [String])? {
    let line = line.trimmingCharacters(in: .whitespaces)
    let name = String(line.prefix { !$0.isWhitespace })
    let rest = line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty, !name.hasPrefix("#") else { return { [] } }
    // Notes go to the recording only.
    if echoes, name != "note" { write("> \(line)") }
    do {
      switch name {
      case "note":
        onNote(rest)
        return { [] }
      case "help": return { self.help }
      case "quit": return nil
      case ":back": return try travel { try $0.step(by: -number(rest)) }
      case ":jump": return try travel { try $0.jump(to: number(rest)) }
      case ":resume": return try travel { try $0.resume() }
      default: break
      }
      if let page = pages.first(where: { $0.name == line }) { return page.lines }
      if let word = words.first(where: { $0.name == line }) {
        word.carryOut()
      } else {
        dispatch(try action(name, rest, line))
      }
      return screen
    } catch {
      return { ["\(error)"] }
    }
  }

  private var help: [String] {
    ["Actions, each with its payload as JSON:"] + actions.names.map { "  \($0)" } + ["Words:"]
      + (words.map { ($0.name, $0.help) } + pages.map { ($0.name, $0.help) }
      + [
        (":back N", "go back by N actions"),
        (":jump N", "go to the state after action N; 0 is the start"),
        (":resume", "go to the last action again"),
        ("note TEXT", "write a note into the recording, if there is one"),
        ("help", "show this list"),
        ("quit", "leave the program"),
      ]).map { "  \($0.padded(to: 11))\($1)" }
  }

  // MARK: - Actions

  /// Decodes a line as the declaration decodes a log.
  private func action(_ name: String, _ rest: String, _ line: String) throws -> Action {
    do {
      if name.hasPrefix("{") { return try action(JSONValue(parsing: line)) }
      try checkType(name)
      // What has no payload is an empty object, or an enum's case with one.
      let none = name.split(separator: ".").dropFirst().last.map { "{\"\($0)\":{}}" } ?? "{}"
      let payload = try JSONValue(parsing: rest.isEmpty ? none : rest)
      return try action(["type": .string(name), "payload": payload])
    } catch {
      let names = words.map(\.name) + pages.map(\.name)
      throw Mistake(
        """
        "\(line)" is not understood. \(error) The actions are \(actions.names.joined(separator: ", ")); the words \
        are \(names.map { "\($0), " }.joined())note, help and quit.
        """
      )
    }
  }

  private func action(_ json: JSONValue) throws -> Action {
    try json["type"]?.string.map(checkType)
    return try actions.action(written: json)
  }

  private func checkType(_ type: String) throws {
    guard actions.names.contains(where: { type == $0 || type.hasPrefix("\($0).") }) else {
      throw Mistake("There is no action and no word \"\(type)\".")
    }
  }

  // MARK: - Time travel

  private func travel(
    _ move: (TimeMachine<State, Action>) throws -> Void
  ) throws -> () -> [String] {
    guard let machine else {
      throw Mistake("This program was started without its time machine: see --help.")
    }
    try move(machine)
    return { [screen] in
      screen() + ["After action \(machine.position) of \(machine.history.count)."]
    }
  }

  private func number(_ text: String) throws -> Int {
    guard let number = Int(text), number != .min else {
      throw Mistake("A whole number is missing: type :back 3, or :jump 12.")
    }
    return number
  }
}

/// The reason why a line is not carried out, in sentences.
private struct Mistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension String {
  /// Returns the text with spaces appended, up to a width in characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
