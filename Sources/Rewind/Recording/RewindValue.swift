public import RewindCoding

/// A type of yours whose values are told by their memory, which spares the recorder a look at their text.
public typealias RewindValue = RewindCoding.RewindValue
