/// A type whose instances are values: equal bytes in memory are equal values, for as long as nobody
/// lets go of what they refer to.
///
/// A recorder leaves out what has not changed, and recognizes it by its memory. For structures and enums of
/// numbers, strings, arrays and the like it knows by itself that this is sound. Of class instances and
/// existentials it writes the whole text and compares that with the text before, which costs more. A type
/// that is a value all the same says so:
///
/// ```swift
/// final class Route: Codable { let stops: [Stop] }
/// extension Route: RewindValue {}
/// ```
///
/// The promise: a copy of an instance never changes what it encodes to. It holds for types made of values,
/// and for classes whose instances are never changed. It does not hold
/// where a class instance, or memory behind an unsafe pointer, can change in place.
/// `Recorder.Options.verifying` finds broken promises.
public protocol RewindValue {}
