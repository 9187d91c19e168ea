public import RewindFlux

/// The actions of the calculator.
public enum Calculate {
  /// Adds a number.
  public struct Plus: Action {
    public typealias Payload = Int
    public typealias Error = Never

    private let number: Int

    public init(number: Int) {
      self.number = number
    }

    public func invoke(_ dispatcher: any Dispatcher) {
      dispatcher.dispatch(self, result: .success(number))
    }
  }

  /// Subtracts a number.
  public struct Minus: Action {
    public typealias Payload = Int
    public typealias Error = Never

    private let number: Int

    public init(number: Int) {
      self.number = number
    }

    public func invoke(_ dispatcher: any Dispatcher) {
      dispatcher.dispatch(self, result: .success(number))
    }
  }
}

/// The store of the calculator: the current result.
///
/// It stops the program if the result overflows.
public final class CalculatorStore: ReduceStore<Int> {
  public init(dispatcher: any Dispatcher) {
    super.init(initialState: 0, dispatcher: dispatcher)
    reduce(Calculate.Plus.self) { state, result in
      switch result {
      case .success(let number): state + number
      }
    }
    reduce(Calculate.Minus.self) { state, result in
      switch result {
      case .success(let number): state - number
      }
    }
  }
}
