import Rewind
import RewindJSON

/// The call of a method of a model, as recorded by `Recording.call` and ready to be repeated.
public struct ModelCall<Model> {
  fileprivate let form: MethodCall
  fileprivate let make: (Model) -> Void

  /// Calls the method on a model.
  public func call(on model: Model) { make(model) }
}

/// A call that is recorded again looks like the method itself, as when the tool asks today's app for its names.
extension ModelCall: ActionForm {
  package var name: String { form.name }
  package var member: String { form.member }
  package var memberNames: [String] { form.memberNames }

  package func writeContent(to bytes: inout [UInt8]) -> Bool { form.writeContent(to: &bytes) }
}

extension ActionDecoders {
  /// Returns these decoders and one for the calls of a method.
  ///
  /// ```swift
  /// ActionDecoders().adding(method: "move(from:to:)", CartModel.move)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The method's name in full, as it is in the log.
  ///   - method: The method. An error it throws ends the call.
  /// - Returns: The decoders.
  public func adding<Model, each Argument: Decodable, Value>(
    method name: String,
    _ method: @escaping (Model) -> (repeat each Argument) throws -> Value
  ) -> ActionDecoders where Action == ModelCall<Model> {
    adding(name) { payload in
      var keys = MethodName.argumentKeys(name)[...]
      let values = (repeat try payload.value(keys.popFirst(), as: (each Argument).self))
      var form = MethodCall(name)
      repeat form.add(each values)
      return ModelCall(form: form) { model in _ = try? method(model)(repeat each values) }
    }
  }

  /// Returns these decoders and one for the calls of a method on the main actor.
  public func adding<Model, each Argument: Decodable, Value>(
    mainActorMethod name: String,
    _ method: @escaping @MainActor (Model) -> @MainActor (repeat each Argument) throws -> Value
  ) -> ActionDecoders where Action == ModelCall<Model> {
    adding(method: name) { (model: Model) in
      func call(_ values: repeat each Argument) {
        let (model, values) = (OnOneThread(value: model), OnOneThread(value: (repeat each values)))
        MainActor.assumeIsolated {
          let values = values.value
          _ = try? method(model.value)(repeat each values)
        }
      }
      return call
    }
  }
}

/// A value that does not leave the thread of a replay, the main one.
private struct OnOneThread<Value>: @unchecked Sendable {
  let value: Value
}

extension ReplayableStore where Reducer == @Sendable (_ state: State, _ action: Action) -> State {
  /// Makes a replayable store from a model that is changed by methods.
  ///
  /// ```swift
  /// let cart = ReplayableStore(
  ///   model: { CartModel(recording: .off) },
  ///   state: \.cart,
  ///   calls: ActionDecoders().adding(method: "add(_:)", CartModel.add))
  /// ```
  ///
  /// - Parameters:
  ///   - model: Makes a model in its first state; this is not recorded.
  ///   - state: The model's state; setting it restores a state of the past.
  ///   - calls: The decoders of recorded calls.
  public init<Model>(
    model: @escaping () -> Model,
    state: ReferenceWritableKeyPath<Model, State>,
    calls: ActionDecoders<ModelCall<Model>>
  ) where Action == ModelCall<Model> {
    self.init(
      initial: model()[keyPath: state],
      actions: calls,
      reduce: { before, call in
        let model = model()
        model[keyPath: state] = before
        call.call(on: model)
        return model[keyPath: state]
      }
    )
  }
}
