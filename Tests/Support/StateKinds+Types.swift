// A list of closures.
// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument

import Foundation

extension StateKinds {
  static var enums: [StateKind] {
    [
      StateKind("a case", { Own.Color.red }, { $0 = $0 == .red ? .green : .red }),
      StateKind("a payload", { Own.Phase.loading(progress: 0) }) { phase in
        guard case .loading(let progress) = phase else { return }
        phase = .loading(progress: progress + 1)
      },
      StateKind("a list in a payload", { Own.Phase.loaded(items(), at: Date()) }) { phase in
        guard case .loaded(var items, let date) = phase else { return }
        items[1].isDone.toggle()
        phase = .loaded(items, at: date)
      },
      StateKind("a case that changes to another", { Own.Phase.idle }) { phase in
        if case .idle = phase { phase = .loading(progress: 1) } else { phase = .idle }
      },
      StateKind("an indirect payload", { Own.Phase.retrying(.idle, 0) }) { phase in
        guard case .retrying(let inner, let count) = phase else { return }
        phase = .retrying(inner, count + 1)
      },
      StateKind("an error in a payload", { Own.Phase.failed(Own.Failure()) }) { phase in
        guard case .failed(let error) = phase, let error = error as? Own.Failure else { return }
        phase = .failed(Own.Failure(code: error.code + 1))
      },
      StateKind("a tree", { Own.Tree.node(1, [.leaf, .node(2, [])]) }) { tree in
        guard case .node(let count, let children) = tree else { return }
        tree = .node(count + 1, children + [.leaf])
      },
      StateKind("a generic enum", { Own.Generic.some([Own.Item(id: 1)]) }) { value in
        guard case .some(var items) = value else { return }
        items[0].isDone.toggle()
        value = .some(items)
      },
      StateKind("a result", { Result<[Own.Item], Own.Trouble>.success(items()) }) { result in
        if case .success = result {
          result = .failure(.offline(3))
        } else {
          result = .success([])
        }
      },
      StateKind("a list of enums", { [Own.Phase.idle, .loading(progress: 0)] }) { phases in
        guard case .loading(let progress) = phases[1] else { return }
        phases[1] = .loading(progress: progress + 1)
      },
      StateKind(
        "a list of structures with an enum",
        { (0..<100).map { Own.Holder(value: Own.Generic.some("text \($0)")) } }
      ) { list in
        guard case .some(let text) = list[50].value else { return }
        list[50].value = .some(text + "!")
      },
    ]
  }

  static var classes: [StateKind] {
    [
      StateKind("an instance", { Own.Model() }, { $0.count += 1 }),
      StateKind("a list in an instance", { Own.Model() }, { $0.items[0].isDone.toggle() }),
      StateKind("an instance in a list", { [Own.Model()] }, { $0[0].count += 1 }),
      StateKind("an instance in a dictionary", { ["a": Own.Model()] }, { $0["a"]!.count += 1 }),
      StateKind("an instance of a subclass", { Own.Derived() }, { $0.name += "x" }),
      StateKind("what a subclass inherits", { Own.Derived() }, { $0.id += 1 }),
      StateKind("a subclass by its superclass", { Own.Holder<Own.Base>(value: Own.Derived()) }) {
        ($0.value as! Own.Derived).name += "x"
      },
      StateKind("another subclass", { Own.Holder<Own.Base>(value: Own.Derived()) }) {
        $0.value = $0.value is Own.Derived ? Own.Base() : Own.Derived()
      },
      StateKind(
        "an instance that leads back to itself",
        { () -> Own.Link in
          let link = Own.Link()
          link.strong = link
          return link
        }
      ) { $0.count += 1 },
      StateKind(
        "a weak reference",
        { () -> Own.Link in
          let link = Own.Link()
          link.strong = Own.Link()
          link.other = link.strong
          return link
        }
      ) { $0.strong!.count += 1 },
      StateKind("an optional instance", { Own.Holder(value: Own.Model() as Own.Model?) }) {
        $0.value!.count += 1
      },
    ]
  }

  static var existentials: [StateKind] {
    [
      StateKind("a value of any type", { Own.Existentials() }) {
        $0.any = ($0.any as? Int ?? 0) + 1
      },
      StateKind("a value of another type", { Own.Existentials() }) {
        $0.any = $0.any is Int ? "text" as Any : 1
      },
      StateKind("a type behind a protocol", { Own.Existentials() }) {
        $0.shape = $0.shape is Own.Circle ? Own.Square() : Own.Circle()
      },
      StateKind("a value behind a protocol", { Own.Existentials() }) {
        $0.shape = Own.Circle(r: (($0.shape as? Own.Circle)?.r ?? 0) + 1)
      },
      StateKind("an error", { Own.Existentials() }) {
        $0.error = $0.error is Own.Failure ? Own.Trouble.offline(1) : Own.Failure()
      },
      StateKind("a list behind a protocol", { [Own.Circle(), Own.Square()] as [any Own.Shape] }) {
        $0[1] = $0[1] is Own.Square ? Own.Circle() : Own.Square()
      },
      StateKind("keys of any type", { ["a": 1, 2: "x"] as [AnyHashable: Any] }) {
        $0["a"] = ($0["a"] as? Int ?? 0) + 1
      },
    ]
  }

  static var wrappers: [StateKind] {
    [
      StateKind("a wrapped property", { Own.Wrapped() }, { $0.level += 1 }),
      StateKind("a wrapped dictionary", { Own.Wrapped() }, { $0.items[1]!.isDone.toggle() }),
      StateKind("a lazy property", { Own.Lazy() }, { $0.sum += 1 }),
      StateKind("a property beside an observation", { Own.Observed() }, { $0.count += 1 }),
      StateKind("a name with an underscore", { Own.Twins() }, { $0._id += 1 }),
      StateKind("a name without an underscore", { Own.Twins() }, { $0.id += 1 }),
      StateKind("a box that is copied on write", { Own.Boxed() }, { $0.box.value.isDone.toggle() }),
      StateKind("a mirror without a style", { Own.CustomStyleless() }, { $0.hidden += 1 }),
    ]
  }

  static var texts: [StateKind] {
    [
      StateKind("a substring", { Own.Texts() }, { $0.substring += "d" }),
      StateKind("a character", { Own.Texts() }) {
        $0.character = $0.character == "a" ? "b" : "a"
      },
      StateKind("a scalar", { Own.Texts() }, { $0.scalar = $0.scalar == "a" ? "b" : "a" }),
      StateKind("a list of characters", { Own.Texts() }, { $0.characters.append("c") }),
      StateKind("a text with other code points", { Own.Holder(value: "\u{e9}") }) {
        $0.value = $0.value.utf8.count == 2 ? "e\u{301}" : "\u{e9}"
      },
      StateKind("a long text", { Own.Holder(value: String(repeating: "a", count: 10_000)) }) {
        $0.value += "b"
      },
    ]
  }
}
