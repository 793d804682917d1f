import Testing

@testable import Upkeep

/// Failures as values: `DerivedProperty.catching` and derivations that yield a `Result`.
@Suite(.leavesNothing) struct FailingDerivations {
  private struct Odd: Error, Equatable { let number: Int }

  private final class Counter { var count = 0 }

  let updater = scopedUpdater()
  let source = StoredProperty(0)

  /// The source, or a failure while it is odd.
  private func even(counting counter: Counter? = nil) -> DerivedProperty<Result<Int, any Error>> {
    DerivedProperty.catching {
      counter?.count += 1
      if source.value % 2 != 0 { throw Odd(number: source.value) }
      return source.value
    }
  }

  private func text(_ result: Result<Int, any Error>) -> String {
    switch result {
    case .success(let number): "\(number)"
    case .failure(let error): "\((error as? Odd)?.number ?? -1)!"
    }
  }

  @Test func `the rule is asked about successes only, and only after a computation`() {
    struct Spied: Equatable {
      let number: Int
      let counter: Counter
      static func == (old: Spied, new: Spied) -> Bool {
        new.counter.count += 1
        return old.number == new.number
      }
    }
    let counter = Counter()
    let derived = DerivedProperty.catching {
      if source.value < 0 { throw Odd(number: source.value) }
      return Spied(number: source.value / 2, counter: counter)
    }
    checkingInvariants(of: [source]) {
      _ = derived.value
      _ = derived.value
      #expect(counter.count == 0)
      source.value = 1
      _ = derived.value
      _ = derived.value
      #expect(counter.count == 1)
      source.value = -1
      _ = derived.value
      source.value = -2
      _ = derived.value
      source.value = 2
      _ = derived.value
    }
    #expect(counter.count == 1)
  }

  @Test
  func
    `a throwing derivation yields the error, then the value when its input is mended`()
  {
    let derived = even()
    checkingInvariants(of: [source]) {
      source.value = 1
      #expect(throws: Odd(number: 1)) { try derived.value.get() }
      source.value = 2
    }
    #expect((try? derived.value.get()) == 2)
  }

