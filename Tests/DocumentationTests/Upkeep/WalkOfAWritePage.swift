import Testing
import Upkeep

/// The page WalkOfAWrite.
@MainActor struct WalkOfAWritePage {
  @Test func `one stored value, one effect`() {
    let print = Transcript()
    let updater = Updater()
    let count = StoredProperty(0)
    updater.keepUpToDate(dependencies: [count]) { print(count.value) }  // prints 0
    count.value = 2  // prints 2
    #expect(print.lines == print.stated())
  }
}
