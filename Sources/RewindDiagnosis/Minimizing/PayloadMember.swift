/// A member of the actions of a type, the same for all elements of an array.
struct PayloadMember: Hashable {
  let type: String
  let path: [String]

  func member(_ name: String) -> PayloadMember {
    PayloadMember(type: type, path: path + [name])
  }
}
