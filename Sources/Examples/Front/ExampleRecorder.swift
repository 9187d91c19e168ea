import Foundation
public import Rewind

extension Recorder {
  /// A recorder that tells people what goes wrong.
  public convenience init(app: String, file: String, options: Options = Options()) {
    self.init(app: app, to: .file(file), options: options) { Console.remark("\($0)") }
  }

  /// Ends the program if nothing can be recorded: a person who asked for a recording and gets none
  /// should know at the beginning.
  public func stopIfFailed() {
    if failure != nil { exit(2) }
  }
}
