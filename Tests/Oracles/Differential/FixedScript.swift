import Foundation
import Upkeep
import UpkeepThread

/// Shapes that no random script has, for they are too large.
enum FixedScript {
  /// Runs all of them; returns the first mistake.
  static func difference() -> String? { chain(of: 10_000) ?? withStack { nest(of: 10_000) } }

  /// Reads the last of many derived values: the closure of the first one stands about as high on the
  /// stack as the reader.
  private static func chain(of count: Int) -> String? {
    let reader = upkeep_stack_address()
    let most: UInt = 64 << 10
    var distance: UInt = 0
    var last: Property<Int> = DerivedProperty(StoredProperty(0)) {
      let here = upkeep_stack_address()
      distance = max(here, reader) - min(here, reader)
      return $0
    }
    for _ in 0..<count { last = DerivedProperty(last) { $0 &+ 1 } }
    if last.value != count { return "the last of \(count) is \(last.value)" }
    return distance <= most ? nil : "a chain of \(count) takes \(distance) bytes of stack"
  }

  /// Drops an updater whose actor is gone, and with it a nest of properties that hold one another.
  ///
  /// Nobody knows who uses what they hold: so the innermost, which reads a property of others,
  /// touches nothing of theirs, and hangs there until they use that.
  private static func nest(of count: Int) -> String? {
    let before = Inspection.counts.nodes
    let source = StoredProperty(1)
    do {
      let parcel = Parcel(holding: count, source)
      _ = Stage.perform { stage in parcel.makeUpdater(on: stage) }
      // Its last job may have a reference for a moment.
      while parcel.stage != nil { Thread.sleep(forTimeInterval: 0.001) }
      parcel.updater = nil
    }
    let hanging = Inspection.counts.nodes - before
    if hanging != 2 { return "\(hanging) nodes are left of a nest of \(count), not 2" }
    source.value = 2
    let left = Inspection.counts.nodes - before
    return left == 1 ? nil : "\(left) nodes are left of a nest of \(count) at the end, not 1"
  }

  // SAFETY: one thread alone, which is also the stage's.
  /// A nest of properties on its way to the effect that holds it.
  private final class Parcel: @unchecked Sendable {
    private var content: AnyObject?
    var updater: Updater?
    weak var stage: Stage?

    init(holding count: Int, _ source: StoredProperty<Int>) {
      let innermost = DerivedProperty(source) { $0 }
      _ = innermost.value
      var content: AnyObject = innermost
      for _ in 0..<count { content = StoredProperty<AnyObject>(content) }
      self.content = content
    }

    func makeUpdater(on stage: Stage) {
      let updater = Updater()
      updater.keepUpToDate { [content] in _ = content }
      (self.updater, self.stage, content) = (updater, stage, nil)
    }
  }
}
