import Differential
import Testing

@testable import Upkeep

/// Law 13 for closures of the program that nest in one another, on 512 KB of stack.
///
/// A release build has room for 500 levels, and for 350 levels of effects that are made through
/// handles. A debug build needs more stack for each level. Growth is measured over more levels, on
/// a larger stack.
@Suite(.leavesNothing) struct NestingTests: Sendable {
  /// Expects the right result of so many levels on a small stack, and of linear work for others.
  private func expectNesting(
    _ levels: Int = 500, _ isRight: @escaping @Sendable (_ levels: Int) -> Bool
  ) {
    #expect(withStack(bytes: nestingStack) { isRight(levels) })
    withStack(bytes: 64 << 20) { expectLinear(from: 250) { #expect(isRight($0)) } }
  }

  // source ─┬─> d1, whose rule reads nothing
  //         ├─> d2, whose rule reads d1
  //         └─> d3, whose rule reads d2 ...
  private static func useRules(_ length: Int, isObserved: Bool) -> Int {
    let source = StoredProperty(0)
    var chain = [DerivedProperty(source) { $0 }]
    for index in 0..<length {
      // A rule that retained `before` would be freed inside the rule of the next property.
      let rule = ChangeRule<Int> { [unowned before = chain[index]] in
        $0 != $1 && before.value != $0
      }
      chain.append(DerivedProperty(source, changes: rule) { $0 })
      _ = chain[index + 1].value
    }
    let end = chain[length]
    var seen = 0
    let updater = Updater()
    if isObserved { updater.keepUpToDate { seen = end.value } }
    source.value = 1
    batch {
      source.value = 2
      source.value = 3
    }
    return isObserved ? seen : end.value
  }

  @Test(arguments: [false, true])
  func `law 13: change rules that read the property before nest 500 levels`(isObserved: Bool) {
    expectNesting { Self.useRules($0, isObserved: isObserved) == 3 }
  }

  private static func readFirst(_ length: Int) -> Int {
    var last: Property<Int> = StoredProperty(0)
    for _ in 0..<length {
      let previous = last
      last = DerivedProperty { previous.value &+ 1 }
    }
    return last.value
  }

  @Test func `law 13: the first read of an unread tracked chain nests 500 levels`() {
    expectNesting { Self.readFirst($0) == $0 }
  }

  /// The handler of each property attaches an effect to the next, or detaches it.
  private static func attach(_ length: Int) -> Int {
    let properties = (0...length).map { StoredProperty($0) }
    var told = 0
    for (property, next) in zip(properties, properties.dropFirst()) {
      let updater = Updater()
      var token: EffectToken?
      property.livenessHandler = { isLive in
        told += 1
        if isLive {
          token = updater.keepUpToDate { _ = next.value }
        } else {
          token?.cancel()
        }
      }
    }
    let token = Updater().keepUpToDate { _ = properties[0].value }
    token.cancel()
    let updater = Updater()
    updater.keepUpToDate { _ = properties[0].value }.cancel()
    return told
  }

  @Test func `law 13: liveness handlers that attach the next property nest 500 levels`() {
    expectNesting { Self.attach($0) == 4 * $0 }
  }

  /// The handler of each property gives the next property its handler; all properties are live.
  private static func handOn(_ length: Int) -> Int {
    let properties = (0...length).map { StoredProperty($0) }
    let updater = Updater()
    for property in properties { updater.keepUpToDate { _ = property.value } }
    var told = 0
    func give(_ index: Int) {
      properties[index].livenessHandler = { _ in
        told += 1
        if index < length { give(index + 1) }
      }
    }
    give(0)
    for property in properties { property.livenessHandler = nil }
    return told
  }

  @Test func `law 13: liveness handlers that set the next handler nest 500 levels`() {
    expectNesting { Self.handOn($0) == $0 + 1 }
  }

  /// Each effect makes the next effect in its first run.
  private static func nest(_ length: Int) -> Int {
    let source = StoredProperty(1)
    let updater = Updater()
    var runs = 0
    func make(_ rest: Int) {
      updater.keepUpToDate {
        runs += source.peek()
        if rest > 1 { make(rest - 1) }
      }
    }
    make(length)
    // The effects retain the updater, and the updater retains the effects.
    updater.cancel()
    return runs
  }

  @Test func `law 13: effects that make effects nest 500 levels`() {
    #expect(withStack(bytes: nestingStack) { Self.nest(500) } == 500)
  }

  /// Each effect makes the next effect through its handle, and logs its end.
  private static func nestByHandles(_ length: Int) -> Bool {
    let source = StoredProperty(0)
    let updater = Updater()
    var runs = 0
    var ends: [Int] = []
    func run(_ level: Int, _ effect: EffectToken) {
      runs += 1
      if level == 0 { _ = source.value }
      effect.onCleanUp { ends.append(level) }
      if level + 1 < length { effect.keepUpToDate { run(level + 1, $0) } }
    }
    updater.keepUpToDate { run(0, $0) }
    updater.pause()
    updater.unpause()
    source.value = 1
    updater.cancel()
    let inOrder = Array((0..<length).reversed())
    return runs == 2 * length && ends == inOrder + inOrder
  }

  @Test func `law 13: effects that belong to one another's runs nest 350 levels`() {
    expectNesting(350) { Self.nestByHandles($0) }
  }

  @Test(.hops) func `law 13: computations without an end are stopped, with advice`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withStack {
        func endless(_ level: Int) -> DerivedProperty<Int> {
          DerivedProperty(name: "level\(level)") { endless(level + 1).value }
        }
        _ = endless(0).value
      }
    }
    #expect(standardError(result).contains("levels deep at level"))
    #expect(standardError(result).contains("DerivedProperty(a, b) { ... }"))
  }
}
