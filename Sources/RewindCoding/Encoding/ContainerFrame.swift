/// An array, an object, or a slot for one value, that is open at the end of the output.
///
/// ```
/// encode(to:) begins          slot
///   container(keyedBy:)       slot › object
///     nestedContainer         slot › object › object
///     superEncoder            slot › object › slot
///     encode(value)           slot › object › slot …         until the value's encode(to:) returns
/// encode(to:) returns         everything above and with its slot is closed
/// ```
struct ContainerFrame {
  enum Kind: UInt8 {
    /// Room for one value, of any kind while nothing is written.
    case slot
    case object
    case array
  }

  /// The reason why a slot's value must be replaced by a placeholder.
  enum Fault: UInt8 {
    case none
    case tooDeep
    case twoValues
  }

  var id = 0
  /// The id of the frame around this one.
  var parent = 0
  var kind = Kind.slot
  var fault = Fault.none
  /// The sorting of the contents when the frame is closed; a slot passes it on.
  var sorting = Sorting.none
  /// True if two members may have the same key.
  var mayRepeatKeys = false
  /// The number of open arrays and objects, including this one.
  var nesting = 0
  /// The offset of the contents.
  var start = 0
  /// The number of elements begun in an array.
  var count = 0
  /// The table of the keys that an object is written with.
  var table: UnsafeMutablePointer<KeyTable>?
  /// The keys of the table that were written: bit n for the keys n, n + 64 and so on.
  var seen: UInt64 = 0
  var step = PathStep.none

  /// Notes that a key of the table was written.
  @_transparent
  mutating func note(key byte: Int) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: byte)
    if seen & bit != 0 { mayRepeatKeys = true }
    seen |= bit
  }
}

/// A step from a value to one inside it.
enum PathStep {
  case none
  case element(Int)
  /// By a key of a table.
  case entry(UnsafeMutablePointer<KeyEntry>)
  /// By a key that is stored temporarily, under this number.
  case loose(Int)
  /// By a key of a dictionary, read back from its written bytes.
  case written(Int)
}
