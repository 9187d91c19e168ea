import RewindJSON
import RewindText
import RewindTimeline
import Testing

@Suite("The text of an action's payload")
struct ActionContentTests {
  @Test("is what the cases in its type do not")
  func content() {
    func content(_ type: String, _ payload: JSONValue) -> JSONValue {
      payload.content(ofAction: type)
    }
    let item: JSONValue = ["id": 7, "count": 2]
    #expect(content("Shop.cart.add", ["cart": ["_0": ["add": item]]]) == item)
    #expect(content("Shop.cart.add", ["cart": ["_0": ["add": ["_0": item]]]]) == item)
    #expect(content("Shop.clear", ["clear": [:]]) == [:])
    #expect(content("Shop.move", ["move": ["from": 1, "to": 2]]) == ["from": 1, "to": 2])
    #expect(content("Shop.say", ["say": ["_0": "add"]]) == "add")
    // A structure's members are not cases, whatever they are called.
    #expect(content("Add", ["amount": 1]) == ["amount": 1])
    #expect(content("Settings.Set", ["theme": ["name": "dark"]]) == ["theme": ["name": "dark"]])
    #expect(content("Shop.pair", ["pair": ["_0": 1, "_1": 2]]) == ["_0": 1, "_1": 2])
    // Each case is shown once.
    #expect(content("List.list", ["list": ["_0": ["list": 3]]]) == ["list": 3])
    #expect(content("A", 5) == 5)
    // Wrappers that pass an action on are not in the type.
    let toggled: JSONValue = ["toggled": ["_0": true]]
    let element: JSONValue = ["element": ["id": 1, "action": toggled]]
    #expect(content("F.rows[…].toggled", ["rows": ["_0": element]]) == true)
    #expect(content("F.row[…].toggled", ["row": ["id": 1, "action": toggled]]) == true)
    #expect(content("F.sheet.toggled", ["sheet": ["_0": ["presented": ["_0": toggled]]]]) == true)
    #expect(content("F.sheet.dismiss", ["sheet": ["_0": ["dismiss": [:]]]]) == [:])
    let bound: JSONValue = ["keyPath": "\\State.query", "set": 0, "value": "x"]
    #expect(content("F.binding.query", ["binding": ["_0": bound]]) == "x")
    // Data of such names is none of them.
    #expect(content("F.rows", ["rows": ["_0": element]]) == element)
    #expect(content("F.show", ["show": ["_0": ["presented": 1]]]) == ["presented": 1])
  }
}

@Suite("Text on a terminal")
struct TextTests {
  @Test(
    "takes the columns that terminals give it",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("ﾃｽﾄ", 3), ("한국", 4), ("😀", 2),
      ("👩‍👩‍👧‍👦", 2), ("❤️", 2), ("❤", 1), ("🇫🇷", 2), ("👍🏽", 2), ("1️⃣", 2), ("→…│▸", 4), ("ａ", 2),
      ("\u{AD}", 1), ("\u{200B}", 0), ("नमस्ते", 4),
    ]
  )
  func columns(text: String, columns: Int) {
    #expect(text.columns == columns, "\(text)")
  }

  @Test("is cut where it does not fit, never within a character")
  func cutting() {
    #expect("abcdef".fitted(to: 6) == "abcdef")
    #expect("abcdef".fitted(to: 5) == "abcd…")
    #expect("東京都".fitted(to: 6) == "東京都")
    #expect("東京都".fitted(to: 5) == "東京…")
    #expect("東京都".fitted(to: 4) == "東…")
    #expect("東京都".fitted(to: 1) == "…")
    #expect("abc".fitted(to: 0) == "")
    #expect("👩‍👩‍👧‍👦👩‍👩‍👧‍👦".fitted(to: 3) == "👩‍👩‍👧‍👦…")
    #expect("abcdef".fittedEnd(to: 6) == "abcdef")
    #expect("abcdef".fittedEnd(to: 4) == "…def")
    #expect("東京都".fittedEnd(to: 4) == "…都")
  }

  @Test("never steers the terminal, nor spills over its neighbors")
  func escapedForTerminal() {
    #expect("a\u{1B}[2Jb".fitted(to: 40) == "a\\u{1b}[2Jb")
    #expect("\u{202E}\r\n\u{9B}31m".fitted(to: 40) == "\\u{202e}\\u{d}\\u{a}\\u{9b}31m")
    let tower = "a" + String(repeating: "\u{301}", count: 1_000)
    #expect("\(tower)b".fitted(to: 3) == "\u{FFFD}b")
    #expect("\(tower)b".fittedEnd(to: 3) == "\u{FFFD}b")
  }

  @Test("shows as much of a value as fits")
  func values() {
    let object: JSONValue = ["name": "東京は夜の七時", "stars": 5]
    #expect(object.line(40) == #"{"name":"東京は夜の七時","stars":5}"#)
    #expect(object.line(20) == #"{"name":"東京は夜の…"#)
    #expect(object.valuesLine(20) == #""東京は夜の七時" 5"#)
    #expect(([1, [2]] as JSONValue).line(20) == "[1,[2]]")
    #expect(JSONValue.array(Array(repeating: 1, count: 99)).line(20) == "[99 elements]")
    let long = JSONValue.string(String(repeating: "long ", count: 1 << 20))
    #expect(long.line(12) == "\"long long …")
  }
}
