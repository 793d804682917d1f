import Differential
import Upkeep

/// Repeats a program's everyday work, and expects that memory does not grow.
func repeatEverything(_ count: Int, measuringMemory: Bool, _ checks: Checks) {
  let first = StoredProperty(1)
  let second = StoredProperty(2)
  let isFirst = StoredProperty(true)
  let chosen = DerivedProperty { isFirst.value ? first.value : second.value }
  let level = ConnectableProperty(0)
  let shown = TentativeProperty(level)
  let list = StoredProperty([first])
  let all = MultilevelCollectionProperty(list, \.self)
  let updater = Updater()
  updater.keepUpToDate { _ = (chosen.value, shown.value, all.value) }

  /// Runs `step` `count` times, and expects that memory does not grow after the first few runs.
  func expectFlat(_ name: String, _ count: Int, _ step: (Int) -> Void) {
    for index in 0..<max(100, count / 10) { step(index) }
    let before = residentKilobytes()
    let grown = withNodeCount { left in
      for index in 0..<count { step(index) }
      return left()
    }
    let kilobytes = residentKilobytes() - before
    let isFlat = grown.nodes == 0 && grown.edges == 0 && grown.reservedBytes == 0
    checks.expect(
      isFlat && (!measuringMemory || kilobytes < 512),
      "\(count) \(name): \(grown)" + (measuringMemory ? ", \(kilobytes) KB of the process" : ""))
  }

  expectFlat("dependencies turned", count) { isFirst.value = $0 % 2 == 0 }
  expectFlat("effects made and cancelled", count) { _ in
    updater.keepUpToDate { _ = chosen.value }.cancel()
  }
  expectFlat("updaters made and dropped", count) { _ in
    Updater().keepUpToDate { _ = chosen.value }
  }
  expectFlat("batches", count) { index in
    batch {
      first.value = index
      second.value = -index
    }
  }
  expectFlat("transactions, half of them undone", count / 2) { index in
    transaction(isUndone: index % 2 == 0) {
      first.value = index
      _ = chosen.value
    }
  }
  expectFlat("derived values made, read and dropped", count) { index in
    _ = chosen.map { $0 + index }.value
  }
  expectFlat("pauses", count / 10) { index in
    updater.pause()
    first.value = index
    updater.unpause()
  }
  expectFlat("connections", count / 10) { level.connect($0 % 2 == 0 ? first : second) }
  expectFlat("tentative values", count / 10) { index in
    shown.set(index)
    shown.value = -index
    shown.revertTentative()
  }
  expectFlat("collections", count / 10) { list.value = [$0 % 2 == 0 ? first : second, first] }
  expectFlat("mistakes", count / 100) { _ in
    withMisuseHandler({ _ in }) { level.connect(shown) }
  }
}
