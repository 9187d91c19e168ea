public import RewindReplay

/// The time machine commands of a person.
public enum Travel: Equatable, Sendable {
  case back(Int)
  case jump(Int)
  case resume

  /// The commands in their typed form; the colon distinguishes them from the app's own.
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

/// A time machine of any app.
public protocol Traveling: AnyObject {
  /// The number of actions that have happened in the state that is shown.
  var position: Int { get }
  /// The number of actions.
  var count: Int { get }

  func step(by distance: Int) throws(TimeMachineError)
  func jump(to position: Int) throws(TimeMachineError)
  func resume() throws(TimeMachineError)
}

extension TimeMachine: Traveling {
  public var count: Int { history.count }
}

extension Traveling {
  /// Makes the move, and returns a message with the new position or the error.
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
