import Foundation
import MemoryTunesExample

/// Preferences in a text file that holds the name of the category.
struct FilePreferences: Preferences {
  let path: String
  let onFailure: @Sendable (any Error) -> Void

  /// The stored category; nil if the file is missing or invalid.
  var category: TuneCategory? {
    get {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
      return TuneCategory(rawValue: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    nonmutating set {
      do {
        try Data((newValue?.rawValue ?? "").utf8).write(to: URL(fileURLWithPath: path))
      } catch {
        onFailure(error)
      }
    }
  }
}
