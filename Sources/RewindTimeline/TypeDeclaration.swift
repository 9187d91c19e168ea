import RewindJSON

/// What a log tells of a type that has parts, or no form that `Codable` writes.
package struct TypeDeclaration {
  package enum Form {
    case structure([Member])
    case enumeration([Case])
    /// An enum whose raw values are written: the names of its cases.
    case rawValues([String])
    /// A protocol: its values have their own types.
    case existential
    /// A type of the system that is not `Codable`.
    case opaque
  }

  package struct Member {
    package enum Mark: String { case declared, written }

    package let name: String
    package let type: String
    /// Nil for one that is declared and was seen in the log.
    package let mark: Mark?

    package init(_ name: String, _ type: String) {
      (self.name, self.type, mark) = (name, type, nil)
    }

    fileprivate init?(_ json: JSONValue) {
      guard let array = json.array, array.count > 1, let name = array[0].string,
        let type = array[1].string
      else { return nil }
      (self.name, self.type) = (name, type)
      mark = array.count > 2 ? array[2].string.flatMap(Mark.init) : nil
    }
  }

  package struct Case {
    package let name: String
    package let payload: [Member]
  }

  package let form: Form
  /// True if `Codable` writes the values, and not reflection.
  package let isCoded: Bool
  /// True if the type is `Decodable` too, where `Codable` writes it.
  package let isDecodable: Bool
  /// True if no other file can name it.
  package let isPrivate: Bool
  /// The type of the elements of a list.
  package let elements: String?
  /// The member that tells one value from another, if the type declares one.
  package let id: String?

  init(_ json: JSONObject) {
    isCoded = json["codable"] != nil
    isDecodable = json["codable"] == true
    isPrivate = json["private"] == true
    elements = json["elements"]?.string
    id = json["id"]?.string
    if let members = json["struct"]?.array {
      form = .structure(members.compactMap(Member.init))
    } else if json["raw"] != nil {
      form = .rawValues(json["enum"]?.array?.compactMap { $0.array?.first?.string } ?? [])
    } else if let cases = json["enum"]?.array {
      form = .enumeration(
        cases.compactMap(\.array).map {
          Case(name: $0.first?.string ?? "", payload: $0.dropFirst().compactMap(Member.init))
        }
      )
    } else {
      form = json["any"] == true ? .existential : .opaque
    }
  }

  /// The member of a property with a wrapper under which it has its value; nil if this is not a wrapper.
  package var wrapped: Member? {
    guard case .structure(let members) = form, !isCoded else { return nil }
    return members.first { $0.name == "wrappedValue" }
  }
}
