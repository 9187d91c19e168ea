// A list of closures.
// swift-format-ignore-file: NeverForceUnwrap, OnlyOneTrailingClosureArgument

import Foundation

extension StateKinds {
  static var foundation: [StateKind] {
    [
      StateKind("a date", { Own.Foundations() }, { $0.date += 1 }),
      StateKind("a URL", { Own.Foundations() }, { $0.url.appendPathComponent("b") }),
      StateKind("data", { Own.Foundations() }, { $0.data.append(1) }),
      StateKind("a UUID", { Own.Foundations() }, { $0.uuid = UUID() }),
      StateKind("a decimal", { Own.Foundations() }, { $0.decimal += 1 }),
      StateKind("date components", { Own.Foundations() }, { $0.components.year! += 1 }),
      StateKind("an index set", { Own.Foundations() }, { $0.indexes.insert($0.indexes.count + 5) }),
      StateKind("an index path", { Own.Foundations() }, { $0.path.append(1) }),
      StateKind("a notification's name", { Own.Foundations() }) {
        $0.notification = Notification.Name($0.notification.rawValue + "a")
      },
      StateKind("a rectangle", { Own.Foundations() }, { $0.rect.origin.x += 1 }),
      StateKind("a measurement", { Own.Foundations() }, { $0.measurement.value += 1 }),
      StateKind("a calendar", { Own.Foundations() }, { $0.calendar.firstWeekday += 1 }),
      StateKind("a set of characters", { Own.Foundations() }) { state in
        let others: [Unicode.Scalar] = ["d", "e", "f", "g"]
        let next = others.first { !state.characters.contains($0) }
        if let next { state.characters.insert(next) }
      },
      StateKind("vectors in a list", { (0..<9).map { _ in Own.PlainBody() } }) {
        $0[3].velocity.y += 1
      },
      StateKind(encoding: "encoded vectors in a list", { (0..<9).map { _ in Own.Body() } }) {
        bodies in
        for index in bodies.indices { bodies[index].position.x += 1 }
        bodies[2].color.w += 1
      },
      StateKind("a list that is loaded", { Own.Load.loading }) { load in
        switch load {
        case .idle: load = .loading
        case .loading: load = .loaded((0..<50).map { Own.Item(id: $0) })
        case .failed: load = .idle
        case .loaded: load = .failed("it is not there any more")
        }
      },
      StateKind(encoding: "an encoded list that is loaded", { Own.CodedLoad.loading }) { load in
        switch load {
        case .idle: load = .loading
        case .loading: load = .loaded((0..<50).map { Own.Coded(id: $0) })
        case .failed: load = .idle
        case .loaded: load = .failed("it is not there any more")
        }
      },
      StateKind(
        "an object of Foundation",
        { Own.Holder(value: ["n": NSNumber(value: 1), "s": NSString("x")] as [String: Any]) }
      ) {
        let number = ($0.value["n"] as? NSNumber)?.intValue ?? 0
        $0.value["n"] = NSNumber(value: number + 1)
      },
      StateKind(
        "a mutable object of Foundation",
        { Own.Holder(value: NSMutableDictionary(dictionary: ["a": NSNumber(value: 1)]) as Any) }
      ) {
        let values = $0.value as! NSMutableDictionary
        values["\(values.count)"] = NSNull()
      },
    ]
  }

  static var libraries: [StateKind] {
    [
      StateKind("an ordered set", { OrderedSet([1, 2, 3]) }, { $0.append($0.count + 1) }),
      StateKind("the order of an ordered set", { OrderedSet([1, 2, 3]) }, { $0.swapAt(0, 2) }),
      StateKind("an ordered dictionary", { OrderedDictionary(items().map { ($0.id, $0) }) }) {
        $0[1]!.isDone.toggle()
      },
      StateKind(
        "the order of an ordered dictionary",
        { OrderedDictionary([("a", 1), ("b", 2), ("c", 3)]) }
      ) { $0.swapAt(0, 2) },
      StateKind("an identified array", { IdentifiedArray(items(), id: \.id) }) {
        $0[id: 1]!.isDone.toggle()
      },
      StateKind("a row more in an identified array", { IdentifiedArray(items(), id: \.id) }) {
        $0[id: $0.count] = Own.Item(id: $0.count)
      },
      StateKind("a presented state", { Own.Presenting() }) { state in
        guard case .detail(var item)? = state.destination else { return }
        item.isDone.toggle()
        state.destination = .detail(item)
      },
      StateKind("a presentation that comes and goes", { Own.Presenting() }) {
        $0.destination = $0.destination == nil ? .alert("a") : nil
      },
      StateKind("a presentation without a style", { StylelessPresentation(state: Own.Item(id: 1)) })
      { $0.state!.isDone.toggle() },
      StateKind("a shared state", { Own.Sharing() }, { $0.settings.isDone.toggle() }),
      StateKind("a tagged value", { Own.Holder(value: Tagged<Own.Item, Int>(rawValue: 1)) }) {
        $0.value.rawValue += 1
      },
    ]
  }

