/// A word that stands for one of the newest sessions of this machine: `@last`, `@2`.
struct SessionReference {
  /// The number in the list, from 1.
  let number: Int

  /// The number of sessions that can be named.
  static let limit = 100

  /// Reads a word; nil if it is a file's name.
  ///
  /// - Throws: ``CommandError`` for a number that names none.
  init?(_ word: String) throws {
    guard word.hasPrefix("@") else { return nil }
    let text = word.dropFirst()
    guard text != "last" else {
      number = 1
      return
    }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard let number = Int(text), (1...Self.limit).contains(number) else {
      throw CommandError(
        "\(word) names no session: @last or @1 is the newest, and @\(Self.limit) the oldest that can be named. For a file of that name, write ./\(word)."
      )
    }
    self.number = number
  }

  /// Returns the path of the session's file.
  ///
  /// - Throws: ``CommandError`` if there are not that many.
  func path() throws -> String {
    let catalog = SessionCatalog.newest(limit: number)
    guard catalog.sessions.count >= number else {
      let count = catalog.sessions.count
      throw CommandError(
        count == 0
          ? "There is no session on this machine yet. `rewind` says where it looks."
          : "There \(count == 1 ? "is" : "are") only \(counted(count, "session")). `rewind` lists them."
      )
    }
    return catalog.sessions[number - 1].path
  }
}
