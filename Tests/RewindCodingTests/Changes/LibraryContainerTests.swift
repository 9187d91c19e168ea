// Random choices among what is there.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// What an app keeps in the containers of libraries, and in an enum's payload.
private struct Track: Codable, Hashable {
  var id: Int
  var title: String
  var ratings: [Int] = []
}

/// The same, not `Codable`.
private struct BareTrack {
  var id: Int
  var title: String
  var ratings: [Int] = []
}

private enum Loading: Codable {
  case idle
  case failed(reason: String, attempts: Int)
  case loaded([Track], next: Int?)
}

/// A list that writes itself with nested containers.
private struct Album: Encodable {
  var name: String
  var tracks: [Track]
  var label: String?

  enum CodingKeys: CodingKey { case head, tracks }
  enum HeadKeys: CodingKey { case name, label }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var head = container.nestedContainer(keyedBy: HeadKeys.self, forKey: .head)
    try container.encode(tracks, forKey: .tracks)
    try head.encode(name, forKey: .name)
    try head.encodeIfPresent(label, forKey: .label)
  }
}

@Suite("The containers of libraries")
struct LibraryContainerTests {
  @Test(
    "never lose a change, however their elements come and go",
    arguments: 0..<TestScale.count(4, of: 12)
  )
  func random(_ number: UInt64) throws {
    let seed = seeds()[0] &* 100 &+ number
    var generator = SeededGenerator(seed: seed)
    let count = [0, 1, 2, 5, 40, 300].randomElement(using: &generator) ?? 5
    let tracks = (0..<count).map { Track(id: $0, title: "track \($0), longer than a word") }
    let bare = tracks.map { BareTrack(id: $0.id, title: $0.title) }
    var change = RandomChange(generator: generator, nextID: count)

    var ordered = OrderedDictionary(tracks.map { ("\($0.id)", $0) })
    var bareOrdered = OrderedDictionary(bare.map { ($0.id, $0) })
    var identified = IdentifiedArray(tracks, id: \.id)
    var bareIdentified = IdentifiedArray(bare, id: \.id)
    var loading = Loading.loaded(tracks, next: nil)
    var album = Album(name: "an album", tracks: tracks)
    var tagged = Tagged<Int, [Track]>(rawValue: tracks)

    var followers = (
      try FollowedStates(ordered), try FollowedStates(reflecting: bareOrdered),
      try FollowedStates(identified), try FollowedStates(reflecting: bareIdentified),
      try FollowedStates(loading), try FollowedStates(album), try FollowedStates(tagged)
    )
    for step in 0..<40 {
      let what = "seed \(seed), step \(step)"
      var list = change.next(tracks: Array(identified))
      if step % 13 == 12 { list = [] }
      let bareList = list.map { BareTrack(id: $0.id, title: $0.title, ratings: $0.ratings) }
      ordered = OrderedDictionary(list.map { ("\($0.id)", $0) })
      bareOrdered = OrderedDictionary(bareList.map { ($0.id, $0) })
      identified = IdentifiedArray(list, id: \.id)
      bareIdentified = IdentifiedArray(bareList, id: \.id)
      loading =
        switch step % 9 {
        case 7: .failed(reason: "no answer", attempts: step)
        case 8: .idle
        default: .loaded(list, next: step % 4 == 0 ? nil : step)
        }
      album = Album(name: "album \(step / 5)", tracks: list, label: step % 3 == 0 ? nil : "a")
      tagged = Tagged(rawValue: list)
      try followers.0.patch(to: ordered, "ordered, \(what)")
      try followers.1.patch(to: bareOrdered, "ordered and reflected, \(what)")
      try followers.2.patch(to: identified, "identified, \(what)")
      try followers.3.patch(to: bareIdentified, "identified and reflected, \(what)")
      try followers.4.patch(to: loading, "payload, \(what)")
      try followers.5.patch(to: album, "nested, \(what)")
      try followers.6.patch(to: tagged, "tagged, \(what)")
    }
  }

  @Test("tell one element of a thousand by itself")
  func small() throws {
    let tracks = (0..<1_000).map { Track(id: $0, title: "track \($0)") }
    var ordered = OrderedDictionary(tracks.map { ("\($0.id)", $0) })
    var loading = Loading.loaded(tracks, next: nil)
    var followers = (try FollowedStates(ordered), try FollowedStates(loading))
    ordered[position: 7].title = "another"
    let replaced = #"[{"op":"replace","path":"/15/title","value":"another"}]"#
    #expect(try followers.0.patch(to: ordered) == replaced)
    var changed = tracks
    changed[7].ratings.append(5)
    loading = .loaded(changed, next: nil)
    let added = #"[{"op":"add","path":"/loaded/_0/7/ratings/0","value":5}]"#
    #expect(try followers.1.patch(to: loading) == added)
  }

  @Test("move a key with its value")
  func moved() throws {
    let tracks = (0..<100).map { Track(id: $0, title: "track \($0)") }
    var follower = try FollowedStates(OrderedDictionary(tracks.map { ("\($0.id)", $0) }))
    var list = tracks
    list.insert(list.remove(at: 80), at: 10)
    let there = try follower.patch(to: OrderedDictionary(list.map { ("\($0.id)", $0) }))
    #expect(there.components(separatedBy: "\"move\"").count == 3, "\(there)")
    let back = try follower.patch(to: OrderedDictionary(tracks.map { ("\($0.id)", $0) }))
    #expect(back.components(separatedBy: "\"move\"").count == 3, "\(back)")
  }

  @Test("are shown as their mirror shows them, where that hides what is in them")
  func hidden() throws {
    var secrets = Secrets(values: ["one", "two"])
    var follower = try FollowedStates(reflecting: secrets)
    secrets.values.append("three")
    #expect(try follower.patch(to: secrets) == #"[{"op":"add","path":"/2","value":"*"}]"#)
  }
}

/// A collection whose mirror hides what is in it.
private struct Secrets: Collection, CustomReflectable {
  var values: [String]
  var startIndex: Int { 0 }
  var endIndex: Int { values.count }
  func index(after index: Int) -> Int { index + 1 }
  subscript(index: Int) -> String { values[index] }

  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: values.map { _ in "*" }, displayStyle: .collection)
  }
}

/// Changes lists as apps do.
private struct RandomChange {
  var generator: SeededGenerator
  var nextID: Int

  mutating func next(tracks: [Track]) -> [Track] {
    var list = tracks
    for _ in 0..<[1, 1, 1, 2, 30].randomElement(using: &generator)! { change(&list) }
    return list
  }

  private mutating func change(_ list: inout [Track]) {
    let position = list.isEmpty ? 0 : Int.random(in: 0..<list.count, using: &generator)
    let kind = list.isEmpty ? 0 : Int.random(in: 0..<8, using: &generator)
    switch kind {
    case 0, 1:
      nextID += 1
      let track = Track(id: nextID, title: "track \(nextID), longer than a word")
      list.insert(track, at: kind == 0 ? list.count : position)
    case 2: list.remove(at: position)
    case 3: list.removeLast()
    case 4: list[position].title += "!"
    case 5: list[position].ratings.append(nextID)
    case 6: list.swapAt(position, Int.random(in: 0..<list.count, using: &generator))
    default: list.append(list.remove(at: position))
    }
  }
}
