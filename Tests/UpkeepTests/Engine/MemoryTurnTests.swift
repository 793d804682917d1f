import Testing

@testable import Upkeep

/// The objects that a turn holds on to, and the events while objects go.
@Suite(.leavesNothing) struct MemoryTurnTests {
  final class Load {}

  /// Calls a closure when it goes.
  final class OnEnd {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    deinit { body() }
  }

  let source = StoredProperty(1)

  @Test func `what goes may write, add clean-ups and make effects while the graph goes`() {
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
        let end = OnEnd { [unowned survivor] in
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

  @Test func `an effect cancelled in a batch stays in no queue`() {
    weak var held: Load?
    let updater = Updater()
    checkingInvariants(of: [source]) {
      let token: EffectToken
      do {
        let load = Load()
        held = load
        token = updater.keepUpToDate { [source] in
          withExtendedLifetime(load) { _ = source.value }
        }
      }
      #expect(held != nil)
      batch {
        source.value = 2
        token.cancel()
      }
      #expect(held == nil)
    }
  }

  @Test(arguments: [false, true])
  func `old values are freed when the batch or transaction ends`(isTransaction: Bool) {
    weak var middle: Load?
    let updater = Updater()
    let loads = StoredProperty(Load())
    weak let old = loads.peek()
    var runs = 0
    updater.keepUpToDate(dependencies: [loads]) { runs += 1 }
    func write() {
      let load = Load()
      middle = load
      loads.value = load
      loads.value = Load()
    }
    checkingInvariants(of: [loads]) {
      if isTransaction {
        transaction {
          write()
          #expect(old != nil)
        }
      } else {
        batch {
          write()
          #expect(old != nil)
        }
      }
    }
    #expect(old == nil)
    #expect(middle == nil)
    #expect(runs == 2)
  }

  @Test func `a transition keeps the newest value only`() {
    let updater = Updater()
    let loads = StoredProperty(Load())
    weak let old = loads.peek()
    var pairs = 0
    updater.onTransition(loads) { old, new in if old !== new { pairs += 1 } }
    #expect(old != nil)
    loads.value = Load()
    #expect(old == nil)
    #expect(pairs == 2)
  }

  @Test func `when everything was dropped no node and no edge is left`() {
    let context = Context.current
    let before = (context.pointee.nodes.count, context.pointee.edges.count)
    do {
      let stored = StoredProperty(1)
      let double = stored.map { $0 * 2 }
      let sum = DerivedProperty { double.value + stored.value }
      let wall = PassThroughProperty(sum, changes: .always)
      let level = ConnectableProperty(0)
      let manual = ManuallyRecalculatedDerivedProperty { stored.value }
      let inner = MultilevelProperty(stored) { $0 > 1 ? sum : double }
      let updater = Updater()
      var runs = 0
      updater.keepUpToDate {
        _ = wall.value + level.value + manual.value + inner.value
        runs += 1
      }
      updater.onTransition(sum) { _, _ in runs += 1 }
      let observation = double.onChange { _ in runs += 1 }
      level.connect(double)
      stored.value = 2
      transaction { stored.value = 3 }
      level.disconnect()
      manual.recalculate()
      #expect(runs > 5)
      observation.cancel()
    }
    #expect((context.pointee.nodes.count, context.pointee.edges.count) == before)
  }
}
