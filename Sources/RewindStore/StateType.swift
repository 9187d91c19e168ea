/// The marker that ReSwift 5 asked of every state, kept so that such an app compiles unchanged.
///
/// A store takes any type as its state; new code leaves the marker out.
public protocol StateType {}
