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
    /// A place for one value; as long as nothing is written, the value may still be anything.
    case slot
    case object
    case array
  }

  /// Why what a slot got must be replaced by a mark.
  enum Fault: UInt8 {
    case none
    case tooDeep
    case twoValues
  }

  var id = 0
  /// The id of the level around this one.
  var parent = 0
  var kind = Kind.slot
  var fault = Fault.none
  /// How the contents are put in order when the level is closed; a slot hands it on.
  var sorting = Sorting.none
  /// Whether two members may have the same key.
  var mayRepeatKeys = false
  /// How many arrays and objects are open, with this one.
  var nesting = 0
  /// Where the contents begin.
  var start = 0
  /// The number of elements begun in an array.
  var count = 0
  /// The table of the keys that an object is written with.
  var table: UnsafeMutablePointer<KeyTable>?
  /// Which keys of the table were written: bit n for the keys n, n + 64 and so on.
  var seen: UInt64 = 0
  /// How many marks had been written before.
  var marks = 0
  var step = PathStep.none

  /// Notes that a key of the table was written.
  @_transparent
  mutating func note(key byte: Int) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: byte)
    if seen & bit != 0 { mayRepeatKeys = true }
    seen |= bit
  }
}

/// How one gets from a value to one inside it.
enum PathStep {
  case none
  case element(Int)
  /// By a key of a table.
  case entry(UnsafeMutablePointer<KeyEntry>)
  /// By a key that is kept for the time, under this number.
  case loose(Int)
  /// By a key of a dictionary, which is read back from where it was written.
  case written(Int)
}
