/// A type whose instances are values: equal bytes in memory are equal values, while the storage
/// that they refer to is retained.
///
/// A recorder omits unchanged values, which it recognizes by their memory. For structures and enums
/// of numbers, strings, arrays and the like it determines by itself that this is sound, and for existentials by what
/// they hold. Of class instances it writes the whole text and compares that with the text before, which costs more; with
/// `.documentedOnly`, of all types of the app. Conform a type that is a value all the same:
///
/// ```swift
/// final class Route: Codable { let stops: [Stop] }
/// extension Route: RewindValue {}
/// ```
///
/// A state of such a type is a value with all that is in it, so that its parts need no conformance of their own.
///
/// The promise: a copy of an instance always encodes to the same text. It holds for types built
/// from values, and for classes whose instances are never changed. It does not hold where a class
/// instance, or memory at an unsafe pointer, can change in place. `Recorder.Options.verifying`
/// finds broken promises.
public protocol RewindValue {}
