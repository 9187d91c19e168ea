public struct IdentifiedArray<ID: Hashable, Element>: RandomAccessCollection {
  private var ids: [ID] = []
  private var elements: [ID: Element] = [:]
  private let id: KeyPath<Element, ID>

  public init(id: KeyPath<Element, ID>) { self.id = id }

  public var startIndex: Int { 0 }
  public var endIndex: Int { ids.count }
  public subscript(index: Int) -> Element {
    // swift-format-ignore: NeverForceUnwrap
    elements[ids[index]]!
  }

  public subscript(id id: ID) -> Element? {
    get { elements[id] }
    set {
      if newValue == nil {
        ids.removeAll { $0 == id }
      } else if elements[id] == nil {
        ids.append(id)
      }
      elements[id] = newValue
    }
  }

  public mutating func append(_ element: Element) { self[id: element[keyPath: id]] = element }
}

public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  public init() { self.init(id: \.id) }
}

@propertyWrapper
public struct PresentationState<State>: CustomReflectable {
  private final class Storage {
    var state: State?
    init(_ state: State?) { self.state = state }
  }

  private var storage: Storage

  public init(wrappedValue: State?) { storage = Storage(wrappedValue) }

  public var wrappedValue: State? {
    get { storage.state }
    set { storage = Storage(newValue) }
  }

  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: Array(self)) }
}
