// A program that records a session, acknowledges each action on its standard output once dispatch has
// returned, and dies on demand, for the kill test.
//
//     kill-target LOG                  goes on until it is killed
//     kill-target LOG DEATH N          dies while it reduces action N
//     kill-target LOG DEATH N after    dies right after action N was acknowledged
//     kill-target LOG stall            goes on until it is killed, on a disk that does not answer
//     kill-target LOG fork             forks, goes on in both processes, and is killed
//     kill-target LOG forks            forks a hundred times while threads record, and is killed
//     kill-target LOG large            lines of up to 2 MB in three stores on four threads, until it is killed
//     kill-target LOG keyframes        a state of 200 kB, until it is killed
//     kill-target LOG cut              lines of 4 MB in logs that are truncated meanwhile
//     kill-target LOG stores N         N stores, and prints how many descriptors are left
//     kill-target LOG full             for a third of a second, and prints how many states were encoded
//
// DEATH is trap, segfault, abort or exit.
import Foundation
import Rewind

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct Tally: Codable {
  var count = 0
  var items: [Int] = []
  var rows: [String] = []
}

struct Step: Codable {
  let number: Int
  /// Makes the lines outgrow a state soon.
  var text = ""
}

func die(_ death: String) {
  switch death {
  case "trap":
    let none: [Int] = []
    print(none[CommandLine.arguments.count])
  case "segfault":
    // An address that nothing has ever been at.
    UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
  case "abort":
    abort()
  default:
    _exit(3)
  }
}

let arguments = CommandLine.arguments
if arguments.count > 2, arguments[2] == "stall" { try recordOnStalledDisk(arguments[1]) }
if arguments.count > 2, arguments[2] == "cut" { try recordWhileCutting(arguments[1]) }
let recorder = Recorder(app: "kill-target", to: .file(arguments[1]))
guard recorder.failure == nil else { exit(2) }
if arguments.count > 2, arguments[2] == "large" { recordLargeLines() }
if arguments.count > 3, arguments[2] == "stores" { attachStores(Int(arguments[3]) ?? 0) }
if arguments.count > 2, arguments[2] == "full" { recordOnFullDisk() }
let recording = recorder.attach(Tally.self)
if arguments.count > 2, arguments[2] == "fork" { recordInFork(recording) }
if arguments.count > 2, arguments[2] == "forks" {
  recordWhileForking(recording, beside: arguments[1])
}
let death = arguments.count > 2 ? arguments[2] : nil
// Whole states of that size are written by another thread.
let isLarge = death == "keyframes"
let deadline = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
let diesAfter = arguments.count > 4

var tally = Tally()
if isLarge { tally.rows = (0..<4_000).map { "row \($0), with a text that is fifty bytes long" } }
let text = String(repeating: "x", count: isLarge ? 10_000 : 0)
var number = 0
while true {
  number += 1
  tally = recording.record(Step(number: number, text: text), from: tally) {
    if let death, number == deadline, !diesAfter { die(death) }
    var next = tally
    next.count = number
    next.items.append(number)
    if next.items.count > 50 { next.items.removeFirst(25) }
    return next
  }
  var acknowledged = UInt32(number).littleEndian
  write(1, &acknowledged, 4)
  if let death, number == deadline, diesAfter { die(death) }
}
