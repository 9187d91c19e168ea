public import Foundation

#if REWIND_NOOP
public import RewindNoop
#else
import Rewind
public import RewindJSON
public import RewindReplay
#endif

/// The result of an action of a Flux dispatcher, ready to be dispatched to the stores again.
///
/// A recording has the results of actions and not the actions, since these hold services. Replays and time
/// machines need no more: stores receive results.
public struct DispatchedAction {
  private let dispatch: (DefaultDispatcher) -> Void
  #if !REWIND_NOOP
  private let form: any ActionForm
  #endif

  /// Wraps the result of an action of a type.
  package init<A: Action>(resultOf type: A.Type, _ result: Result<A.Payload, A.Error>) {
    dispatch = { $0.dispatch(resultOf: type, result) }
    #if !REWIND_NOOP
    form = FluxActionForm<A>(result: result)
    #endif
  }

  /// Dispatches the result to every handler of the action's type.
  package func dispatch(to dispatcher: DefaultDispatcher) {
    dispatch(dispatcher)
  }
}

#if !REWIND_NOOP
extension DispatchedAction: ActionForm {
  package var name: String { form.name }
  package var member: String { form.member }

  package func writeContent(to bytes: inout [UInt8]) -> Bool {
    form.writeContent(to: &bytes)
  }
}
#endif

extension ActionDecoders where Action == DispatchedAction {
  /// Returns these decoders and one for the results of an action type whose payload and error are
  /// `Decodable`.
  public func adding<A: RewindFlux.Action>(resultsOf type: A.Type) -> ActionDecoders
  where A.Payload: Decodable, A.Error: Decodable {
    #if REWIND_NOOP
    return self
    #else
    return adding(
      resultsOf: type,
      payload: { try $0.decode(A.Payload.self) },
      error: { try $0.decode(A.Error.self) }
    )
    #endif
  }

  /// Returns these decoders and one for the results of an action type that declares no error type.
  ///
  /// An error is decoded with its domain, its code and its description.
  public func adding<A: RewindFlux.Action>(resultsOf type: A.Type) -> ActionDecoders
  where A.Payload: Decodable, A.Error == NSError {
    #if REWIND_NOOP
    return self
    #else
    return adding(
      resultsOf: type,
      payload: { try $0.decode(A.Payload.self) },
      error: { NSError(recorded: $0) }
    )
    #endif
  }

  /// Returns these decoders and one for the results of an action type, with two closures that decode
  /// recorded payloads and errors.
  public func adding<A: RewindFlux.Action>(
    resultsOf type: A.Type,
    payload: @escaping (JSONValue) throws -> A.Payload,
    error: @escaping (JSONValue) throws -> A.Error
  ) -> ActionDecoders {
    #if REWIND_NOOP
    return self
    #else
    return adding(recorded: ActionName.name(of: type)) { recorded in
      if let failure = recorded["error"] {
        return DispatchedAction(resultOf: type, .failure(try error(failure)))
      }
      return DispatchedAction(resultOf: type, .success(try payload(recorded["payload"] ?? .null)))
    }
    #endif
  }
}

#if !REWIND_NOOP
extension NSError {
  /// Decodes an error from its recorded form.
  fileprivate convenience init(recorded: JSONValue) {
    let description = recorded["description"]?.string
    self.init(
      domain: recorded["domain"]?.string ?? "",
      code: recorded["code"]?.int ?? 0,
      userInfo: description.map { [NSLocalizedDescriptionKey: $0] }
    )
  }
}
#endif
