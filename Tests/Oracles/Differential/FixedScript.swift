import Foundation
import Upkeep
import UpkeepThread

/// Scripts with shapes that are too large for random scripts.
enum FixedScript {
  /// Runs all scripts; returns the first mistake.
  static func difference() -> String? { chain(of: 10_000) ?? withStack { nest(of: 10_000) } }

  /// Reads the last of many derived values: each closure must run as high on the stack as the
  /// reader.
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
  /// The owner of the released objects is unknown. The innermost property reads a property of
  /// another owner and must not touch that owner's nodes: it stays until that owner has a turn.
  private static func nest(of count: Int) -> String? {
    let before = Inspection.counts.nodes
    let source = StoredProperty(1)
    do {
      let parcel = Parcel(holding: count, source)
      _ = Stage.perform { stage in parcel.makeUpdater(on: stage) }
      // The actor's last job may hold a reference for a moment.
      while parcel.stage != nil { Thread.sleep(forTimeInterval: 0.001) }
      parcel.updater = nil
    }
    let hanging = Inspection.counts.nodes - before
    if hanging != 2 { return "\(hanging) nodes are left of a nest of \(count), not 2" }
    source.value = 2
    let left = Inspection.counts.nodes - before
    return left == 1 ? nil : "\(left) nodes are left of a nest of \(count) at the end, not 1"
  }

  // SAFETY: only one thread at a time uses it: this one, which also runs the stage.
  /// Carries a nest of properties to the effect that holds it.
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
