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
