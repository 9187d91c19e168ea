/// A JSON document as a list of what it holds, in the order of its text, for a decoder.
///
/// ```
/// {"a":[1,"x"],"b":null}
///
/// 0 object  2 members, next 9      3 array   2 elements, next 7     7 string "b"
/// 1 hint    member 2               4 hint    element 5              8 null
/// 2 string  "a"                    5 integer 1
///                                  6 string  "x"
/// ```
/// Arrays and objects are followed by a hint (what will be asked for next) and by what they hold, of
/// members the key and then the value. They know what comes next after them, so that skipping a
/// value costs nothing. The whole document is checked when it is read.
///
/// One pointer, which costs no reference counting: the standard library copies the reader in a keyed
/// container at every call. The memory comes from a pool and is never freed; a ``TapeOwner`` keeps it
/// from being used for the next document.
///
/// ## Containers that are kept
///
/// A decoder keeps its document, and may be used for as long as it is there. A container that
/// somebody keeps longer than the last of its document's decoders is refused, on whatever thread, and
/// whoever uses the memory by then: it looks at ``generation`` and nothing else. Two that read from
/// one document at a time are a data race, as with any decoder.
struct JSONTape {
  let state: UnsafeMutablePointer<State>

  struct State {
    /// The document's bytes, followed by ``padding`` zeros.
    var bytes = Buffer(capacity: 4096)
    var nodes: UnsafeMutablePointer<Node>
    var nodeCapacity = 256
    var owner: Unmanaged<TapeOwner>?
    /// What `Decoder` gives out as `userInfo`.
    var userInfo: [CodingUserInfoKey: Any] = [:]
    var running = RunningDecodes()
    var tables = TypeCache<UnsafeMutablePointer<KeyTable>>()
    var forms = TypeCache<ReadingForm>()

    init() {
      nodes = .allocate(capacity: nodeCapacity)
    }
  }

  /// How far beyond its end a document may be looked at, eight bytes at a time.
  static let padding = 16

  struct Node {
    /// The kind, and from the ninth bit on where the text begins; of a string, after the quote.
    private var head: UInt64
    /// By the kind: the integer's bits; the length of a number's or string's text; the count of an
    /// array or object (high half) and the place of the node after it (low half); of a hint, the
    /// place of a key or element (low half) and the number of an object's index or the element's
    /// index in the array (high half).
    var payload: UInt64

    @inline(__always)
    init(_ kind: Kind, _ start: Int, _ payload: UInt64) {
      head = UInt64(truncatingIfNeeded: start) << 8 | UInt64(kind.rawValue)
      self.payload = payload
    }

    @inline(__always)
    var kind: Kind { unsafeBitCast(UInt8(truncatingIfNeeded: head), to: Kind.self) }

    @inline(__always)
    var start: Int { Int(truncatingIfNeeded: head >> 8) }
  }

  enum Kind: UInt8 {
    case null
    case `false`
    case `true`
    /// A number of at most 18 digits without point or exponent.
    case integer
    case number
    case string
    /// A string whose text has backslashes.
    case escapedString
    case array
    case object
    case hint
  }

  @inline(__always)
  var nodes: UnsafeMutablePointer<Node> { state.pointee.nodes }
}

extension JSONTape.Node {
  /// How many elements or members an array or object has.
  @inline(__always)
  var count: Int { Int(truncatingIfNeeded: payload >> 32) }

  /// The place after what an array or object holds, or of the key that a hint is for.
  @inline(__always)
  var next: Int { Int(truncatingIfNeeded: payload & 0xFFFF_FFFF) }

  @inline(__always)
  var length: Int { Int(truncatingIfNeeded: payload) }
}

extension JSONTape {
  /// The place of the node after a value.
  @inline(__always)
  func next(after value: Int) -> Int {
    switch nodes[value].kind {
    case .array, .object: nodes[value].next
    default: value &+ 1
    }
  }
}

extension JSONTape {
  /// How many documents were read before, which tells their containers apart.
  @inline(__always)
  var generation: Int { SharedWords(of: state)[0] }

  /// Has all containers of the document refused from now on.
  func beginGeneration() {
    SharedWords(of: state)[0] &+= 1
  }
}
