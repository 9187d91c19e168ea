public import Foundation

/// Something that is done, and whose result is handed to the stores: a payload, or the error that
/// stood in the way.
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
/// A failure is dispatched like a success, so that every store hears of it.
public protocol Action {
  /// What the stores are handed when all went well.
  associatedtype Payload

  /// What they are handed otherwise; `NSError` unless the action says something else.
  associatedtype Error: Swift.Error = NSError

  /// Does the work and dispatches its result, at once or later.
  func invoke(_ dispatcher: any Dispatcher)
}
