import Upkeep

extension HotPath {
  /// Creates and destroys one object.
  static var creations: [HotPath] {
    [
      HotPath("create.stored") {
        { operations in
          for number in 0..<operations { Opaque.consume(StoredProperty(number).value) }
        }
      },
      HotPath("create.derived.declared") {
        let source = StoredProperty(1)
        return { operations in
          for _ in 0..<operations {
            Opaque.consume(DerivedProperty(source) { $0 &+ 1 }.value)
          }
        }
      },
      HotPath("create.derived.tracked") {
        let source = StoredProperty(1)
        return { operations in
          for _ in 0..<operations {
            Opaque.consume(DerivedProperty { source.value &+ 1 }.value)
          }
        }
      },
      HotPath("create.effect.declared") {
        let source = StoredProperty(1)
        let updater = Updater()
        return { operations in
          for _ in 0..<operations {
            updater.keepUpToDate(dependencies: [source]) { Opaque.consume(source.value) }.cancel()
          }
        }
      },
      HotPath("create.effect.tracked") {
        let source = StoredProperty(1)
        let updater = Updater()
        return { operations in
          for _ in 0..<operations {
            updater.keepUpToDate { Opaque.consume(source.value) }.cancel()
          }
        }
      },
    ]
  }
}