  static var codable: [StateKind] {
    [
      StateKind(encoding: "an element of a list", { [Own.Coded(id: 1), Own.Coded(id: 2)] }) {
        $0[1].isDone.toggle()
      },
      StateKind(encoding: "a contiguous array", { ContiguousArray([Own.Coded(id: 1)]) }) {
        $0[0].isDone.toggle()
      },
      StateKind(encoding: "a payload", { Own.CodedPhase.loading(progress: 1) }) { phase in
        guard case .loading(let progress) = phase else { return }
        phase = .loading(progress: progress + 1)
      },
      StateKind(
        encoding: "a list in a payload",
        { Own.CodedPhase.loaded((0..<50).map { Own.Coded(id: $0) }) }
      ) { phase in
        guard case .loaded(var items) = phase else { return }
        items[7].isDone.toggle()
        phase = .loaded(items)
      },
      StateKind(
        encoding: "values by UUIDs",
        {
          Dictionary(
            uniqueKeysWithValues: (0..<100).map {
              (
                UUID(uuidString: "00000000-0000-0000-0000-\(String(100_000_000_000 + $0 * 7919))")!,
                Own.Coded(id: $0)
              )
            }
          )
        }
      ) { values in
        let key = values.keys.sorted { $0.uuidString < $1.uuidString }[40]
        values[key]!.isDone.toggle()
        values[UUID()] = Own.Coded(id: 1)
        values[values.keys.max { $0.uuidString < $1.uuidString }!] = nil
        values[values.keys.min { $0.uuidString < $1.uuidString }!]!.isDone.toggle()
      },
      StateKind(
        encoding: "values by keys of the app's",
        {
          Dictionary(
            uniqueKeysWithValues: (0..<40).map { (Own.CodedKey(raw: $0), Own.Coded(id: $0)) }
          )
        }
      ) {
        $0[Own.CodedKey(raw: 9)]!.isDone.toggle()
        $0[Own.CodedKey(raw: 100 + $0.count)] = Own.Coded(id: 0)
      },
      StateKind(encoding: "values by named keys", { [Own.NamedKey.one: Own.Coded(id: 1)] }) {
        $0[.one]!.isDone.toggle()
      },
      StateKind(encoding: "a set", { Set((0..<100).map { Own.Coded(id: $0) }) }) {
        $0.insert(Own.Coded(id: 1000 + $0.count))
        $0.remove($0.min { $0.id < $1.id }!)
      },
      StateKind(encoding: "a dictionary of dictionaries", { ["a": ["b": [Own.Coded(id: 1)]]] }) {
        $0["a"]!["b"]![0].isDone.toggle()
      },
      StateKind(encoding: "numbers of every width", { Numbers() }, { $0.change() }),
      StateKind(encoding: "numbers of every width in a list", { NumberList() }) {
        $0.numbers.change()
      },
      StateKind(encoding: "numbers of every width as values", { NumberValues() }) {
        $0.numbers.change()
      },
      StateKind(encoding: "an instance", { Own.CodedModel() }, { $0.count += 1 }),
      StateKind(encoding: "an instance in a list", { [Own.CodedModel()] }) {
        $0[0].items[0].isDone.toggle()
      },
      StateKind(
        encoding: "an ordered dictionary",
        { OrderedDictionary((0..<20).map { ("\($0)", Own.Coded(id: $0)) }) }
      ) { $0["7"]!.isDone.toggle() },
      StateKind(
        encoding: "an identified array",
        { IdentifiedArray((0..<20).map { Own.Coded(id: $0) }, id: \.id) }
      ) { $0[id: 7]!.isDone.toggle() },
      StateKind(encoding: "a tagged value", { [Tagged<Own.Item, Int>(rawValue: 1)] }) {
        $0[0].rawValue += 1
      },
      StateKind(encoding: "an optional", { [Own.Coded(id: 1)] as [Own.Coded]? }) {
        $0![0].isDone.toggle()
      },
    ]
  }
}
