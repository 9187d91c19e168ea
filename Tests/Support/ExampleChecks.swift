import Foundation
public import Testing

/// Returns the states that an example has written to a file.
public func printedStates<State: Decodable>(
  _ path: String,
  of type: State.Type = State.self
) throws -> [State] {
  try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
    try JSONDecoder().decode(State.self, from: Data($0.utf8))
  }
}

/// Expects an example to draw the states of its samples as it did before its front read actions.
public func expectScreens<State: Decodable>(
  of app: String,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ draw: (State) -> [String]
) throws {
  let oracle = try String(
    contentsOf: Recordings.fixture("Screens/\(app).txt"),
    encoding: .utf8
  )
  var drawn = ""
  // A headline is the name of a sample and the number of a state.
  for match in oracle.matches(of: #/(?m)^\[(\S+) (\d+)\]$/#) {
    let states = try printedStates(
      Recordings.path("\(app)/states/\(match.1).jsonl"),
      of: State.self
    )
    let number = try #require(Int(match.2))
    drawn += ([String(match.0)] + draw(states[number]) + [""]).joined(separator: "\n")
  }
  #expect(drawn == oracle, sourceLocation: sourceLocation)
}

extension Program {
  /// Plays a script; returns the run with the states that the example printed.
  public func play<State: Decodable>(
    _ script: String,
    _ arguments: [String] = [],
    printing: State.Type = State.self
  ) throws -> (run: Run, states: [State]) {
    try TemporaryFolder.with { folder in
      let file = folder.path("states")
      let run = try run(arguments + ["--print-states", file], input: script)
      return (run, try printedStates(file))
    }
  }
}
