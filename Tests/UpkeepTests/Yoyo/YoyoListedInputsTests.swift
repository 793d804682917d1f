import Testing

@testable import Upkeep

/// Lists of inputs that are known only when the program runs: `dependencies:` wherever Yoyo says so, and in the
/// other declared forms, too.
@Suite(.leavesNothing) struct YoyoListedInputsTests {
  private struct Odd: Error, Equatable {
    let number: Int
  }

  private let cells = (1...3).map { StoredProperty($0) }
  private let updater = scopedUpdater()

  private var sum: Int { cells.reduce(0) { $0 + $1.value } }

  @Test func `an effect and derived values of every form take a list`() {
    let total = DerivedProperty(dependencies: cells) { sum }
    let text = DerivedProperty(dependencies: [total] + cells, changes: .always) { "\(total.value)" }
    let called = DerivedProperty(dependencies: cells, { sum })
    let highest = DerivedProperty(
      dependencies: cells + cells,
      fromPrevious: { previous in cells.reduce(previous ?? 0) { max($0, $1.value) } })
    let odd = DerivedProperty.catching(dependencies: cells, name: "odd") { () throws(Odd) in
      if sum % 2 == 1 { throw Odd(number: sum) }
      return sum
    }
    let untyped = DerivedProperty.catching(dependencies: cells) {
      if sum % 2 == 1 { throw Odd(number: sum) }
      return sum
    }
    let values: Property<Result<Int, Odd>> = odd
    let others: Property<Result<Int, any Error>> = untyped
    var log: [String] = []
    updater.keepUpToDate(dependencies: [text] + cells) {
      let results = "\((try? values.value.get()) ?? -1) \((try? others.value.get()) ?? -1)"
      log.append("\(text.value) \(called.value) \(highest.value) \(results)")
    }
    checkingInvariants(of: cells) {
      cells[0].value = 10
      #expect(values.value == .failure(Odd(number: 15)))
      #expect(throws: Odd(number: 15)) { try others.value.get() }
      batch { for cell in cells { cell.value = 0 } }
    }
    #expect(log == ["6 6 3 6 6", "15 15 10 -1 -1", "0 0 10 0 0"])
  }

  @Test func `a property that is not in the list is reported, and not followed`() {
    #if DEBUG
      let other = StoredProperty(1, name: "other")
      let mistakes = recordingMistakes {
        let highest = DerivedProperty(
          dependencies: cells, name: "highest",
          fromPrevious: { previous in
            max(previous ?? 0, other.value)
          })
        let total = DerivedProperty.catching(dependencies: cells, name: "total") {
          sum + other.value
        }
        #expect(highest.value == 1)
        #expect((try? total.value.get()) == 7)
      }
      #expect(mistakes == ["undeclaredRead: highest, other", "undeclaredRead: total, other"])
    #endif
  }
}
