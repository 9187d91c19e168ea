// Plays random sessions whose actions have effects on eight threads, and compares the recorded causes
// with the known ones.
//
//   cause-sessions [COUNT] [SEED]
//   cause-sessions cost COUNT WAY      dispatches, for callgrind: scripts/action-cost
//
// Exit status 1 if a cause is wrong, or if less than 99 % of what can be known is known.
import Foundation

let arguments = CommandLine.arguments
if arguments.count > 3, arguments[1] == "cost", let way = DispatchWay(rawValue: arguments[3]) {
  dispatchMany(Int(arguments[2]) ?? 0, way)
  exit(0)
}
let sessions = arguments.count > 1 ? Int(arguments[1]) ?? 1_000 : 1_000
let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64.random(in: 1...9_999)
print("seed \(seed), \(sessions) sessions")

let handlers = Handlers(threads: 8)
var total = CauseCount()
for number in 0..<sessions {
  let session = CauseSession(seed: seed &* 1_000_003 &+ UInt64(number) &* 7_919, handlers: handlers)
  session.play()
  total.add(session.count())
}

var isGood = true
for carrier in [nil] + EffectKind.Carrier.allCases.map(Optional.some) {
  let (right, missing) = (total.number(carrier, .right), total.number(carrier, .missing))
  let wrong = total.number(carrier, .wrong)
  print(
    "\(carrier?.rawValue ?? "without a cause"): \(right) right, \(missing) missing, \(wrong) wrong"
  )
  let isKnown = Double(right) >= 0.99 * Double(right + missing)
  if !isKnown || wrong > 0 || right == 0 { isGood = false }
}
exit(isGood ? 0 : 1)
