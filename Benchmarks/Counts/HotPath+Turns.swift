import Upkeep

extension HotPath {
  /// One batch of ten writes, or one transaction that undoes them; one effect reads all ten values.
  static var turns: [HotPath] {
    [
      HotPath("batch.10") {
        turning { sources, value in
          batch {
            for source in sources { source.value = value }
          }
        }
      },
      HotPath("rollback.10") {
        turning { sources, value in
          try? transaction {
            for source in sources { source.value = value }
            throw Refusal()
          }
        }
      },
    ]
  }

  private struct Refusal: Error {}

  private static func turning(
    _ turn: @escaping (_ sources: [StoredProperty<Int>], _ value: Int) -> Void
  ) -> (Int) -> Void {
    let sources = (0..<10).map { _ in StoredProperty(0) }
    let updater = Updater()
    updater.keepUpToDate(dependencies: sources) {
      for source in sources { Opaque.consume(source.value) }
    }
    var last = 0
    return { operations in
      withExtendedLifetime(updater) {
        for _ in 0..<operations {
          last += 1
          turn(sources, Opaque.hidden(last))
        }
      }
    }
  }
}
