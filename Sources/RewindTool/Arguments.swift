import Foundation
import RewindTimeline

/// The words of a command line, sorted by the command's flags.
struct Arguments: Sendable {
  private(set) var operands: [String] = []
  /// The indexes of the operands that stood for a session.
  private(set) var references: Set<Int> = []
  /// The words after `--`.
  private(set) var rest: [String] = []
  /// The command as typed: `bisect FILE`.
  let verb: String
  /// True if the command can show the stores of a session as one.
  let takesStores: Bool
  /// True if the command can choose the build that recorded a session.
  let takesBuilds: Bool
  private var values: [String: [String]] = [:]

  private init(_ command: Command) {
    verb = "\(command.name) \(command.operandUsage.prefix { $0 != " " && $0 != "…" })"
    takesStores = command.flags.contains { $0.name == Flag.stores.name }
    takesBuilds = command.flags.contains { $0.name == Flag.builds.name }
  }

  /// Takes the values that a program gives for parameters by their keys; nothing in them is taken for a flag.
  init(_ texts: [String: [String]], rest: [String] = [], for command: Command) throws {
    self.init(command)
    self.rest = rest
    operands = command.operands.flatMap { texts[$0.key] ?? [] }
    for flag in command.flags { values[flag.name] = texts[flag.key] }
    try check(command)
  }

  /// Sorts the words after a command's name.
  init(_ words: [String], for command: Command) throws {
    self.init(command)
    var words = words[...]
    while let word = words.popFirst() {
      if word == "--" {
        // The app's own arguments follow, or operands that begin with a dash.
        let takesProgram = command.flags.contains { $0.name == Flag.app.name }
        if takesProgram { rest = Array(words) } else { operands += words }
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      try read(word, &words, command)
    }
    try check(command)
  }

  /// Checks the number of operands, and all values.
  private func check(_ command: Command) throws {
    for flag in command.flags where has(flag) {
      for value in all(flag) { try flag.kind.check(value, of: flag.name) }
      if let other = flag.excluded.first(where: has) {
        throw InputError.notWith(flag.name, other.name)
      }
      if let other = flag.needed.first(where: { !has($0) }) {
        throw InputError.needs(flag.name, other.usage)
      }
    }
    guard !command.operandCount.contains(operands.count) else {
      for (position, value) in operands.enumerated() {
        guard let operand = command.operand(at: position) else { break }
        try operand.kind.check(value, of: operand.name)
      }
      return
    }
    if operands.count < command.operandCount.lowerBound {
      throw CommandError(
        "`\(command.title)` needs \(command.operandUsage)\(operands.isEmpty ? "" : ", not only \(operands.joined(separator: " "))"). See `rewind \(command.isUnnamed ? "--help" : "help \(command.name)")`."
      )
    }
    throw InputError.unexpected(operands[command.operandCount.upperBound], of: command.usage)
  }

  private mutating func read(
    _ word: String,
    _ words: inout ArraySlice<String>,
    _ command: Command
  ) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let flag = command.flags.first(where: { $0.name == name }) else {
      if let index = Int(name) {
        throw CommandError("\(index) is no index: they count from 0, the initial state.")
      }
      let hint = Command.replacements[name] ?? name.closest(among: command.flags.map(\.name))
      let known = command.flags.map(\.name).joined(separator: ", ")
      throw CommandError(
        "`\(command.title)` has no flag \(name)."
          + (hint.map { " Did you mean \($0)?" }
            ?? (known.isEmpty ? " It has none." : " It has: \(known)."))
      )
    }
    guard let valueName = flag.value else {
      guard parts.count == 1 else { throw CommandError("\(name) takes no value.") }
      values[name, default: []].append("")
      return
    }
    guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst() else {
      throw InputError.needs(name, "a value: \(name) \(valueName)")
    }
    values[name, default: []].append(value)
  }

  /// Replaces the words that stand for sessions, such as `@last`, by their files.
  mutating func resolveSessions(of command: Command) throws {
    for index in operands.indices where command.operand(at: index).map(\.isSession) == true {
      let word = operands[index]
      let isThere = word == "-" || FileManager.default.fileExists(atPath: word)
      guard let reference = try SessionReference(word == "last" && !isThere ? "@last" : word) else {
        if !isThere, let hint = hint(insteadOf: word, of: command) {
          throw CommandError("\(word) cannot be read: No such file or directory. \(hint)")
        }
        continue
      }
      operands[index] = try reference.path()
      references.insert(index)
    }
  }

  /// Returns what may be meant by the name of a file that does not exist; nil if nothing is like it.
  private func hint(insteadOf word: String, of command: Command) -> String? {
    if word.wholeMatch(of: /\d+((\.\.|[-:])\d+)?|end(-\d+)?/) != nil {
      return "The session comes first: `\(command.usage)`."
    }
    if word.contains("\u{FFFD}") {
      return "Its name is not UTF-8, which cannot be read here: rename it, or link to it."
    }
    return word.similarPath.map { "Did you mean \($0)?" }
  }

  /// Returns true if a flag was given.
  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  /// The value of a flag; the last one if there are several.
  subscript(flag: Flag) -> String? { values[flag.name]?.last }

  /// Returns the number that a flag has; nil if it was not given.
  func count(_ flag: Flag) -> Int? { self[flag].flatMap { Int($0) } }

  /// Returns the time that a flag has; nil if it was not given.
  func seconds(_ flag: Flag) -> Duration? { self[flag].flatMap { Double($0) }.map { .seconds($0) } }

  /// Returns every value of a flag, in order.
  func all(_ flag: Flag) -> [String] { values[flag.name] ?? [] }

  /// The operand at an index.
  subscript(position: Int) -> String? { position < operands.count ? operands[position] : nil }
}

extension String {
  /// The path of something that exists and whose names are nearly these; nil if there is none.
  fileprivate var similarPath: String? {
    var path = hasPrefix("/") ? "/" : ""
    for name in split(separator: "/") {
      let exact = path + name
      let names =
        (try? FileManager.default.contentsOfDirectory(atPath: path.isEmpty ? "." : path)) ?? []
      let found =
        FileManager.default.fileExists(atPath: exact)
        ? String(name) : String(name).closest(among: names.sorted())
      guard let found else { return nil }
      path += found + "/"
    }
    return path.isEmpty ? nil : String(path.dropLast())
  }
}
