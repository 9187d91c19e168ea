import ExampleFront
import Testing

@Suite("A guide")
struct GuideTests {
  final class Waiter: TerminalApp {
    static var commands: [CommandForm<Waiter>] {
      [CommandForm("wait", help: "do nothing") { _ in }]
    }
    let screen: [String] = []
    var hasChanged = false
  }

  let guide = Guide(
    Waiter.self,
    program: "walker",
    abstract: "A walk.",
    example: "echo 'go 3' | walker",
    flags: [.record, .number("--steps", in: 1...9, help: "take N steps"), .log]
  )

  @Test("reads flags and their arguments; the last one counts")
  func reads() throws {
    #expect(try guide.read([]) == [:])
    #expect(
      try guide.read(["--log", "--record", "a", "--steps", "3", "--record", "b"])
        == ["--record": "b", "--steps": "3", "--log": ""]
    )
  }

  @Test("gives nothing when help is asked for", arguments: ["-h", "--help"])
  func asksForHelp(flag: String) throws {
    #expect(try guide.read(["--log", flag]) == nil)
  }

  @Test(
    "says what is wrong with the arguments",
    arguments: [
      (["--nope"], "There is no flag \"--nope\". Start walker --help for the list."),
      (["--help", "x"], "There is no flag \"x\". Start walker --help for the list."),
      (["--record"], "\"--record\" lacks its argument: the path of a file."),
      (["--steps"], "\"--steps\" lacks its argument: a whole number."),
      (["--steps", "10"], "\"--steps\" takes a whole number from 1 to 9, and got \"10\"."),
      (["--steps", "x"], "\"--steps\" takes a whole number from 1 to 9, and got \"x\"."),
    ]
  )
  func mistakes(arguments: [String], message: String) {
    do {
      _ = try guide.read(arguments)
      Issue.record("\(arguments) were understood.")
    } catch {
      #expect("\(error)" == message)
    }
  }

  @Test("explains the program")
  func help() {
    #expect(
      guide.helpText == """
        A walk.

        Usage: walker [flags]

        Commands are typed, or come from a script:

          echo 'go 3' | walker

        Commands:
          wait                   do nothing
          :back N                go back by N actions
          :jump N                go to the state after action N; 0 is the start
          :resume                go to the last action again
          note TEXT              write a note into the recording, if there is one
          help                   show this list
          quit                   leave the program

        Flags:
          --record FILE          record the session in FILE, or beside it if it exists
          --steps N              take N steps
          --log                  write each action to standard error
          --help                 show this text

        """
    )
  }
}
