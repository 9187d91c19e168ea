import RewindJSON
import RewindSession

// The pointers in a store's log, as pointers into the state that has its state as a member.

extension Patch {
  /// The patch of a document that has the patched one as a member.
  func under(_ name: String) -> Patch {
    func inner(_ pointer: Pointer) -> Pointer { Pointer(tokens: [name] + pointer.tokens) }
    return Patch(
      operations.map { operation in
        switch operation {
        case .add(let path, let value) where path.tokens.isEmpty: .replace(inner(path), value)
        case .add(let path, let value): .add(inner(path), value)
        case .remove(let path): .remove(inner(path))
        case .replace(let path, let value): .replace(inner(path), value)
        case .move(let from, let path): .move(from: inner(from), to: inner(path))
        case .copy(let from, let path): .copy(from: inner(from), to: inner(path))
        case .test(let path, let value): .test(inner(path), value)
        }
      }
    )
  }
}

extension SessionStores.Member {
  /// The rules of redaction, with pointers into the merged state.
  var redactions: [JSONValue] {
    let own = (segments[0].log.header.json["redacted"]?.array ?? [])
    return own.map { rule in
      guard var json = rule.object else { return rule }
      func inner(_ text: String) -> String {
        (try? Pointer(text)).map { Pointer(tokens: [name] + $0.tokens).description } ?? text
      }
      if let pointer = json["pointer"]?.string { json["pointer"] = .string(inner(pointer)) }
      if let only = json["only"]?.array {
        json["only"] = .array(
          only.map { rule in
            rule.string.map { .string($0.hasPrefix("/") ? inner($0) : $0) } ?? rule
          }
        )
      }
      return .object(json)
    }
  }
}
