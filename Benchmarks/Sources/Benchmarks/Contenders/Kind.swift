import Upkeep

/// The kinds of properties that show the value of another property.
enum Kind: String, CaseIterable {
  /// The yardstick: a derived value that computes nothing.
  case derived
  case passThrough
  case connectable
  case multilevel
  /// With a closure in place of the key path.
  case multilevelByClosure
  case tentative

  /// Makes a working property over `parent`: connected, or with an inner property.
  func make(over parent: Property<Int>) -> Property<Int> {
    switch self {
    case .derived: return DerivedProperty(parent) { $0 }
    case .passThrough: return PassThroughProperty(parent)
    case .connectable:
      let property = ConnectableProperty(0)
      property.connect(parent)
      return property
    case .multilevel:
      let outer = StoredProperty(Holder(inner: parent))
      return MultilevelProperty(outer, \.inner)
    case .multilevelByClosure:
      return MultilevelProperty(StoredProperty(Holder(inner: parent))) { $0.inner }
    case .tentative: return TentativeProperty(parent)
    }
  }

  private final class Holder {
    let inner: Property<Int>
    init(inner: Property<Int>) { self.inner = inner }
  }
}
