public import RewindCoding

/// A type of yours whose values are compared by their memory, so that the recorder need not compare
/// their text.
public typealias RewindValue = RewindCoding.RewindValue
