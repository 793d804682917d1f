import Upkeep

extension HotPath {
  /// A batch of ten writes or of one, or a transaction that rolls ten back; one effect reads all
  /// values.
  static var turns: [HotPath] {
    [
      batching(writes: 10),
      // The row `update1to1` of S.js writes like this.
      batching(writes: 1),
      HotPath("rollback.10") {
        turning(10) { sources, value in
          try? transaction {
            for source in sources { source.value = value }
            throw Refusal()
          }
        }
      },
    ]
  }

  private struct Refusal: Error {}

  private static func batching(writes: Int) -> HotPath {
    HotPath("batch.\(writes)") {
      turning(writes) { sources, value in
        batch {
          for source in sources { source.value = value }
        }
      }
    }
  }

  private static func turning(
    _ count: Int, _ turn: @escaping (_ sources: [StoredProperty<Int>], _ value: Int) -> Void
  ) -> (Int) -> Void {
    let sources = (0..<count).map { _ in StoredProperty(0) }
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
