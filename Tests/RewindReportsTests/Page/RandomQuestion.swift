/// The text of a random expression, of every form that the grammar has; most of them mean something.
enum RandomQuestion {
  static func text(using random: inout some RandomNumberGenerator) -> String {
    condition(3, [], &random)
  }

  /// The text with a few of its characters changed, so that it is often no expression.
  static func spoiled(using random: inout some RandomNumberGenerator) -> String {
    var characters = Array(text(using: &random))
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let place = characters.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: characters.remove(at: place)
      case 1: characters.insert(pick(Array("()[]{},.'\"/\\-+*%=!<>~0aé"), &random), at: place)
      default: characters = Array(characters[..<max(place, 1)])
      }
      if characters.isEmpty { return "" }
    }
    return String(characters)
  }

  private static func pick<Element>(
    _ choices: [Element],
    _ random: inout some RandomNumberGenerator
  ) -> Element {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  private static func condition(
    _ depth: Int,
    _ names: [String],
    _ random: inout some RandomNumberGenerator
  ) -> String {
    guard depth > 0 else { return "\(place(names, &random)) != null" }
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      let word = pick(["and", "or"], &random)
      let (a, b) = (condition(depth - 1, names, &random), condition(depth - 1, names, &random))
      return "(\(a)) \(word) (\(b))"
    case 2: return "not (\(condition(depth - 1, names, &random)))"
    case 3: return "changed(\(value(depth - 1, names, &random)))"
    case 4: return "before(\(condition(depth - 1, names, &random)))"
    case 5: return "exists(\(place(names, &random)))"
    case 6: return quantified(pick(["any", "all"], &random), depth, names, &random)
    case 7:
      let word = pick(["contains", "startsWith", "endsWith", "like"], &random)
      return "\(value(depth - 1, names, &random)) \(word) \(literal(&random))"
    case 8:
      let pattern = pick(
        [
          "^F", "l.p$", "[a-f]+", "(?i)FLIP", "\\bf", "(a|b|)c?", "[^\\w]", "o{2,3}", "\\s", "^$",
          "本",
        ],
        &random
      )
      return
        "\(value(depth - 1, names, &random)) matches \"\(pattern.replacing("\\", with: "\\\\"))\""
    default:
      let sign = pick(["==", "!=", "<", "<=", ">", ">="], &random)
      return "\(value(depth - 1, names, &random)) \(sign) \(value(depth - 1, names, &random))"
    }
  }

  private static func quantified(
    _ name: String,
    _ depth: Int,
    _ names: [String],
    _ random: inout some RandomNumberGenerator
  ) -> String {
    let variable = Bool.random(using: &random) ? "it" : "row\(depth)"
    let head = variable == "it" ? "" : "\(variable) in "
    let inner = names + [variable]
    let body =
      name == "sum"
      ? value(depth - 1, inner, &random) : condition(depth - 1, inner, &random)
    return "\(name)(\(head)\(place(names, &random)), \(body))"
  }

  private static func value(
    _ depth: Int,
    _ names: [String],
    _ random: inout some RandomNumberGenerator
  ) -> String {
    guard depth > 0 else {
      return Bool.random(using: &random) ? place(names, &random) : literal(&random)
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      let sign = pick(["+", "-", "*", "/", "%"], &random)
      return "(\(value(depth - 1, names, &random)) \(sign) \(value(depth - 1, names, &random)))"
    case 1: return "-\(place(names, &random)) "
    case 2: return "length(\(place(names, &random)))"
    case 3: return quantified(pick(["count", "sum"], &random), depth, names, &random)
    case 4: return "before(\(value(depth - 1, names, &random)))"
    case 5: return "[\(value(depth - 1, names, &random)), {\"a\": \(literal(&random))}]"
    default: return Bool.random(using: &random) ? place(names, &random) : literal(&random)
    }
  }

  private static func place(
    _ names: [String],
    _ random: inout some RandomNumberGenerator
  ) -> String {
    let places = [
      "/count ", "/items/0 ", "/a~1b~0c/ ", "/rows/1/n ", "count", "name", "price", "items", "rows",
      "byName", "items[0]", "rows[1].name", "rows[count].n", "byName[\"__proto__\"]", "state",
      "state[\"a/b~c\"][\"\"]", "extra.deep.er", "nowhere.at.all", "type", "index", "time",
      "payload.by",
      "payload.text", "action.type", "items[payload.by]", "byName[name]", "rows[0].id",
    ]
    guard !names.isEmpty, Bool.random(using: &random) else { return pick(places, &random) }
    return pick(names, &random) + pick(["", ".n", ".name", ".id", "[0]", ".deep.er"], &random)
  }

  private static func literal(_ random: inout some RandomNumberGenerator) -> String {
    pick(
      [
        "0", "1", "2.50", "-3", "1e2", "0.1", "9007199254740993", "1e400", "null", "true", "false",
        "\"Flip\"", "'a'", "\"f*p\"", "'?'", "\"\"", "'\\'\\u00e9'", "\"\\ud83c\\udf88\"", "[]",
        "[1, 2]",
        "{}", "{'deep': {'er': 1}}",
      ],
      &random
    )
  }
}
