import Foundation

/// Returns the states that an example has written to a file.
public func printedStates<State: Decodable>(
  _ path: String,
  of type: State.Type = State.self
) throws -> [State] {
  try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
    try JSONDecoder().decode(State.self, from: Data($0.utf8))
  }
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
