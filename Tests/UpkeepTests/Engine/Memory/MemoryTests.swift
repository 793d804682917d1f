import Testing

@testable import Upkeep

/// Objects that effects and turns keep, and the program's code that their release runs.
@Suite(.leavesNothing) struct MemoryTests {
  /// An object for a closure or a value to hold.
  private final class Held {}

  let source = StoredProperty(1)

  @Test func `a source may be dropped by its own observer`() {
    let slot = Holder(StoredProperty(0))
    weak let dropped = slot.content
    var updater: Updater? = Updater()
    var log: [String] = []
    checkingInvariants(of: [source]) {
      updater?.keepUpToDate {
        let value = slot.content?.value
        log.append("\(value ?? -1)")
        if value == 1 { slot.content = nil }
      }
      updater?.keepUpToDate { log.append("second \(slot.content?.value ?? -1)") }
      slot.content?.value = 1
      // The first effect has read the property, and keeps it.
      #expect(dropped?.subscriberCount == 1)
      updater = nil
    }
    #expect(dropped == nil)
    #expect(log == ["0", "second 0", "1", "second -1"])
  }

  @Test func `an object that goes may write, add clean-ups and make effects while the graph goes`()
  {
    let other = StoredProperty(0)
    let survivor = Updater()
    var log: [String] = []
    survivor.keepUpToDate { log.append("survivor \(other.value)") }
    checkingInvariants(of: [source, other]) {
      do {
        let updater = Updater()
        let token = updater.keepUpToDate { [source] effect in
          _ = source.value
          effect.onCleanUp { log.append("clean-up") }
        }
        let end = Witness { [unowned survivor] in
          other.value += 1
          survivor.keepUpToDate { log.append("late \(other.value)") }
          token.onCleanUp { log.append("late clean-up") }
        }
        updater.keepUpToDate { [source] in withExtendedLifetime(end) { _ = source.value } }
      }
      #expect(log.filter { $0.hasPrefix("late") }.sorted() == ["late 1", "late clean-up"])
      #expect(log.contains("clean-up"))
      #expect(log.contains("survivor 1"))
      log = []
      other.value = 5
    }
    #expect(log == ["survivor 5", "late 5"])
    #expect(source.subscriberCount == 0)
  }

  @Test(arguments: [false, true])
  func `a cancelled effect releases its closure at once`(isInBatch: Bool) {
    weak var held: Held?
    let updater = Updater()
    checkingInvariants(of: [source]) {
      let token: EffectToken
      do {
        let living = Held()
        held = living
        token = updater.keepUpToDate { [source] in
          withExtendedLifetime(living) { _ = source.value }
        }
      }
      #expect(held != nil)
      if isInBatch {
        batch {
          source.value = 2
          token.cancel()
        }
      } else {
        token.cancel()
      }
      #expect(held == nil)
    }
  }

  @Test func `a transition keeps the newest value only`() {
    let updater = Updater()
    let values = StoredProperty(Held())
    weak let old = values.peek()
    var pairs = 0
    updater.onTransition(values) { old, new in if old !== new { pairs += 1 } }
    #expect(old != nil)
    values.value = Held()
    #expect(old == nil)
    #expect(pairs == 2)
  }

  @Test func `no node and no edge is left when all objects are dropped`() {
    let context = Context.current
    let before = (context.pointee.nodes.count, context.pointee.edges.count)
    do {
      let stored = StoredProperty(1)
      let double = stored.map { $0 * 2 }
      let level = ConnectableProperty(0)
      let wall = PassThroughProperty(level, changes: .always)
      let updater = Updater()
      var runs = 0
      updater.keepUpToDate { runs += wall.value + double.value > 0 ? 1 : 0 }
      updater.onTransition(level) { _, _ in runs += 1 }
      level.connect(double)
      transaction { stored.value = 3 }
      level.disconnect()
      #expect(runs > 3)
    }
    #expect((context.pointee.nodes.count, context.pointee.edges.count) == before)
  }
}