  @Test func `a failure is cached, unobserved too`() {
    let counter = Counter()
    let derived = even(counting: counter)
    checkingInvariants(of: [source]) {
      source.value = 1
      for _ in 0..<3 { #expect(text(derived.value) == "1!") }
      #expect(counter.count == 1)
    }
  }

  @Test func `a changed input computes it again, once`() {
    let counter = Counter()
    let derived = even(counting: counter)
    checkingInvariants(of: [source]) {
      source.value = 1
      _ = derived.value
      source.value = 3
      _ = derived.value
      #expect(text(derived.value) == "3!")
    }
    #expect(counter.count == 2)
  }

  @Test func `back and forth many times, read and observed`() {
    let derived = even()
    var seen: [String] = []
    updater.keepUpToDate { seen.append(text(derived.value)) }
    seen = []
    checkingInvariants(of: [source]) {
      for number in 1...50 {
        source.value = number
        #expect(text(derived.value) == (number % 2 == 0 ? "\(number)" : "\(number)!"))
      }
    }
    #expect(seen.count == 50)
    #expect(seen.prefix(4) == ["1!", "2", "3!", "4"])
  }

  @Test func `a failure goes through derived values downstream, and heals`() {
    let first = even()
    let second = DerivedProperty.catching { try first.value.get() + 1 }
    let third = DerivedProperty(second) { second in Result { try second.get() * 10 } }
    checkingInvariants(of: [source]) {
      #expect(text(third.value) == "10")
      source.value = 1
      #expect([first, second, third].map { text($0.value) } == ["1!", "1!", "1!"])
      source.value = 2
      #expect([first, second, third].map { text($0.value) } == ["2", "3", "30"])
    }
  }

  @Test func `a reader that catches a failure is fine and stays subscribed`() {
    let derived = even()
    let shown = DerivedProperty { (try? derived.value.get()).map(String.init) ?? "odd" }
    var seen: [String] = []
    updater.keepUpToDate { seen.append(shown.value) }
    checkingInvariants(of: [source]) { for number in 1...4 { source.value = number } }
    #expect(seen == ["0", "odd", "2", "odd", "4"])
  }

  @Test func `a failure is cached while an effect observes it`() {
    let counter = Counter()
    let derived = even(counting: counter)
    var seen: [String] = []
    updater.keepUpToDate { seen.append(text(derived.value)) }
    updater.keepUpToDate { seen.append(text(derived.value)) }
    checkingInvariants(of: [source]) {
      source.value = 1
      _ = derived.value
    }
    #expect(counter.count == 2)
    #expect(seen == ["0", "0", "1!", "1!"])
  }

  @Test func `one failure after another is a change, and is not compared`() {
    let derived = DerivedProperty.catching { () throws(Odd) -> Int in
      _ = source.value
      throw Odd(number: 7)
    }
    var runs = 0
    updater.keepUpToDate {
      _ = derived.value
      runs += 1
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(runs == 3)
  }

  @Test func `equal successes end a change`() {
    let half = DerivedProperty.catching { try even().peek().get() + source.value / 10 }
    let constant = DerivedProperty.catching { source.value < 0 ? try half.value.get() : 1 }
    var runs = 0
    updater.keepUpToDate {
      _ = constant.value
      runs += 1
    }
    checkingInvariants(of: [source]) { for number in 1...5 { source.value = number } }
    #expect(runs == 1)
  }

  @Test func `other branches are not affected`() {
    let derived = even()
    let double = source.map { $0 * 2 }
    var seen: [String] = []
    updater.keepUpToDate { seen.append(text(derived.value)) }
    updater.keepUpToDate { seen.append("\(double.value)") }
    seen = []
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(seen == ["1!", "2", "2", "4"])
  }

  @Test func `nothing is left to do after a failure`() {
    let other = StoredProperty(0)
    let counter = Counter()
    let derived = even(counting: counter)
    var runs = 0
    updater.keepUpToDate {
      _ = derived.value
      runs += 1
    }
    updater.keepUpToDate { _ = other.value }
    checkingInvariants(of: [source, other]) {
      source.value = 1
      counter.count = 0
      runs = 0
      other.value = 1
      #expect(counter.count == 0 && runs == 0)
      source.value = 2
    }
    #expect(counter.count == 1)
    #expect(runs == 1)
  }

  @Test func `a failure ends nothing`() {
    let derived = even()
    var seen: [String] = []
    updater.onTransition(derived) { _, new in seen.append(text(new)) }
    checkingInvariants(of: [source]) { for number in [1, 3, 4, 5, 6] { source.value = number } }
    #expect(seen == ["0", "1!", "3!", "4", "5!", "6"])
  }

  @Test func `a Result keeps the type of its error`() {
    let derived = DerivedProperty { () -> Result<Int, Odd> in
      source.value % 2 == 0 ? .success(source.value) : .failure(Odd(number: source.value))
    }
    var runs = 0
    updater.keepUpToDate {
      _ = derived.value
      runs += 1
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      do throws(Odd) {
        _ = try derived.value.get()
        Issue.record("no failure")
      } catch { #expect(error.number == 1) }
      source.value = 2
    }
    #expect(derived.value == .success(2))
    #expect(runs == 3)
  }

  @Test func `after failures of all kinds everything else works`() {
    let other = StoredProperty(1)
    let failing = (0..<5).map { _ in even() }
    let sum = DerivedProperty.catching { try failing.map { try $0.value.get() }.reduce(0, +) }
    let fine = other.map { $0 + 1 }
    var seen: [Int] = []
    updater.keepUpToDate { _ = sum.value }
    updater.keepUpToDate { seen.append(fine.value) }
    checkingInvariants(of: [source, other]) {
      source.value = 1
      other.value = 2
      batch {
        source.value = 3
        other.value = 3
      }
      source.value = 4
    }
    #expect(seen == [2, 3, 4])
    #expect(text(sum.value) == "20")
  }

  @Test func `after a failure in an untracked read, reads are tracked again`() {
    let other = StoredProperty(0)
    var runs = 0
    updater.keepUpToDate {
      runs += 1
      do {
        try untracked {
          _ = source.value
          throw Odd(number: 1)
        }
      } catch { _ = other.value }
    }
    checkingInvariants(of: [source, other]) {
      source.value = 1
      #expect(runs == 1)
      other.value = 1
    }
    #expect(runs == 2)
  }

  @Test func `a failure depends on what was read before it, and on nothing after`() {
    let other = StoredProperty(0)
    let counter = Counter()
    let derived = DerivedProperty.catching {
      counter.count += 1
      if source.value < 0 { throw Odd(number: source.value) }
      return other.value
    }
    checkingInvariants(of: [source, other]) {
      _ = derived.value
      source.value = -1
      _ = derived.value
      other.value = 1
      _ = derived.value
      #expect(counter.count == 2)
      source.value = 1
      #expect((try? derived.value.get()) == 1)
    }
  }
}
