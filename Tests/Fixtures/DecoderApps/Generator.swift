// Writes apps whose actions are of all kinds, for scripts/decoders-test:
//
//     generator SEED COUNT DIR
//
// Each app is an enum with a state, its types, sample actions and a reducer, which notes each action that it gets.
// No type here is known to Rewind; what is written of it must do for `rewind decoders`.
import Foundation

/// SplitMix64: the same apps for a seed everywhere.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
}

/// A type, and Swift for values of it.
struct Kind {
  let name: String
  /// True if the type is `Codable`, so that one with it may be too.
  var isCodable = true
  let value: (inout Dice) -> String
}

struct App {
  let name: String
  var dice: Dice
  private var declarations: [String] = []
  private var counter = 0

  init(_ number: Int, seed: UInt64) {
    name = "App\(number)"
    dice = Dice(state: seed &+ UInt64(number) &* 1_000_003)
  }

  // MARK: - Types

  private mutating func scalar() -> Kind {
    let all: [Kind] = [
      Kind(name: "Int") { "\($0.roll(1_000) - 500)" },
      Kind(name: "UInt8") { "\($0.roll(256))" },
      Kind(name: "Double") { "\(Double($0.roll(100)) / 4)" },
      Kind(name: "Bool") { $0.roll(2) == 0 ? "true" : "false" },
      Kind(name: "String") { #"["", "a \"b\"\n", "\u{e9}", "\\(x)"]"# + "[\($0.roll(4))]" },
      Kind(name: "UUID") {
        "UUID(uuidString: \"E621E1F8-C36C-495A-93FC-0C247A3E6E\(10 + $0.roll(80))\")!"
      },
      Kind(name: "Date") { "Date(timeIntervalSinceReferenceDate: \($0.roll(100_000)))" },
      Kind(name: "Data") { "Data([\($0.roll(9)), 255])" },
      Kind(name: "URL") { "URL(string: \"https://x.example/\($0.roll(9))\")!" },
      Kind(name: "Character", isCodable: false) { "Character(\"\($0.roll(10))\")" },
      Kind(name: "Substring", isCodable: false) { "\"s\($0.roll(10))\"[...]" },
      Kind(name: "Decimal") { "Decimal(\($0.roll(100)))" },
    ]
    return all[dice.roll(all.count)]
  }

  private mutating func fresh(_ prefix: String) -> String {
    counter += 1
    return "\(prefix)\(counter)"
  }

  private mutating func kind(_ depth: Int) -> Kind {
    guard depth > 0 else { return scalar() }
    switch dice.roll(11) {
    case 0: return optional(depth)
    case 1:
      let element = kind(depth - 1)
      return Kind(name: "[\(element.name)]", isCodable: element.isCodable) {
        let (first, second) = (element.value(&$0), element.value(&$0))
        return "[\(first), \(second)]"
      }
    case 2:
      let element = kind(depth - 1)
      let key = [("String", #""key""#), ("Int", "-7"), ("\(name).Key", "Key(number: 3)")][
        dice.roll(3)
      ]
      return Kind(
        name: "[\(key.0): \(element.name)]",
        isCodable: element.isCodable && key.0 != "\(name).Key"
      ) {
        "[\(key.1): \(element.value(&$0))]"
      }
    case 3: return rawValues()
    case 4, 5: return structure(depth)
    case 6, 7: return enumeration(depth)
    case 8:
      let wrapped = kind(depth - 1)
      return Kind(name: "\(name).Box<\(wrapped.name)>", isCodable: false) {
        "Box<\(wrapped.name)>(content: \(wrapped.value(&$0)))"
      }
    case 9:
      let success = kind(depth - 1)
      return Kind(name: "Result<\(success.name), \(name).Failure>", isCodable: false) {
        $0.roll(2) == 0
          ? ".success(\(success.value(&$0)))"
          : ".failure(.code(\($0.roll(9))))"
      }
    default: return scalar()
    }
  }

  private mutating func optional(_ depth: Int) -> Kind {
    let wrapped = kind(depth - 1)
    guard !wrapped.name.hasSuffix("?") else { return wrapped }
    return Kind(name: "\(wrapped.name)?", isCodable: wrapped.isCodable) {
      $0.roll(3) == 0 ? "nil" : wrapped.value(&$0)
    }
  }

  private mutating func rawValues() -> Kind {
    let type = fresh("Raw")
    let isCodable = dice.roll(2) == 0
    declarations.append(
      "enum \(type): String\(isCodable ? ", Codable" : "") { case left, right, `default` }"
    )
    return Kind(name: "\(name).\(type)", isCodable: isCodable) {
      "\(type).\(["left", "right", "`default`"][$0.roll(3)])"
    }
  }

  private mutating func structure(_ depth: Int) -> Kind {
    let type = fresh("Part")
    let names = ["size", "name", "in"].prefix(1 + dice.roll(3))
    let members = names.map { ($0, kind(depth - 1)) }
    let isCodable = members.allSatisfy(\.1.isCodable) && dice.roll(2) == 0
    let lines = members.map { "    var `\($0.0)`: \($0.1.name)" }.joined(separator: "\n")
    declarations.append("struct \(type)\(isCodable ? ": Codable" : "") {\n\(lines)\n  }")
    return Kind(name: "\(name).\(type)", isCodable: isCodable) { dice in
      let values = members.map { "`\($0.0)`: \($0.1.value(&dice))" }.joined(separator: ", ")
      return "\(type)(\(values))"
    }
  }

  private mutating func enumeration(_ depth: Int) -> Kind {
    let type = fresh("Choice")
    let cases = self.cases(depth)
    declarations.append(Self.source(type, cases))
    return Kind(name: "\(name).\(type)", isCodable: false) { dice in
      let chosen = cases[dice.roll(cases.count)]
      return "\(type).\(chosen.call(&dice))"
    }
  }

  // MARK: - Cases

  private struct Case {
    let name: String
    let values: [(label: String?, kind: Kind)]

    var declaration: String {
      guard !values.isEmpty else { return "case \(name)" }
      let list = values.map { ($0.label.map { "\($0): " } ?? "") + $0.kind.name }
      return "case \(name)(\(list.joined(separator: ", ")))"
    }

    func call(_ dice: inout Dice) -> String {
      guard !values.isEmpty else { return name }
      var list: [String] = []
      for value in values {
        list.append((value.label.map { "\($0): " } ?? "") + value.kind.value(&dice))
      }
      return "\(name)(\(list.joined(separator: ", ")))"
    }
  }

  private mutating func cases(_ depth: Int) -> [Case] {
    (0..<(2 + dice.roll(3))).map { index in
      let labels = ["id", nil, "to", "where"]
      let count = dice.roll(4)
      return Case(
        name: ["opened", "`switch`", "moved", "loaded", "closed"][index],
        values: (0..<count).map { (label: labels[($0 + index) % 4], kind: kind(depth - 1)) }
      )
    }
  }

  private static func source(_ type: String, _ cases: [Case]) -> String {
    let lines = cases.map { "    \($0.declaration)" }.joined(separator: "\n")
    return "indirect enum \(type) {\n\(lines)\n  }"
  }

  // MARK: - The app

  /// An app with one enum of actions, or with a structure for each action.
  mutating func source() -> String {
    dice.roll(3) == 0 ? structures() : oneEnum()
  }

  private mutating func oneEnum() -> String {
    let cases = self.cases(3)
    declarations.append(Self.source("Action", cases))
    var samples: [String] = []
    for sampled in cases + cases { samples.append("Action.\(sampled.call(&dice))") }
    return text(action: "Action", samples, odd: [])
  }

  private mutating func structures() -> String {
    declarations.append("protocol Act: Sendable {}")
    var samples: [String] = []
    for _ in 0..<(2 + dice.roll(3)) {
      let made = structure(2)
      declarations.append("$EXTENSION \(made.name): \(name).Act, @unchecked Sendable {}")
      for _ in 0..<2 { samples.append(made.value(&dice)) }
    }
    // What no other file can name, what cannot be decoded, and what no log can hold.
    declarations.append("private struct Hidden: Act { var number = 1 }")
    declarations.append("struct Sealed: Act, Encodable { var number = 1 }")
    declarations.append("struct Later: Act { var body: @Sendable () -> Int }")
    declarations.append("static func local() -> any Act { struct Local: Act {}; return Local() }")
    return text(
      action: "any Act",
      samples,
      odd: ["Hidden()", "Sealed()", "Later { 1 }", "local()"]
    )
  }

  private mutating func text(action: String, _ samples: [String], odd: [String]) -> String {
    // A state of all kinds too, which a replay has to make again of a recorded one.
    let kept = kind(3)
    var values: [String] = []
    for _ in 0..<3 { values.append(kept.value(&dice)) }
    let inside = declarations.filter { !$0.hasPrefix("$EXTENSION") }.map { "  \($0)" }
    let outside = declarations.filter { $0.hasPrefix("$EXTENSION") }
      .map { $0.replacing("$EXTENSION", with: "extension") }
    let list = { (values: [String]) in values.map { "      \($0)," }.joined(separator: "\n") }
    return """
      import Foundation
      import RewindKit

      enum \(name) {
        struct State { var seen: [String] = []; var kept: [\(kept.name)] = [] }
        struct Box<Content> { var content: Content }
        struct Key: Hashable { var number: Int }
        enum Failure: Error { case code(Int) }
      \(inside.joined(separator: "\n"))

        static func reduce(_ state: inout State, _ action: \(action)) {
          let values: [\(kept.name)] = [\(values.joined(separator: ", "))]
          state.kept.append(values[state.seen.count % 3])
          state.seen.append("\\(type(of: action)) \\(action)")
        }

        /// Records the sample actions; with `odd`, those as well that cannot be decoded.
        static func record(_ path: String, odd: Bool) {
          let recording = Recorder(app: "\(name)", to: .file(path)).attach(State.self)
          let store = recording.wrap(
            .inPlace { (state: inout State, action: \(action)) in reduce(&state, action) }
          )
          var state = recording.recordInitialState { State() }
          let samples: [\(action)] = [
      \(list(samples))
          ]
          let others: [\(action)] = [
      \(list(odd))
          ]
          for action in samples + (odd ? others : []) { store(&state, action) }
        }
      }
      \(outside.joined(separator: "\n"))

      """
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let seed = UInt64(arguments[1]), let count = Int(arguments[2]) else {
  fatalError("Usage: generator SEED COUNT DIR")
}
for number in 0..<count {
  var app = App(number, seed: seed)
  let file = "\(arguments[3])/App\(number).swift"
  try app.source().write(toFile: file, atomically: true, encoding: .utf8)
}
