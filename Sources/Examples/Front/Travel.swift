public import RewindReplay

/// What a person can ask of the app's time machine.
public enum Travel: Equatable, Sendable {
  case back(Int)
  case jump(Int)
  case resume

  /// The commands as they are typed; the colon tells them from the app's own.
  static var forms: [CommandForm<Travel>] {
    [
      CommandForm(":back", "N", help: "go back by N actions") { .back(try $0.number()) },
      CommandForm(":jump", "N", help: "go to the state after action N; 0 is the start") {
        .jump(try $0.number())
      },
      CommandForm(":resume", help: "go to the last action again") { _ in .resume },
    ]
  }
}

/// A time machine of whatever app.
public protocol Travelling: AnyObject {
  /// How many of the actions have happened in the state that is shown.
  var position: Int { get }
  /// How many actions there are.
  var count: Int { get }

  func step(by distance: Int) throws(TimeMachineError)
  func jump(to position: Int) throws(TimeMachineError)
  func resume() throws(TimeMachineError)
}

extension TimeMachine: Travelling {
  public var count: Int { moments.count }
}

extension Travelling {
  /// Goes there, and says where that is, or why it cannot.
  public func carryOut(_ travel: Travel) -> String {
    do throws(TimeMachineError) {
      switch travel {
      case .back(let distance): try step(by: distance == .min ? .max : -distance)
      case .jump(let position): try jump(to: position)
      case .resume: try resume()
      }
      return "After action \(position) of \(count)."
    } catch {
      return error.description
    }
  }
}
