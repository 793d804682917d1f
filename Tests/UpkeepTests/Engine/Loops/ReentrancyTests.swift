import Testing

@testable import Upkeep

/// Effects that write, and the rounds of the flush in which the writes take effect.
@Suite(.leavesNothing) struct ReentrancyTests {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  @Test(arguments: [false, true], [false, true])
  func `an effect that writes what it reads runs until it has seen the last value`(
    isDeclared: Bool, isDerived: Bool
  ) {
    var log: [Int] = []
    let read = isDerived ? first.map { $0 } : first
    let body = {
      log.append(read.value)
      if read.value < 3 { first.value = read.value + 1 }
    }
    checkingInvariants(of: [first]) {
      if isDeclared {
        updater.keepUpToDate(dependencies: [read], body)
      } else {
        updater.keepUpToDate(body)
      }
      first.value = 1
    }
    #expect(log == [0, 1, 2, 3, 1, 2, 3])
  }

  @Test(arguments: [false, true])
  func `an observer sees another effect's write; an earlier observer also sees the old value`(
    isInFront: Bool
  ) {
    var log: [String] = []
    if !isInFront { updater.keepUpToDate { if first.value == 1 { first.value = 10 } } }
    updater.keepUpToDate { log.append("effect \(first.value)") }
    updater.onTransition(first) { log.append("transition \($1)") }
    let observation = first.onChange { log.append("observer \($0)") }
    if isInFront { updater.keepUpToDate { if first.value == 1 { first.value = 10 } } }
    log = []
    checkingInvariants(of: [first]) { first.value = 1 }
    let values: [Int] = isInFront ? [1, 10] : [10]
    #expect(log == values.flatMap { ["effect \($0)", "transition \($0)", "observer \($0)"] })
    observation.cancel()
  }

  @Test func `a flush asked for inside a flush joins it`() {
    var depth = 0
    var depths: [Int] = []
    for source in [first, second] {
      updater.keepUpToDate {
        depth += 1
        depths.append(depth)
        if source.value > 0, source === first {
          batch { second.value = source.value }
          second.value = second.peek() + 1
        }
        depth -= 1
      }
    }
    checkingInvariants(of: [first, second]) { first.value = 1 }
    #expect(depths == [1, 1, 1, 1])
  }

  // root ─> a1, a2;  a1 ─> left ─> b1, b2;  a2 ─> right ─> c1;  b1 ─> last ─> d1
  @Test func `effects that wake effects run round by round`() {
    let root = StoredProperty(0)
    let (left, right, last) = (StoredProperty(0), StoredProperty(0), StoredProperty(0))
    var log: [String] = []
    func effect(_ name: String, _ from: StoredProperty<Int>, _ to: StoredProperty<Int>? = nil) {
      updater.keepUpToDate {
        log.append(name)
        to?.value = from.value
        _ = from.value
      }
    }
    effect("d1", last)
    effect("b1", left, last)
    effect("c1", right)
    effect("b2", left)
    effect("a1", root, left)
    effect("a2", root, right)
    log = []
    checkingInvariants(of: [root, left, right, last]) { root.value = 1 }
    #expect(log == ["a1", "a2", "b1", "c1", "b2", "d1"])
  }

  @Test func `ten thousand effects, each older than the one that wakes it, are no loop`() {
    let sources = (0...10_000).map { _ in StoredProperty(0) }
    for (source, next) in zip(sources, sources.dropFirst()).reversed() {
      updater.keepUpToDate { next.value = source.value }
    }
    #expect(misuses { sources[0].value = 7 }.isEmpty)
    #expect(sources[10_000].value == 7)
  }

  @Test func `an observation that ends itself in its handler hears no more`() {
    var log: [Int] = []
    let box = Holder<ChangeObservation>()
    box.content = first.onChange { new in
      log.append(new)
      box.content = nil
      first.value = new + 1
    }
    checkingInvariants(of: [first]) {
      first.value = 1
      first.value = 5
    }
    #expect(log == [1])
    #expect(first.subscriberCount == 0)
  }
}
