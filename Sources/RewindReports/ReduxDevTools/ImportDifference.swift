/// A way in which a log is different from the file of Redux DevTools that it is made from.
enum ImportDifference: String, CaseIterable {
  case lost = "Actions before the first one, no longer in the file (maxAge)"
  case reordered = "Actions in another order than dispatched, logged as they were played"
  case skipped = "Skipped actions, kept as notes"
  case unrecorded = "Actions not in the file, as in a pause, kept as external changes"
  case unreduced = "Actions after the one that threw, left out"
  case stateless = "Actions without a state, which the app that --app names can compute"
  case untyped = "Actions whose type is not text, kept as payloads"
  case halves = "Halves of characters (lone surrogates), replaced by U+FFFD"
  case tooDeep = "Values nested deeper than 240 levels, left out"
  case unresolved = "References that lead in a circle, nowhere or to too much, left out"
  case unsafeNumbers = "Numbers beyond 2^53 and the like, which JavaScript may have rounded"
  case marks =
    #"Values that JSON cannot hold, such as dates, kept as {"$jsan":…} (see `rewind help redux`)"#
  case monitorState = "Monitor states, not kept"
  case committedState = "Committed states, not kept"
  case jump = "Jumps to another state, not kept"
  case stack = "Stack traces, not kept"
  case otherMember = "Other members, not kept"

  /// Returns a line for each kind of difference that occurs.
  static func lines(_ counts: [ImportDifference: Int]) -> [String] {
    allCases.compactMap { kind in
      counts[kind].flatMap { $0 > 0 ? "\(kind.rawValue): \($0)." : nil }
    }
  }
}
