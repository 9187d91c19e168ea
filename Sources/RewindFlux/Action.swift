public import Foundation

/// An action that does some work and dispatches its result to the stores: a payload or an error.
///
/// ```swift
/// enum TodoAction {
///   struct Create: Action {
///     typealias Payload = Todo
///     let title: String
///
///     func invoke(_ dispatcher: any Dispatcher) {
///       dispatcher.dispatch(self, result: .success(Todo(title: title)))
///     }
///   }
/// }
/// ```
///
/// A failure is dispatched like a success, so that every store receives it.
public protocol Action {
  /// The type of a successful result.
  associatedtype Payload

  /// The type of an error; `NSError` unless the action declares another.
  associatedtype Error: Swift.Error = NSError

  /// Does the work and dispatches its result, immediately or later.
  func invoke(_ dispatcher: any Dispatcher)
}
