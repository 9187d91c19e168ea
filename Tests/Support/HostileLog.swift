import RewindJSON

/// A log that is meant to take a reader long: many small changes of a large state, in one form of patch.
public struct HostileLog: Sendable {
  /// What is done to the state, again and again.
  public enum Form: String, CaseIterable, Sendable {
    case insertAtFront
    case insertObjectsAtFront
    case insertManyAtFront
    case insertAtFrontOfLong
    case insertAtFrontInOnePatch
    case removeAtFront
    case moveAnywhere
    case moveInOnePatch
    case moveBetweenArrays
    case moveWhole
    case changeElements
    case changeMembersOfElements
    case changeIDs
    case replaceArray
    case replaceItems
    case reorderedStates
    case equalElements
    case copyMembers
    case copyDoubling
    case manyKeys
    case manyKeysThatChange
    case renamedKeys
    case removedKeys
    case deepObjects
    case deepArrays
    case besideLongText
    case longTexts
    case externalChanges
    case insertedLists
    case mixed
  }

  public let file: SessionFile
  /// A pointer to a value that the log is about.
  public let pointer: String

  /// Makes a log of about so many bytes.
  public init(_ form: Form, bytes: Int, seed: UInt64 = 1) {
    var maker = Maker(bytes: bytes, random: SeededGenerator(seed: seed))
    maker.make(form)
    (file, pointer) = (maker.file, maker.pointer)
  }
}

private struct Maker {
  let bytes: Int
  var random: SeededGenerator
  var file = SessionFile()
  var pointer = "/list/3"
  private var index = 0

  init(bytes: Int, random: SeededGenerator) {
    (self.bytes, self.random) = (bytes, random)
  }

  /// The bytes of an action and the frame of the line after it.
  private static let lineSize = 150

  private mutating func start(_ state: JSONValue) {
    file.add(["after": 0, "state": state, "wall": "2026-11-21T08:00:00.123Z"])
  }

  private mutating func addAction() {
    index += 1
    file.add([
      "index": JSONValue(index), "time": JSONValue(index),
      "action": ["type": .string("Action\(index % 5)"), "payload": ["value": JSONValue(index)]],
    ])
  }

  private mutating func change(_ operations: [JSONValue]) {
    addAction()
    file.add(["after": JSONValue(index), "patch": .array(operations)])
  }

