import Upkeep

extension HotPath {
  /// One write, of a new value unless the name says otherwise, and its consequences.
  static var writes: [HotPath] {
    [
      HotPath("write.unread") { writing(StoredProperty(0), Updater()) },
      HotPath("write.equal") {
        let source = StoredProperty(0)
        let effects = [declaredEffect(on: source)]
        return { operations in
          for _ in 0..<operations { source.value = Opaque.hidden(0) }
          Opaque.consume(effects.count)
        }
      },
      HotPath("write.effect.declared") {
        let source = StoredProperty(0)
        return writing(source, declaredEffect(on: source))
      },
      HotPath("write.effect.tracked") {
        let source = StoredProperty(0)
        return writing(source, trackedEffect(on: source))
      },
      HotPath("write.derived.declared") {
        let source = StoredProperty(0)
        return writing(source, declaredEffect(on: DerivedProperty(source) { $0 &+ 1 }))
      },
      HotPath("write.derived.tracked") {
        let source = StoredProperty(0)
        return writing(source, trackedEffect(on: DerivedProperty { source.value &+ 1 }))
      },
      HotPath("write.cutoff.declared") {
        let source = StoredProperty(0)
        return writing(source, declaredEffect(on: DerivedProperty(source) { _ in 0 }))
      },
    ]
  }

  /// Writes 1, 2, 3 and so on; keeps the listeners alive.
  static func writing(_ source: StoredProperty<Int>, _ listener: AnyObject) -> (Int) -> Void {
    var last = 0
    return { operations in
      withExtendedLifetime(listener) {
        let first = Opaque.hidden(last + 1)
        for offset in 0..<operations { source.value = first &+ offset }
        last += operations
      }
    }
  }

  /// Receives an effect's value at no cost.
  ///
  /// It is not inlined: the compiler merges equal effects into one, to which the others jump, so
  /// the instructions of a path would depend on the number of other paths.
  @inline(never)
  static func declaredEffect(on property: Property<Int>) -> Updater {
    let updater = Updater()
    updater.keepUpToDate(dependencies: [property]) { Opaque.consume(property.value) }
    return updater
  }

  @inline(never)
  static func trackedEffect(on property: Property<Int>) -> Updater {
    let updater = Updater()
    updater.keepUpToDate { Opaque.consume(property.value) }
    return updater
  }
}
