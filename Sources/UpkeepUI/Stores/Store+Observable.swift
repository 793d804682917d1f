public import Observation
public import UpkeepStore

/// A store can be in SwiftUI's environment by its type: `.environment(store)`,
/// `@Environment(Store<State, Action>.self)`.
extension Store: Observable {}
