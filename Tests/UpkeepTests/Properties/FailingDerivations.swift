import Testing

@testable import Upkeep

/// Failures as values: `DerivedProperty.catching` and derivations that yield a `Result`.
@Suite(.leavesNothing) struct FailingDerivations {
  private struct Odd: Error, Equatable { let number: Int }

  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let log = RunLog<String>()

  /// The source while it is even, and a failure while it is odd.
  private func even() -> DerivedProperty<Result<Int, any Error>> {
    DerivedProperty.catching {
      log.append("run")
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

  @Test func `a rule is asked about successes only, and only after a computation`() {
    struct Spied: Equatable {
      let number: Int
      let log: RunLog<String>
      static func == (old: Spied, new: Spied) -> Bool {
        new.log.noting("\(old.number) \(new.number)", old.number == new.number)
      }
    }
    let derived = DerivedProperty.catching {
      if source.value < 0 { throw Odd(number: source.value) }
      return Spied(number: source.value / 2, log: log)
    }
    let seen = updater.readings(of: (try? derived.value.get())?.number) {
      for number in [1, -1, -2, 4, 6] {
        source.value = number
        _ = derived.value
      }
    }
    #expect(log.entries == ["0 0", "2 3"])
    #expect(seen == [0, nil, nil, 2, 3])
  }

  @Test(arguments: [false, true])
  func `a failure is cached, computed again when an input changes, and mended by that`(
    isObserved: Bool
  ) {
    let derived = even()
    if isObserved { for _ in 0..<2 { updater.keepUpToDate { log.append(text(derived.value)) } } }
    let texts = ["1!", "2", "3!", "4"]
    let runs = isObserved ? (["0"] + texts).flatMap { ["run", $0, $0] } : texts.map { _ in "run" }
    log.expect(runs, around: [source]) {
      for (number, expected) in zip(1...4, texts) {
        source.value = number
        for _ in 0..<2 { #expect(text(derived.value) == expected) }
      }
    }
  }

  @Test func `a failure goes through derived values downstream, heals, and leaves others alone`() {
    let first = even()
    let second = DerivedProperty.catching { try first.value.get() + 1 }
    let third = DerivedProperty(second) { second in Result { try second.get() * 10 } }
    let shown = DerivedProperty { (try? first.value.get()).map(String.init) ?? "odd" }
    let double = source.map { "\($0 * 2)" }
    let seen = updater.readings(
      of: [first, second, third].map { text($0.value) } + [shown.value, double.value]
    ) {
      for number in 1...2 { source.value = number }
    }
    let failed = ["1!", "1!", "1!", "odd", "2"]
    #expect(seen == [["0", "1", "10", "0", "0"], failed, ["2", "3", "30", "2", "4"]])
  }

  @Test func `a failure after a failure is a change, and an equal success is none`() {
    let failing = DerivedProperty.catching { () throws(Odd) -> Int in
      _ = source.value
      throw Odd(number: 7)
    }
    let fine = DerivedProperty.catching { source.value * 0 }
    var runs = [0, 0]
    updater.keepUpToDate(dependencies: [failing]) { runs[0] += 1 }
    updater.keepUpToDate(dependencies: [fine]) { runs[1] += 1 }
    checkingInvariants(of: [source]) { for number in 1...2 { source.value = number } }
    #expect(runs == [3, 1])
  }

  @Test func `a Result keeps the type of its error`() throws {
    let derived = DerivedProperty { () -> Result<Int, Odd> in
      source.value % 2 == 0 ? .success(source.value) : .failure(Odd(number: source.value))
    }
    let seen = updater.readings(of: derived.value) { for number in 1...2 { source.value = number } }
    #expect(seen == [.success(0), .failure(Odd(number: 1)), .success(2)])
  }

  @Test func `a failure depends only on values read before it`() {
    let other = StoredProperty(0)
    let derived = DerivedProperty.catching {
      if source.value < 0 { throw Odd(number: source.value) }
      return other.value
    }
    let seen = updater.readings(of: text(derived.value), around: [other]) {
      source.value = -1
      other.value = 1
      source.value = 1
    }
    #expect(seen == ["0", "-1!", "1"])
  }
}
