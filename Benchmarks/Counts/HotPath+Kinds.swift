import Upkeep

extension HotPath {
  /// One write that an effect sees through a property of each kind.
  static var kinds: [HotPath] {
    Kind.allCases.filter { $0 != .derived }.map { kind in
      HotPath("\(kind)") {
        let source = StoredProperty(0)
        let property = kind.make(over: source)
        return writing(source, declaredEffect(on: property))
      }
    }
  }
}
