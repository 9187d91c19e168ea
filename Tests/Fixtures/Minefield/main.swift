import Foundation
// An app whose reducer dies in every way there is, for the tests of the diagnosis.
import RewindReplay

#if canImport(Glibc)
import Glibc
#endif

struct Field: Codable {
  var isArmed = false
  var steps = 0
  /// Part of the state, and left out of its recorded form.
  var secret = false
  /// What an impure reducer took from where it should not.
  var noise: String?
  /// The keys that were found, in the order of their numbers.
  var keys: [Int]?
  /// What was taken and has not been given back.
  var debt: Int?
  var mine: Mine?

  enum CodingKeys: String, CodingKey {
    case isArmed
    case steps
    case noise
    case keys
    case debt
    case mine
  }
}

/// Traps when it is encoded.
struct Mine: Codable {
  var isLive = true

  func encode(to encoder: any Encoder) throws {
    // Optimized code does not print a failed precondition.
    if isLive { fatalError("a live mine") }
    try isLive.encode(to: encoder)
  }
}

enum Move: Codable {
  case arm
  case disarm
  case tick
  /// Traps where the field is armed.
  case step
  case hide
  /// Traps where something has been hidden, which the recorded state does not tell.
  case seek
  /// Ends what `hide` has begun.
  case reveal
  /// Traps unless something has been hidden.
  case lean
  /// Arms the field where something has been hidden.
  case spring
  case index
  case unwrap
  case overflow
  case fatal
  case recurse
  case loop
  case exit(Int32)
  case raise(Int32)
  case abort
  case shout
  /// Takes memory without end.
  case hoard
  /// Prints without end.
  case flood
  /// Writes its process id to a pipe, starts two more that hold the pipe open, has that written to it,
  /// and never ends.
  case hold(String)
  /// Traps at one line if the field is armed, at another if it is not.
  case stumble
  /// Takes something from outside without telling; `file:PATH` reads a file.
  case peek(String)
  /// Finds a key, with words that do not matter.
  case find(key: Int, words: [String])
  /// Traps where the keys 1 to 6 have been found, and the number is above 10.
  case open(Int)
  case take
  case give
  /// Traps where the field is armed, and all that was taken has been given back.
  case settle
  /// Traps every other time, as a file's length says that it makes longer.
  case gamble(String)
  /// Traps the eighth time in one process.
  case tire
  /// Leads to a state that traps when it is encoded.
  case lay
}

nonisolated(unsafe) private var tiredness = 0

func reduce(_ move: Move, _ field: Field) -> Field {
  var field = field
  field.steps += 1
  switch move {
  case .arm: field.isArmed = true
  case .disarm: field.isArmed = false
  case .tick: break
  case .step: if field.isArmed { field.steps = [Int]()[field.steps] }
  case .hide: field.secret = true
  case .seek: if field.secret { fatalError("found") }
  case .reveal: field.secret = false
  case .lean: precondition(field.secret, "nothing hidden")
  case .spring: if field.secret { field.isArmed = true }
  case .index: field.steps = [Int]()[field.steps]
  case .unwrap:
    // swift-format-ignore: NeverForceUnwrap
    field.steps = Int("x")!
  case .overflow: field.steps = Int.max - 1 + field.steps + 1
  case .fatal: fatalError("on purpose")
  case .recurse: field.steps = depth(field.steps)
  case .loop: while field.steps > 0 { field.steps = max(1, field.steps) }
  case .exit(let status): exit(status)
  case .raise(let signal): raise(signal)
  case .abort: abort()
  case .shout:
    print(#"{"end":"closed","index":99}"#)
    FileHandle.standardError.write(Data("shouting\n".utf8))
  case .hoard:
    var heap: [[UInt8]] = []
    while true { heap.append([UInt8](repeating: 1, count: 1 << 20)) }
  case .flood: while true { print(String(repeating: "flood ", count: 1_000)) }
  case .hold(let path): hold(path)
  case .find(let key, _): field.keys = Set(field.keys ?? []).union([key]).sorted()
  case .open(let number):
    if Set(field.keys ?? []).isSuperset(of: 1...6), number > 10 { fatalError("open") }
  case .take: field.debt = (field.debt ?? 0) + 1
  case .give: field.debt = (field.debt ?? 0) - 1
  case .settle: if field.isArmed, field.debt ?? 0 == 0 { fatalError("settled") }
  case .gamble(let path):
    var throwsSoFar = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
    throwsSoFar.append(UInt8(ascii: "."))
    try? throwsSoFar.write(to: URL(fileURLWithPath: path))
    if throwsSoFar.count % 2 == 1 { fatalError("lost") }
  case .tire:
    tiredness += 1
    if tiredness == 8 { fatalError("tired") }
  case .lay: field.mine = Mine()
  case .peek("secret"):
    // What is left out of the recorded state.
    field.noise = "\(field.secret)"
    field.secret = true
  case .peek(let what): field.noise = noise(what)
  case .stumble: field.steps = field.isArmed ? stumbleArmed(field) : stumbleUnarmed(field)
  }
  return field
}

@inline(never)
func stumbleArmed(_ field: Field) -> Int { [Int]()[field.steps] }

// Asks for something else as well: two functions of the same code are one in an optimized build.
@inline(never)
func stumbleUnarmed(_ field: Field) -> Int { [Int]()[field.steps + Int(getpid() & 1)] }

let openFile: (UnsafePointer<CChar>, Int32) -> Int32 = { open($0, $1) }

func hold(_ path: String) {
  let pipe = openFile(path, O_WRONLY)
  let line = "\(getpid())\n"
  _ = line.withCString { write(pipe, $0, strlen($0)) }
  var arguments: [UnsafeMutablePointer<CChar>?] = [
    strdup("/bin/sh"), strdup("-c"),
    strdup("(/bin/sleep 1000 & /bin/sleep 1000 & echo started > '\(path)'; wait) & wait"), nil,
  ]
  var environment: [UnsafeMutablePointer<CChar>?] = [nil]
  posix_spawn(nil, "/bin/sh", nil, nil, &arguments, &environment)
  while true { pause() }
}

// Divides on its way back: an optimizer makes a loop, which needs no stack, of a sum.
@inline(never)
func depth(_ n: Int) -> Int {
  n == Int.min ? 1 : (depth(n &+ 1) ^ n) / 3
}

let mutation = Mutation(CommandLine.arguments)

ReplayableStore(
  initial: Field(),
  actions: Move.self,
  reduce: .actionFirst(
    mutation.map { mutation in { mutation.apply($0, $1, reduce($0, $1)) } } ?? reduce
  )
).answerReplayRequest()
print("The minefield is only for replays.")