  /// Changes the state by one operation of so many bytes, until the log is full.
  private mutating func changes(
    _ size: Int,
    share: Int = 1,
    _ operations: (inout Maker, Int) -> [JSONValue]
  ) {
    for number in 0..<max(1, bytes / share / (Self.lineSize + size)) {
      change(operations(&self, number))
    }
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func numbers(_ count: Int) -> JSONValue { .array((0..<count).map { JSONValue($0) }) }

  private func items(_ count: Int) -> JSONValue {
    .array((0..<count).map { ["id": JSONValue($0), "text": "text", "done": false] })
  }

  private func keys(_ count: Int) -> JSONValue {
    .object(JSONObject((0..<count).map { ("key \($0)", JSONValue($0)) }))
  }

  mutating func make(_ form: HostileLog.Form) {
    switch form {
    case .insertAtFront, .insertObjectsAtFront, .insertManyAtFront, .insertAtFrontOfLong,
      .insertAtFrontInOnePatch, .removeAtFront, .externalChanges, .insertedLists:
      makeInsertions(form)
    case .moveAnywhere, .moveInOnePatch, .moveBetweenArrays, .moveWhole: makeMoves(form)
    case .changeElements, .changeMembersOfElements, .changeIDs, .replaceArray, .replaceItems,
      .reorderedStates, .equalElements:
      makeElements(form)
    case .copyMembers, .copyDoubling: makeCopies(form)
    case .manyKeys, .manyKeysThatChange, .renamedKeys, .removedKeys: makeKeys(form)
    case .deepObjects, .deepArrays, .besideLongText, .longTexts: makeDepth(form)
    case .mixed: makeMixture()
    }
  }

  // MARK: - Elements that come and go

  private static func add(_ path: String, _ value: JSONValue) -> JSONValue {
    ["op": "add", "path": .string(path), "value": value]
  }

  private static func replace(_ path: String, _ value: JSONValue) -> JSONValue {
    ["op": "replace", "path": .string(path), "value": value]
  }

  private static func remove(_ path: String) -> JSONValue {
    ["op": "remove", "path": .string(path)]
  }

  private static func move(_ from: String, _ path: String) -> JSONValue {
    ["op": "move", "from": .string(from), "path": .string(path)]
  }

  private mutating func makeInsertions(_ form: HostileLog.Form) {
    switch form {
    case .insertObjectsAtFront:
      start(["list": []])
      changes(70) { _, number in [Self.add("/list/0", ["id": JSONValue(number), "text": "new"])] }
    case .insertManyAtFront:
      start(["list": []])
      changes(500) { _, number in
        (0..<10).map { Self.add("/list/0", ["id": JSONValue(10 * number + $0)]) }
      }
    case .insertAtFrontOfLong:
      start(["list": .array(Array(repeating: 0, count: bytes / 4))])
      changes(45, share: 2) { _, number in [Self.add("/list/0", JSONValue(number))] }
    case .insertAtFrontInOnePatch:
      start(["list": .array(Array(repeating: 0, count: bytes / 4))])
      change((0..<bytes / 90).map { Self.add("/list/0", JSONValue($0)) })
    case .removeAtFront:
      let count = bytes / 2 / (Self.lineSize + 30)
      start(["list": numbers(max(bytes / 12, 2 * count))])
      changes(30, share: 2) { _, _ in [Self.remove("/list/0")] }
    case .externalChanges:
      start(["list": .array(Array(repeating: 0, count: bytes / 6))])
      addAction()
      file.add(["after": 1, "patch": []])
      for number in 0..<bytes / 160 {
        file.add(["external": true, "after": 1, "patch": [Self.add("/list/0", JSONValue(number))]])
      }
    case .insertedLists:
      start(["list": []])
      changes(100) { _, number in
        [
          Self.add("/list/0", ["inner": []]),
          Self.add("/list/\(number / 2)/inner/0", JSONValue(number)),
        ]
      }
    default:
      start(["list": []])
      changes(45) { _, number in [Self.add("/list/0", JSONValue(number))] }
    }
  }

  private mutating func makeMoves(_ form: HostileLog.Form) {
    let count = max(2, bytes / 14)
    switch form {
    case .moveInOnePatch:
      start(["list": numbers(count)])
      change(
        (0..<bytes / 110).map { _ in Self.move("/list/\(below(count))", "/list/\(below(count))") }
      )
    case .moveBetweenArrays:
      start(["list": numbers(bytes / (Self.lineSize + 50)), "other": []])
      changes(60) { _, _ in [Self.move("/list/0", "/other/0")] }
      pointer = "/other/3"
    case .moveWhole:
      start(["list": ["inner": numbers(count)], "n": 0])
      changes(50, share: 2) { _, number in
        [number % 2 == 0 ? Self.move("/list", "/other") : Self.move("/other", "/list")]
      }
      pointer = "/n"
    default:
      start(["list": numbers(count)])
      changes(60, share: 2) { maker, _ in
        [Self.move("/list/\(maker.below(count))", "/list/\(maker.below(count))")]
      }
    }
  }

  private mutating func makeElements(_ form: HostileLog.Form) {
    let count = max(4, bytes / 90)
    switch form {
    case .changeMembersOfElements:
      start(["list": items(count)])
      changes(55, share: 2) { maker, number in
        [Self.replace("/list/\(maker.below(count))/done", .bool(number % 2 == 0))]
      }
    case .changeIDs:
      start(["list": items(count)])
      changes(55, share: 2) { maker, number in
        [Self.replace("/list/\(maker.below(count))/id", JSONValue(number))]
      }
    case .replaceArray:
      start(["list": numbers(50)])
      changes(220) { maker, number in
        [Self.replace("/list", .array((0..<50).map { JSONValue($0 + number) }))]
      }
    case .replaceItems:
      start(["list": []])
      changes(1_300) { _, number in
        let items = (0..<50).map {
          ["id": JSONValue(($0 * 7 + number) % 50), "text": "x"] as JSONValue
        }
        return [Self.replace("/list", .array(items))]
      }
    case .reorderedStates:
      var list = Array(0..<max(4, bytes / 80))
      start(["list": .array(list.map { JSONValue($0) })])
      for _ in 0..<9 {
        list.shuffle(using: &random)
        addAction()
        let state: JSONValue = ["list": .array(list.map { JSONValue($0) })]
        file.add(["after": JSONValue(index), "state": state, "wall": "2026-11-21T08:00:00.123Z"])
      }
    case .equalElements:
      start(["list": .array(Array(repeating: ["text": "the same"], count: count))])
      changes(100, share: 2) { _, number in
        [Self.add("/list/\(number % count)", ["text": "the same"]), Self.remove("/list/0")]
      }
    default:
      start(["list": numbers(bytes / 14)])
      changes(45, share: 2) { maker, number in
        [Self.replace("/list/\(maker.below(max(4, maker.bytes / 14)))", JSONValue(number))]
      }
    }
  }

  private mutating func makeCopies(_ form: HostileLog.Form) {
    if form == .copyMembers {
      start(["from": ["x": 1], "list": [:]])
      changes(60) { _, number in
        [["op": "copy", "from": "/from", "path": .string("/list/key \(number)")]]
      }
      pointer = "/list/key 3"
    } else {
      start(["list": [1], "n": 0])
      for _ in 0..<12 { change([["op": "copy", "from": "/list", "path": "/list/0"]]) }
      changes(45) { _, number in [Self.add("/list/0", JSONValue(number))] }
    }
  }

  private mutating func makeKeys(_ form: HostileLog.Form) {
    let count = max(8, bytes / 2 / 190)
    pointer = "/keys/key 5"
    switch form {
    case .manyKeysThatChange:
      start(["keys": keys(bytes / 34)])
      changes(45, share: 2) { maker, number in
        [Self.replace("/keys/key \(maker.below(maker.bytes / 34))", JSONValue(-number))]
      }
    case .renamedKeys:
      start(["keys": keys(2 * count)])
      changes(60, share: 2) { _, number in
        [Self.move("/keys/key \(number + 6)", "/keys/other \(number)")]
      }
    case .removedKeys:
      start(["keys": keys(2 * count)])
      changes(40, share: 2) { _, number in [Self.remove("/keys/key \(number + 6)")] }
    default:
      start(["keys": [:]])
      changes(50) { _, number in [Self.add("/keys/key \(number)", JSONValue(number))] }
    }
  }

  private mutating func makeDepth(_ form: HostileLog.Form) {
    let depth = 100
    switch form {
    case .deepObjects, .deepArrays:
      let token = form == .deepArrays ? "/0" : "/x"
      let value = (0..<depth).reduce(JSONValue(1)) { value, _ in
        form == .deepArrays ? [value] : ["x": value]
      }
      start(value)
      let path = String(repeating: token, count: depth)
      changes(40 + path.utf8.count) { _, number in [Self.replace(path, JSONValue(number))] }
      pointer = path
    case .longTexts:
      let half = String(repeating: "some words ", count: bytes / 60 / 11)
      start(["text": .string(half + half)])
      for number in 0..<25 { change([Self.replace("/text", .string(half + "\(number)" + half))]) }
      pointer = "/text"
    default:
      start(["text": .string(String(repeating: "some words ", count: bytes / 22)), "n": 0])
      changes(35, share: 2) { _, number in [Self.replace("/n", JSONValue(number))] }
      pointer = "/text"
    }
  }

  // MARK: - A bit of each

  /// Mixes operations of a few kinds, drawn at random, on arrays of which one is long.
  private mutating func makeMixture() {
    let count = max(8, bytes / 100)
    var lengths = [count, 0]
    start(["lists": [items(count), []], "keys": [:], "n": 0])
    let kinds = (0..<3).map { _ in below(8) }
    pointer = "/lists/0"
    changes(60, share: 2) { maker, number in
      let list = maker.below(2)
      let (path, length) = ("/lists/\(list)", lengths[list])
      switch kinds[maker.below(kinds.count)] {
      case 0:
        lengths[list] += 1
        return [Self.add("\(path)/0", ["id": JSONValue(count + number), "text": "new"])]
      case 1 where length > 4:
        lengths[list] -= 1
        return [Self.remove("\(path)/\(maker.below(length))")]
      case 2 where length > 4:
        return [Self.move("\(path)/\(maker.below(length))", "\(path)/0")]
      case 3 where length > 4:
        lengths[list] -= 1
        lengths[1 - list] += 1
        return [Self.move("\(path)/0", "/lists/\(1 - list)/0")]
      case 4 where length > 4:
        return [Self.replace("\(path)/\(maker.below(length))/done", .bool(number % 2 == 0))]
      case 5: return [Self.add("/keys/key \(number)", JSONValue(number))]
      case 6 where length > 4:
        lengths[list] += 1
        return [["op": "copy", "from": .string("\(path)/1"), "path": .string("\(path)/2")]]
      default: return [Self.replace("/n", JSONValue(number))]
      }
    }
  }
}
