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
    } + [
      HotPath("multilevel.outer") {
        let outer = StoredProperty(Outer(0))
        return swapping(outer, declaredEffect(on: MultilevelProperty(outer, \.inner)))
      },
      HotPath("multilevelByClosure.outer") {
        let outer = StoredProperty(Outer(0))
        return swapping(outer, declaredEffect(on: MultilevelProperty(outer) { $0.inner }))
      },
    ]
  }

  /// Replaces the outer object of a multilevel property.
  private static func swapping(
    _ outer: StoredProperty<Outer>, _ updater: Updater
  ) -> (Int) -> Void {
    let objects = [Outer(1), Outer(2)]
    return { operations in
      withExtendedLifetime(updater) {
        for number in 0..<operations { outer.value = objects[number & 1] }
      }
    }
  }

  private final class Outer {
    var inner: StoredProperty<Int>
    init(_ number: Int) { inner = StoredProperty(number) }
  }
}
