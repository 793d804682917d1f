import Testing
import Upkeep

/// The page WalkOfAWrite.
@MainActor @Suite(.statedResults()) struct WalkOfAWritePage {
  @Test func `the code of the walk gives its stated results`() {
    let updater = Updater()
    let count = StoredProperty(0)
    updater.keepUpToDate(dependencies: [count]) { print(count.value) }  // prints 0
    count.value = 2  // prints 2

    batch { count.value = 4 }  // prints 4

    let width = StoredProperty(2)
    let area = DerivedProperty(width) { $0 * 10 }
    print(area.value)  // 20
    width.value = 3  // marks `area` as stale: nobody needs it
    print(area.value)  // 30

    var next: DerivedProperty? = DerivedProperty(width) { $0 + 1 }
    print(next?.value ?? 0)  // 4
    next = nil
  }
}
