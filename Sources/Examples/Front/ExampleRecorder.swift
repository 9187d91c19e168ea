import Foundation
public import Rewind

extension Recorder {
  /// Makes a recorder that prints its failures, and the name of its file if that is not the given one.
  public convenience init(app: String, file: String, options: Options = Options()) {
    var options = options
    options.announces = FileManager.default.fileExists(atPath: file)
    self.init(app: app, to: .file(file), options: options) { [options] failure in
      if !options.announces { Console.warn("\(failure)") }
    }
  }

  /// Ends the program if nothing can be recorded: a person who has asked for a recording should learn
  /// that at the start.
  public func stopIfFailed() {
    if failure != nil { exit(2) }
  }
}
