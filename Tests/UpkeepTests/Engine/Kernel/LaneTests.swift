import Testing
import UpkeepThread

@testable import Upkeep

/// A chain of single readers computes from the top down.
///
/// A program can tell only by the time that this takes.
@Suite(.leavesNothing) struct LaneTests {
  let updater = scopedUpdater()
  let source = StoredProperty(0)

  /// A chain that records its computations, above an effect that records its reads.
  final class Chain {
    let source = StoredProperty(0)
    let updater = Updater()
    var computed: [Int] = []
    var seen: [Int] = []
    private(set) var links: [Property<Int>] = []
    /// The effect on the last link.
    private(set) var effect: EffectToken?

    /// Makes a chain that has been observed at its end through two changes.
    init(of length: Int, isTracked: Bool = false) {
      var last: Property<Int> = source
      for index in 0..<length {
        let input = last
        last =
          isTracked
          ? DerivedProperty { [unowned self] in compute(index, input.value) }
          : DerivedProperty(input) { [unowned self] in compute(index, $0) }
        links.append(last)
      }
      effect = observe(length - 1)
      for value in [1, 2] { source.value = value }
      forget()
    }

    /// The first link tells only odd from even, so that most changes end there.
    private func compute(_ index: Int, _ value: Int) -> Int {
      computed.append(index)
      return index == 0 ? value % 2 : value + 1
    }

    @discardableResult
    func observe(_ index: Int) -> EffectToken {
      let link = links[index]
      return updater.keepUpToDate { [unowned self] in seen.append(link.value) }
    }

    func forget() {
      computed = []
      seen = []
    }
  }

  @Test(arguments: [false, true])
  func `a change goes down once, and an unchanged result ends it`(isTracked: Bool) {
    let chain = Chain(of: 4, isTracked: isTracked)
    chain.source.value = 3
    #expect(chain.computed == [0, 1, 2, 3])
    #expect(chain.seen == [4])
    chain.forget()
    chain.source.value = 5
    #expect(chain.computed == [0])
    #expect(chain.seen == [])
    #expect(Graph.violations(around: [chain.source]) == [])
  }

  @Test(arguments: [false, true], [false, true])
  func `a value that is not needed, or only by a paused effect, is not computed`(
    isTracked: Bool, isPaused: Bool
  ) {
    let chain = Chain(of: 3, isTracked: isTracked)
    if isPaused { chain.updater.pause() } else { chain.effect?.cancel() }
    chain.source.value = 3
    #expect(chain.computed == [])
    if isPaused { chain.updater.unpause() }
    #expect(chain.links[2].value == 3)
    #expect(chain.seen == (isPaused ? [3] : []))
    #expect(Graph.violations(around: [chain.source]) == [])
  }

  @Test func `a second reader ends the lane where it reads`() {
    let chain = Chain(of: 4)
    chain.observe(1)
    chain.forget()
    chain.source.value = 3
    #expect(chain.computed == [0, 1, 2, 3])
    #expect(chain.seen == [4, 2])
    #expect(Graph.violations(around: [chain.source]) == [])
  }

  @Test(arguments: [false, true], [false, true])
  func `a value that begins to read its own reader is reported as a cycle`(
    isPeeking: Bool, hasMail: Bool
  ) {
    final class Slot { weak var last: DerivedProperty<Int>? }
    let slot = Slot()
    let first = DerivedProperty(name: "first") {
      guard source.value == 3, let last = slot.last else { return source.value }
      return isPeeking ? last.peek() : last.value
    }
    let last = DerivedProperty(first, name: "last") { $0 + 1 }
    slot.last = last
    let seen = Seen(in: updater) { last.value }
    for value in [1, 2] { source.value = value }
    // A deferred release that waits, of any owner, changes nothing.
    if hasMail { upkeep_count_deferral() }
    let mistakes = recordingMistakes { source.value = 3 }
    #expect(mistakes.first == "cycle: first -> last -> first")
    source.value = 4
    #expect(seen.values.last == 5)
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test func `a value in a lane may begin to read another input`() {
    let other = StoredProperty(10)
    let sum = DerivedProperty { other.value + 1 }
    let first = DerivedProperty { source.value > 2 ? source.value + sum.value : source.value }
    let last = DerivedProperty(first) { $0 + 1 }
    let seen = Seen(in: updater) { last.value }
    for value in [1, 2, 3] { source.value = value }
    other.value = 20
    #expect(seen.values == [1, 2, 3, 15, 25])
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test func `a cycle below that handles its failure stops no effect`() {
    typealias Caught = DerivedProperty<Result<Int, any Error>>
    final class Slot { weak var second: Caught? }
    let slot = Slot()
    let first = Caught.catching {
      _ = slot.second?.value
      return source.value
    }
    let second = Caught.catching {
      _ = first.value
      return 1
    }
    slot.second = second
    withMisuseHandler({ _ in }) {
      let seen = Seen(in: updater) { first.value }
      for value in 1...3 { source.value = value }
      #expect(!seen.values.isEmpty)
    }
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test func `a misuse handler reads right values below a lane`() {
    let other = StoredProperty(0)
    let first = DerivedProperty {
      if source.value > 2 { other.value = 9 }
      return source.value * 10
    }
    let left = DerivedProperty { first.value + 1 }
    let right = DerivedProperty { first.value + 2 }
    updater.keepUpToDate { _ = left.value + right.value }
    for value in [1, 2] { source.value = value }
    var seen: [Int] = []
    withMisuseHandler({ _ in seen = [left.value, right.value] }) { source.value = 3 }
    #expect(seen == [31, 32])
  }

  @Test
  func `a value that only a cancelled effect needs is not computed, also before that is freed`() {
    let chain = Chain(of: 1)
    let source = chain.source
    let writer = Witness { source.value = 3 }
    var holder: DerivedProperty<Int>? = DerivedProperty { [writer] in
      withExtendedLifetime(writer) { 0 }
    }
    _ = consume writer
    _ = holder?.value
    batch {
      chain.effect?.cancel()
      holder = nil
    }
    #expect(source.value == 3)
    #expect(chain.computed == [])
  }

  /// A graph that is sent to an actor.
  final class Parcel {
    let source = StoredProperty(0)
    var updater: Updater? = Updater()
    var cleanUps = 0

    init() {
      let tens = DerivedProperty(source) { $0 / 10 }
      let end = DerivedProperty(tens) { $0 + 1 }
      updater?.keepUpToDate { [unowned self] effect in
        _ = end.value
        effect.onCleanUp { [unowned self] in cleanUps += 1 }
      }
      for value in [10, 20] { source.value = value }
    }
  }

  actor Receiver {
    /// Writes a value that changes nothing below, and releases the updater; returns whether that
    /// ended the effect.
    func end(_ parcel: sending Parcel) -> Bool {
      parcel.source.value = 21
      let before = parcel.cleanUps
      parcel.updater = nil
      return parcel.cleanUps > before
    }
  }

  @Test(.hops) @MainActor
  func `a write that is cut off at once hands all of the graph to its new owner`() async {
    #expect(await Receiver().end(Parcel()))
  }
}
