/// The marker that ReSwift 5 required of every state, provided so that such an app compiles unchanged.
///
/// A store takes any type as its state; new code omits the marker.
public protocol StateType {}
