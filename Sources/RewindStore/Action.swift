/// A description of something that happened, sent to a store with `dispatch`.
///
/// Prefer a plain struct that holds facts: a reducer turns it into a new state. Its type has
/// no requirements.
public protocol Action {}

/// The action that a store dispatches to itself when it is created without a state.
///
/// Reducers respond to it, as to any unknown action, with the given state, or with their initial state
/// if there is none.
public struct ReSwiftInit: Action {
  package init() {}
}
