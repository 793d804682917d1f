import Upkeep

extension HotPath {
  /// Reads of values that are up to date.
  static var reads: [HotPath] {
    [
      HotPath("read.stored") { reading(StoredProperty(1)) },
      HotPath("read.derived") { reading(DerivedProperty(StoredProperty(1)) { $0 &+ 1 }) },
      trackedReads(of: 100),
    ]
  }

  /// Reads outside tracking.
  private static func reading(_ property: Property<Int>) -> (Int) -> Void {
    { operations in
      for _ in 0..<operations { Opaque.consume(property.value) }
    }
  }

  /// A write of the first of `count` values that one tracked effect reads, per read.
  private static func trackedReads(of count: Int) -> HotPath {
    HotPath("read.tracked", parts: count) {
      let sources = (0..<count).map { StoredProperty($0) }
      let updater = Updater()
      updater.keepUpToDate {
        for source in sources { Opaque.consume(source.value) }
      }
      return writing(sources[0], updater)
    }
  }
}
