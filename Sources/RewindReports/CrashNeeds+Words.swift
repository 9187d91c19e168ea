package import RewindDiagnosis
import RewindJSON
import RewindText

extension CrashBisection.Culprit {
  /// The head of a list of the changes that the crash needs; nil if none are known.
  package var partWords: String? {
    guard let part = needs?.part else { return nil }
    let whole = externalChange == nil ? "of action \(culprit)" : "made without an action"
    return part.changes.count == 1
      ? "One of the \(part.count) changes \(whole) is enough, and needed"
      : "\(part.changes.count) of the \(part.count) changes \(whole) are enough together, and needed"
  }

  /// The value that was read without which the app survives; nil if none is known.
  package var readWords: String? {
    guard let read = needs?.read else { return nil }
    let whose = read.otherAction.map { "that of action \($0)" } ?? "another one"
    return
      "It dies because action \(read.action) read `\(read.name.escapedForTerminal)` \(read.value.brief(40)): with \(whose) (\(read.other.brief(40))) it survives."
  }

  /// The values that the crash needs, a sentence each.
  package var needWords: [String] {
    let changes = (needs?.part?.changes ?? []).map { change in
      let values = [change.old, change.new].map { $0?.brief(40) ?? "nothing" }
      let place = change.pointer.tokens.isEmpty ? "the state" : change.pointer.description
      return "\(place.escapedForTerminal) \(values[0]) → \(values[1])"
    }
    let part = partWords.map { "\($0): \(changes.joined(separator: ", "))." }
    return [part, readWords].compactMap(\.self)
  }
}
