import Testing
import Upkeep

@Suite(.leavesNothing) struct DerivedPreviousTests {
  let updater = scopedUpdater()

  @Test func `a closure with a parameter for it receives the previous value`() {
    let score = StoredProperty(3)
    let log = RunLog<String>()
    let highest = DerivedProperty(fromPrevious: { (previous: Int?) in
      log.noting("tracked \(previous ?? -1)", max(previous ?? 0, score.value))
    })
    let history = DerivedProperty(
      dependencies: [score],
      fromPrevious: { (previous: [Int]?) in
        log.noting("listed \(previous ?? [])", (previous ?? []) + [score.value])
      })
    let seen = updater.readings(of: "\(highest.value) \(history.value)") {
      score.value = 5
      score.value = 4
    }
    #expect(
      log.entries == [
        "tracked -1", "listed []", "tracked 3", "listed [3]", "tracked 5", "listed [3, 5]",
      ])
    #expect(seen == ["3 [3]", "5 [3, 5]", "5 [3, 5, 4]"])
  }

  @Test func `the previous value is the last computed one, also without an effect`() {
    let number = StoredProperty(0)
    var previous: [Int?] = []
    let coarse = DerivedProperty(
      dependencies: [number], changes: ChangeRule { abs($0 - $1) > 1 },
      fromPrevious: { (old: Int?) in
        previous.append(old)
        return number.value
      })
    checkingInvariants(of: [number, coarse]) {
      for value in 0...3 {
        number.value = value
        _ = coarse.value
      }
    }
    #expect(previous == [nil, 0, 0, 2])
    #expect(coarse.value == 2)
  }

  @Test func `a previous nil differs from no previous value`() {
    let text = StoredProperty("x")
    var previous: [Int??] = []
    let number = DerivedProperty(
      fromPrevious: { (old: Int??) -> Int? in
        previous.append(old)
        return Int(text.value)
      })
    let seen = updater.readings(of: number.value) { for new in ["1", "2"] { text.value = new } }
    #expect(seen == [nil, 1, 2])
    #expect(previous == [.none, .some(nil), .some(1)])
  }
}
