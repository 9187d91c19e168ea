import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// Makes types of states by putting types into one another at random.
private struct RandomType {
  var generator: SeededGenerator

  private static var leaves: [any RandomState.Type] {
    [
      Bool.self, Int8.self, Int.self, Double.self, String.self, Date.self, Data.self, URL.self,
      PlainCase.self, [Int].self, [String].self, Set<String>.self, [String: Int].self,
      [Int: String].self,
      String?.self,
    ]
  }

  mutating func type(depth: Int) -> any RandomState.Type {
    guard depth > 0, Int.random(in: 0..<6, using: &generator) > 0 else {
      return Self.leaves.randomElement(using: &generator) ?? Int.self
    }
    return combined(type(depth: depth - 1), type(depth: depth - 1))
  }

  private mutating func combined<A: RandomState, B: RandomState>(
    _ a: A.Type,
    _ b: B.Type
  ) -> any RandomState.Type {
    let types: [any RandomState.Type] = [
      Pair<A, B>.self, Pair<B, A>.self, Pair<A, [B]>.self, [A].self, [Pair<Int, A>].self, A?.self,
      [String: A].self, [Int: A].self, Choice<A, B>.self, Held<A>.self, Hidden<A>.self,
      Computed<A>.self, Single<A>.self, Passing<A>.self, Listed<A, B>.self, Nested<A, B>.self,
      Failing<A>.self,
    ]
    return types.randomElement(using: &generator) ?? Pair<A, B>.self
  }
}

/// A state that is not `Encodable`.
private struct Bare<Part: RandomState> {
  struct Inner {
    var part: Part
    var tuple: (Int8, Int) = (0, 0)
    lazy var late = 7

    init(part: Part) { self.part = part }
  }

  var part: Part
  var parts: [Part?] = []
  var all: [Inner] = []
  var error: (any Error)?
  weak var held: Held<Int>?

  init(part: Part) { self.part = part }
}

@Suite("A change detector, in states of a thousand types")
struct RandomStateTests {
  @Test("never loses a change", arguments: TestScale.seeds(2, of: 20))
  func changes(seed: UInt64) throws {
    var types = RandomType(generator: SeededGenerator(seed: seed))
    for _ in 0..<50 { try follow(types.type(depth: 4), seed: seed) }
  }

  private func follow<State: RandomState>(_ type: State.Type, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &+ 1_000)
    var state = State.random(&generator)
    var followed = try FollowedStates(state)
    for edit in 0..<12 {
      for _ in 0..<Int.random(in: 0...2, using: &generator) { state.edit(&generator) }
      try followed.patch(to: state, "\(State.self), edit \(edit), seed \(seed)")
    }
  }

  @Test(
    "never loses a change in what is written by reflection",
    arguments: TestScale.seeds(1, of: 10)
  )
  func reflected(seed: UInt64) throws {
    var types = RandomType(generator: SeededGenerator(seed: seed))
    for _ in 0..<20 { try followReflected(types.type(depth: 3), seed: seed) }
  }

  private func followReflected<Part: RandomState>(_ type: Part.Type, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &+ 2_000)
    var state = Bare<Part>(part: .random(&generator))
    var followed = try FollowedStates(reflecting: state)
    for edit in 0..<10 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: state.part.edit(&generator)
      case 1: state.parts.append(.random(&generator))
      case 2: state.all.insert(Bare<Part>.Inner(part: .random(&generator)), at: 0)
      case 3: state.all.indices.last.map { state.all[$0].part.edit(&generator) }
      case 4: state.all.indices.last.map { state.all[$0].tuple.1 += 1 }
      default: state.error = state.error == nil ? CocoaError(.fileNoSuchFile) : nil
      }
      try followed.patch(to: state, "\(Part.self), edit \(edit), seed \(seed)")
    }
  }
}
