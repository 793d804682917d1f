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

  @Test func `a derived value and an effect take a list`() {
    let total = DerivedProperty(dependencies: cells) { sum }
    let text = DerivedProperty(dependencies: [total] + cells, changes: .always) { "\(total.value)" }
    let called = DerivedProperty(dependencies: cells, { sum })
    var log: [String] = []
    updater.keepUpToDate(dependencies: [text] + cells) {
      log.append("\(text.value) \(called.value)")
    }
    checkingInvariants(of: cells) {
      cells[0].value = 10
      batch { for cell in cells { cell.value = 0 } }
    }
    #expect(log == ["6 6", "15 15", "0 0"])
  }

  @Test func `a derived value that looks back takes a list`() {
    var computations = 0
    let highest = DerivedProperty(
      dependencies: cells + cells,
      fromPrevious: { previous in
        computations += 1
        return cells.reduce(previous ?? 0) { max($0, $1.value) }
      })
    checkingInvariants(of: cells) {
      #expect(highest.value == 3)
      cells[0].value = 9
      #expect(highest.value == 9)
      cells[0].value = 1
      #expect(highest.value == 9)
    }
    #expect(computations == 3)
    #expect(cells[0].subscriberCount == 0)
  }

  @Test func `a derived value that may fail takes a list`() {
    let total = DerivedProperty.catching(dependencies: cells, name: "total") { () throws(Odd) in
      if sum % 2 == 1 { throw Odd(number: sum) }
      return sum
    }
    let untyped = DerivedProperty.catching(dependencies: cells) {
      if sum % 2 == 1 { throw Odd(number: sum) }
      return sum
    }
    let values: Property<Result<Int, Odd>> = total
    let others: Property<Result<Int, any Error>> = untyped
    checkingInvariants(of: cells) {
      #expect(values.value == .success(6))
      #expect(throws: Never.self) { try others.value.get() }
      cells[0].value = 2
      #expect(values.value == .failure(Odd(number: 7)))
      #expect(throws: Odd(number: 7)) { try others.value.get() }
    }
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
