import Foundation
import RewindStore

/// What is `Codable` in these payloads looks in JSON like a structure, and the rest is no structure at all.
enum Poll: Action {
  case wait
  case votes([String: Int])
  case tally([String: Int])
  case guess(Character, or: Character?, Substring)
  case rows(IndexSet)
  case length(Measurement<UnitLength>)
  case language(Locale)
  case calendar(Calendar)
  case color((UInt8, UInt8, UInt8), at: (x: Double, y: Int?))
  case scores([String: Score], others: [Score]?)
  case ballot(Ballot)

  struct Score {
    let value: Int
  }

  struct Ballot {
    struct Box {}

    let note: String?
    let letters: [Character]
    let box: Box
    let choice: Int
  }

  /// The action as text, which is the same for equal values.
  var line: String {
    switch self {
    case .votes(let votes), .tally(let votes): "\(votes.sorted { $0.key < $1.key })"
    case .language(let locale): locale.identifier
    case .calendar(let calendar): "\(calendar.identifier)"
    case .rows(let rows): "\(rows.map(\.self))"
    default: "\(self)"
    }
  }
}
