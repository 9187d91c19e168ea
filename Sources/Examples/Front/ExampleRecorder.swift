import Foundation
public import Rewind

extension Recorder {
  /// Makes a recorder that prints its failures.
  public convenience init(app: String, file: String, options: Options = Options()) {
    self.init(app: app, to: .file(file), options: options) { Console.remark("\($0)") }
  }

  /// Ends the program if nothing can be recorded: a person who has asked for a recording should learn
  /// that at the start.
  public func stopIfFailed() {
    if failure != nil { exit(2) }
  }
}
