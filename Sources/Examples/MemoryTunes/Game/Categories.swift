import RewindInputs
public import RewindStore

/// The genres of music whose pictures can be played with.
public enum TuneCategory: String, Codable, CaseIterable, Sendable {
  case pop
  case electronic
  case rock
  case metal
  case rap
}

/// The categories, and the one whose pictures the next game requests.
public struct CategoriesState: StateType, Codable, Equatable, Sendable {
  public var categories: [TuneCategory]
  public var currentCategorySelected: TuneCategory

  public init(
    categories: [TuneCategory] = TuneCategory.allCases,
    currentCategorySelected: TuneCategory = .pop
  ) {
    self.categories = categories
    self.currentCategorySelected = currentCategorySelected
  }
}

/// The player chooses a category by its index in the list.
public struct ChangeCategoryAction: Action, Codable, Equatable, Sendable {
  public let categoryIndex: Int

  public init(categoryIndex: Int) {
    self.categoryIndex = categoryIndex
  }
}

/// Reads the stored category at every action and writes it when the player chooses one.
///
/// A reducer should do neither; real ones do, so this one does. It stops the program if there is no
/// category at the index.
public func categoriesReducer(action: any Action, state: CategoriesState?) -> CategoriesState {
  let remembered = Recorded.value("category") { PlayerPreferences.current.category }
  var state = state ?? CategoriesState(currentCategorySelected: remembered ?? .pop)
  if let action = action as? ChangeCategoryAction {
    let category = state.categories[action.categoryIndex]
    state.currentCategorySelected = category
    Recorded.effect("remember category") { PlayerPreferences.current.category = category }
  }
  return state
}
