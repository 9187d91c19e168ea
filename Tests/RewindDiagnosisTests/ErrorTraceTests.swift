import RewindDiagnosis
import RewindTestSupport
import Testing

@Suite("The output of a dying program", .process)
struct ErrorTraceTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let language: String
    let text: String
    let error: String?
    let frames: [String]
    let location: String
    /// The first and the last line that a person is shown.
    let ends: [String]
    var testDescription: String { language }
  }

  private static let samples = [
    Sample(
      language: "Swift",
      text: "starting\nShop/Cart.swift:126: Fatal error: Index out of range\n",
      error: nil,
      frames: [],
      location: "Shop/Cart.swift:126",
      ends: ["Shop/Cart.swift:126: Fatal error: Index out of range"]
    ),
    Sample(
      language: "Python",
      text: """
        warning: old file
        Traceback (most recent call last):
          File "/app/shop.py", line 90, in <module>
            replay(lines)
          File "/app/shop.py", line 31, in reduce
            raise shop.EmptyItem("item 3")
        shop.EmptyItem: item 3
        """,
      error: "shop.EmptyItem",
      frames: ["reduce", "<module>"],
      location: #"  File "/app/shop.py", line 31, in reduce"#,
      ends: ["Traceback (most recent call last):", "shop.EmptyItem: item 3"]
    ),
    Sample(
      language: "Node",
      text: """
        /app/shop.js:9
            return items[7].count
                            ^

        TypeError: Cannot read properties of undefined (reading 'count')
            at checkOut (/app/shop.js:9:21)
            at new Cart (/app/shop.js:20:5)
            at async replay (/app/shop.js:40:3)
            at node:internal/main/run_main_module:28:49

        Node.js v20.20.2
        """,
      error: "TypeError",
      frames: ["checkOut", "Cart", "replay"],
      location: "checkOut (/app/shop.js:9:21)",
      ends: [
        "TypeError: Cannot read properties of undefined (reading 'count')",
        "    at node:internal/main/run_main_module:28:49",
      ]
    ),
    Sample(
      language: "Java",
      text: """
        Exception in thread "main" java.lang.IllegalStateException: item 3
        \tat shop.Reducer.reduce(Reducer.java:9)
        \tat shop.Main.main(Main.java:20)
        """,
      error: "java.lang.IllegalStateException",
      frames: ["shop.Reducer.reduce", "shop.Main.main"],
      location: "shop.Reducer.reduce(Reducer.java:9)",
      ends: [
        #"Exception in thread "main" java.lang.IllegalStateException: item 3"#,
        "\tat shop.Main.main(Main.java:20)",
      ]
    ),
    Sample(
      language: "an endless recursion of Java",
      text: "Exception in thread \"main\" java.lang.StackOverflowError\n"
        + (1...12).map { "\tat shop.Row.\($0 % 2 == 0 ? "size" : "draw")(Row.java:\($0 % 2))\n" }
        .joined(),
      error: "java.lang.StackOverflowError",
      frames: ["shop.Row.draw", "shop.Row.size"],
      location: "shop.Row.draw, shop.Row.size",
      ends: [
        #"Exception in thread "main" java.lang.StackOverflowError"#,
        "\tat shop.Row.draw(Row.java:1)",
      ]
    ),
  ]

  @Test("says where it died, in the way of its language", arguments: samples)
  func languages(sample: Sample) {
    let trace = ErrorTrace(sample.text)
    #expect(trace.error == sample.error)
    #expect(trace.frames == sample.frames)
    #expect(trace.location == sample.location)
    #expect([trace.lines.first, trace.lines.last] == [sample.ends.first, sample.ends.last])
  }

  @Test("is shown by its end, if it is not a trace")
  func tail() {
    let trace = ErrorTrace((1...40).map { "line \($0)\n" }.joined())
    #expect(trace.lines == (35...40).map { "line \($0)" })
    #expect(trace.location == nil)
    #expect(ErrorTrace("").lines == [])
    // What Swift's backtracer says of itself is no word of the program's, and has an address.
    let note = "*** Signal 4: Backtracing from 0x559304c53114... done ***"
    #expect(ErrorTrace("bye\n\(note)\n").lines == ["bye"])
    #expect(ErrorTrace(note).lines == [])
  }

  @Test("is shortened in the middle, where the innermost functions stand last")
  func long() {
    let frames = (1...40).map { "  File \"app.py\", line \($0), in f\($0)\n    f()\n" }.joined()
    let trace = ErrorTrace("Traceback (most recent call last):\n\(frames)KeyError: 'x'\n")
    #expect(trace.lines.count == 10)
    #expect(trace.lines.prefix(2) == ["Traceback (most recent call last):", "  …"])
    #expect(trace.lines.last == "KeyError: 'x'")
    #expect(trace.frames == ["f40", "f39", "f38"])
  }

  @Test("is not a crash to any reader, however it is cut off")
  func cut() {
    for sample in Self.samples {
      for index in sample.text.indices {
        for part in [sample.text[..<index], sample.text[index...]] {
          let lines = ErrorTrace(String(part)).lines
          #expect(lines.count <= 10 && lines.allSatisfy { $0 == "  …" || part.contains($0) })
        }
      }
    }
  }

  @Test("makes two crashes of one action two, and a later build's the same")
  func signature() {
    func signature(
      _ error: String,
      line: Int = 31,
      in function: String = "reduce"
    ) -> CrashSignature {
      let text = """
        Traceback (most recent call last):
          File "/app/shop.py", line \(line), in \(function)
            go()
        \(error): item 3
        """
      return CrashSignature(.exit(1), in: "Checkout", errorText: text, nil)
    }
    let value = signature("ValueError")
    #expect("\(value)" == "exit(1) in Checkout: ValueError at reduce")
    #expect(value.matches(value))
    #expect(!value.matches(signature("KeyError")))
    #expect(!value.matches(signature("ValueError", line: 32)))
    #expect(signature("ValueError", line: 99).isDescribed(by: "\(value)"))
    #expect(!signature("KeyError").isDescribed(by: "\(value)"))
    #expect(!signature("ValueError", in: "check").isDescribed(by: "\(value)"))
    #expect(value.isDescribed(by: "exit(1) in Checkout"))
    #expect(value.isDescribed(by: "exit(1) in Checkout at reduce"))
    #expect(value.isDescribed(by: "exit(1) in Checkout: ValueError"))
    #expect(!value.isDescribed(by: "exit(1) in Check"))
    #expect(!value.isDescribed(by: "exit(1) in CheckoutLater at reduce"))
    #expect(!value.isDescribed(by: "exit(2) in Checkout"))
  }
}
