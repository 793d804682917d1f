import Differential
import Testing

@testable import Upkeep

/// The lifetimes of stored and derived values, and of effects.
@Suite(.leavesNothing) struct MemoryTests {
  /// Something that a closure or a value holds.
  final class Load: Equatable {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
    static func == (left: Load, right: Load) -> Bool { left.number == right.number }
  }

  final class Slot<Content> {
    var content: Content?
    init(_ content: Content? = nil) { self.content = content }
  }

  let source = StoredProperty(1)

  private func successor(isDeclared: Bool) -> DerivedProperty<Int> {
    if isDeclared { return source.map { $0 + 1 } }
    return DerivedProperty { [source] in source.value + 1 }
  }

  @Test func `a source does not keep its effects, nor what they hold`() {
    weak var cancelled: Load?
    weak var dropped: Load?
    let updater = Updater()
    checkingInvariants(of: [source]) {
      let token: EffectToken
      do {
        let other = Updater()
        let (first, second) = (Load(), Load())
        (cancelled, dropped) = (first, second)
        token = updater.keepUpToDate { [source] in _ = source.value + first.number }
        other.keepUpToDate { [source] in _ = source.value + second.number }
        #expect(source.subscriberCount == 2)
      }
      #expect(dropped == nil)
      #expect(cancelled != nil)
      token.cancel()
      #expect(cancelled == nil)
    }
    #expect(source.subscriberCount == 0)
  }

  @Test func `observations and bindings leave nothing behind on what they followed`() {
    final class View { var number = 0 }
    let view = View()
    checkingInvariants(of: [source]) {
      for _ in 0..<100 {
        let observation = source.onChange { view.number = $0 }
        let updater = Updater()
        updater.bind(object: view, keyPath: \.number, toProperty: source)
        updater.bind(object: view, keyPath: \.number, with: source).pull()
        #expect(source.subscriberCount == 3)
        withExtendedLifetime((observation, updater)) {}
      }
    }
    #expect(source.subscriberCount == 0)
    #expect(attachedEdges(of: source).isEmpty)
  }

  @Test(arguments: [false, true])
  func `a derived value that was read is freed when it is dropped`(isDeclared: Bool) {
    weak var dropped: DerivedProperty<Int>?
    checkingInvariants(of: [source]) {
      let derived = successor(isDeclared: isDeclared)
      dropped = derived
      source.value = 2
      #expect(derived.value == 3)
    }
    #expect(dropped == nil)
    #expect(attachedEdges(of: source).isEmpty)
  }

  @Test(arguments: [false, true])
  func `so is one that effects needed for a while`(isDeclared: Bool) {
    weak var dropped: DerivedProperty<Int>?
    let updater = Updater()
    checkingInvariants(of: [source]) {
      let derived = successor(isDeclared: isDeclared)
      dropped = derived
      let tokens = (0..<2).map { _ in updater.keepUpToDate { _ = derived.value } }
      source.value = 2
      for token in tokens { token.cancel() }
    }
    #expect(dropped == nil)
    #expect(attachedEdges(of: source).isEmpty)
  }

  @Test func `properties that a derivation makes are freed by the next run`() {
    var made: [() -> Load?] = []
    let updater = Updater()
    do {
      let derived = DerivedProperty { [source] in
        let inner = StoredProperty(Load(source.value))
        let outer = DerivedProperty { inner.value.number * 2 }
        made.append { [weak load = inner.value] in load }
        return outer.value
      }
      let token = updater.keepUpToDate { _ = derived.value }
      for value in 2...4 { source.value = value }
      #expect(made.count == 4)
      #expect(made.dropLast().allSatisfy { $0() == nil })
      token.cancel()
    }
    #expect(made.allSatisfy { $0() == nil })
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test func `a source may be dropped by its own observer`() {
    let slot = Slot(StoredProperty(0))
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
      // The first effect has read it, and keeps it.
      #expect(dropped?.subscriberCount == 1)
      updater = nil
    }
    #expect(dropped == nil)
    #expect(log == ["0", "second 0", "1", "second -1"])
  }

  @Test func `a long chain is freed on a small stack`() {
    let left = withStack { () -> [Int] in
      let before = (Context.current.pointee.nodes.count, Context.current.pointee.edges.count)
      do {
        let head = StoredProperty(0)
        var last: Property<Int> = head
        for _ in 0..<amount(10_000, long: 100_000) { last = last.map { $0 &+ 1 } }
        let end = last
        let updater = Updater()
        updater.keepUpToDate { _ = end.value }
        head.value = 1
      }
      let context = Context.current
      return [context.pointee.nodes.count - before.0, context.pointee.edges.count - before.1]
    }
    #expect(left == [0, 0])
  }

  @Test func `an object that keeps the token of its own effect is freed`() {
    final class Screen {
      var shown = 0
      var tokens: [EffectToken] = []
      let onEnd: () -> Void
      init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
      func redraw() { shown += 1 }
    }
    let updater = Updater()
    var log: [String] = []
    do {
      let screen = Screen { log.append("deinit") }
      screen.tokens = [
        updater.keepUpToDate(screen, dependencies: [source]) { $0.redraw() },
        updater.bind(object: screen, keyPath: \.shown, toProperty: source),
        updater.keepUpToDate { [unowned screen, source] in screen.shown = source.value },
      ]
      screen.tokens[2].cancel()
      source.value = 5
      #expect(screen.shown == 5)
    }
    #expect(log == ["deinit"])
    source.value = 6
    #expect(source.subscriberCount == 0)
  }

  @Test func `turning between dependencies does not grow memory`() {
    let other = StoredProperty(2)
    let isFirst = StoredProperty(true)
    let chosen = DerivedProperty { isFirst.value ? source.value : other.value }
    let updater = Updater()
    var sum = 0
    updater.keepUpToDate { sum += chosen.value }
    let rounds = amount(5_000, long: 50_000)
    let context = Context.current
    let before = (context.pointee.nodes.count, context.pointee.edges.count)
    checkingInvariants(of: [source, other]) {
      for _ in 0..<rounds {
        isFirst.value = false
        isFirst.value = true
      }
    }
    #expect(sum == 3 * rounds + 1)
    #expect((context.pointee.nodes.count, context.pointee.edges.count) == before)
  }
}
