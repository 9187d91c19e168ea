package import RewindTimeline

/// A difference between a type as a log tells it and as a program has it: it shows also where no value does, as in a
/// list that was empty.
package struct TypeChange: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case added(type: String)
    case gone(type: String)
    /// A member of the same type, or a case with the same payload, in the same place.
    case renamed(to: String)
    case retyped(from: String, to: String)
  }

  /// The type's name in the log.
  package let type: String
  /// The name of the member or case in the log; of one that was added, in the program.
  package let part: String
  package let isCase: Bool
  package let kind: Kind
  /// True if states that the program makes may differ by it from recorded ones.
  package let isRisky: Bool

  /// Compares all types that both have; those of the states, which may have different names, by what they are for.
  ///
  /// O(types).
  package static func find(from recorded: RecordedTypes, to now: RecordedTypes) -> [TypeChange] {
    let inStates = recorded.state.map { recorded.types(within: $0) } ?? []
    return recorded.names.flatMap { name -> [TypeChange] in
      let twin = name == recorded.state ? now.state ?? name : name
      guard let old = recorded.declaration(of: name), let new = now.declaration(of: twin) else {
        return []
      }
      return changes(of: name, from: old.parts, to: new.parts, areInStates: inStates.contains(name))
    }
  }

  private static func changes(
    of type: String,
    from old: [TypeDeclaration.Part],
    to new: [TypeDeclaration.Part],
    areInStates: Bool
  ) -> [TypeChange] {
    func change(_ part: TypeDeclaration.Part, _ kind: Kind, _ isRisky: Bool) -> TypeChange {
      TypeChange(type: type, part: part.name, isCase: part.isCase, kind: kind, isRisky: isRisky)
    }
    let names = Set(old.map(\.key))
    var renamed: Set<String> = []
    var found: [TypeChange] = []
    for (place, part) in old.enumerated() {
      let twin = new.first { $0.key == part.key }
      let inPlace = place < new.count && !names.contains(new[place].key) ? new[place] : nil
      if let twin {
        guard twin.type != part.type else { continue }
        found.append(change(part, .retyped(from: part.type, to: twin.type), areInStates))
      } else if let inPlace, inPlace.type == part.type, inPlace.isCase == part.isCase {
        renamed.insert(inPlace.key)
        found.append(change(part, .renamed(to: inPlace.name), areInStates))
      } else {
        found.append(change(part, .gone(type: part.type), areInStates))
      }
    }
    // A new case takes nothing from a recording.
    for part in new where !part.isCase && !names.contains(part.key) && !renamed.contains(part.key) {
      let isRisky = areInStates && !part.type.hasSuffix("?")
      found.append(change(part, .added(type: part.type), isRisky))
    }
    return found
  }
}

extension TypeDeclaration {
  /// A member or a case, as its declaration has it.
  fileprivate struct Part {
    let name: String
    /// The type of a member; of a case, of its payload.
    let type: String
    let isCase: Bool

    /// The name without the underscore of a property wrapper's storage.
    var key: String { name.hasPrefix("_") ? String(name.dropFirst()) : name }
  }

  /// The members and cases, without the keys that only an `encode(to:)` knows: a program tells none of those.
  fileprivate var parts: [Part] {
    switch form {
    case .structure(let members):
      members.filter { $0.mark != .written }.map {
        Part(name: $0.name, type: $0.type, isCase: false)
      }
    case .enumeration(let cases):
      cases.map { enumCase in
        let payload = enumCase.payload.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        return Part(name: enumCase.name, type: "(\(payload))", isCase: true)
      }
    case .rawValues(let names): names.map { Part(name: $0, type: "", isCase: true) }
    case .existential, .opaque: []
    }
  }
}
