/// A fault that is put into the reducer: from a step on, a move does something else.
///
/// `--mutation arm/12/flip`: from the state after 12 steps on, arming also turns the flag around.
struct Mutation {
  private let move: String
  private let steps: Int
  private let fault: String

  /// The mutation that the arguments ask for; nil where they ask for none.
  init?(_ arguments: [String]) {
    guard let index = arguments.firstIndex(of: "--mutation"), index + 1 < arguments.count else {
      return nil
    }
    let parts = arguments[index + 1].split(separator: "/").map(String.init)
    guard parts.count == 3, let steps = Int(parts[1]) else {
      fatalError("\(arguments[index + 1]) is no mutation: it is written MOVE/STEPS/FAULT.")
    }
    (move, self.steps, fault) = (parts[0], steps, parts[2])
  }

  /// The state that the mutant leads to where the healthy reducer leads to `next`.
  func apply(_ move: Move, _ field: Field, _ next: Field) -> Field {
    guard field.steps >= steps, "\(move)".hasPrefix(self.move) else { return next }
    var next = next
    switch fault {
    case "flip": next.isArmed.toggle()
    case "skip": next.steps -= 1
    case "double": next.steps += 1
    case "litter": next.noise = "litter"
    case "lend": next.debt = (next.debt ?? 0) + 1
    default: fatalError("There is no fault \(fault).")
    }
    return next
  }
}
