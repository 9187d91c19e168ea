import Foundation
import RewindFlux

enum CalculatorError: Error, Equatable {
  case notANumber(String)
}

enum Calculate {
  struct Plus: Action {
    typealias Payload = Int
    let number: Int

    func invoke(_ dispatcher: any Dispatcher) {
      dispatcher.dispatch(self, result: .success(number))
    }
  }

  struct Minus: Action {
    typealias Payload = Int
    let number: Int

    func invoke(_ dispatcher: any Dispatcher) {
      dispatcher.dispatch(self, result: .success(number))
    }
  }

  /// Fails when the text is not a number.
  struct PlusText: Action {
    typealias Payload = Int
    typealias Error = CalculatorError
    let text: String

    func invoke(_ dispatcher: any Dispatcher) {
      dispatcher.dispatch(
        self,
        result: Int(text).map { .success($0) } ?? .failure(.notANumber(text))
      )
    }
  }
}

/// A calculator that counts what failed by taking one away.
final class CalculatorStore: ReduceStore<Int> {
  init(dispatcher: any Dispatcher) {
    super.init(initialState: 0, dispatcher: dispatcher)
    reduce(Calculate.Plus.self) { state, result in
      switch result {
      case .success(let number): state + number
      case .failure: state
      }
    }
    reduce(Calculate.Minus.self) { state, result in
      switch result {
      case .success(let number): state - number
      case .failure: state
      }
    }
    reduce(Calculate.PlusText.self) { state, result in
      switch result {
      case .success(let number): state + number
      case .failure: state - 1
      }
    }
  }
}

/// A store that declares nothing but that it is one.
final class PlainStore: Store {}

/// Keeps what happened, in order, also from several threads.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  var entries: [String] { lock.withLock { kept } }

  func add(_ entry: String) {
    lock.withLock { kept.append(entry) }
  }
}
