/// A description of something that happened, handed to a store with `dispatch`.
///
/// An action is best a plain struct that holds facts: a reducer turns it into a new state. Nothing is
/// asked of its type.
public protocol Action {}

/// The action that a store dispatches to itself when it is made without a state.
///
/// Reducers answer it, like any action they do not know, with the state they got, or with their
/// initial state when they got none.
public struct ReSwiftInit: Action {
  package init() {}
}
