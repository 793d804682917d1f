import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct LargeValuesTests {
  let updater = scopedUpdater()

  @Test(arguments: LargeFollower.allCases)
  func
    `a written large value is compared once where it is stored and once where it is derived from`(
      _ follower: LargeFollower
    )
  {
    let work = LargeWork(follower)
    work.expect(comparisons: 2, copies: 0, runs: 1) { work.write(1) }
    work.expect(comparisons: 1, copies: 0, runs: 0) { work.write(0) }
  }

  @Test(arguments: LargeFollower.allCases)
  func `a large value that is edited in place is not copied, and not compared where it is stored`(
    _ follower: LargeFollower
  ) {
    let work = LargeWork(follower)
    work.expect(comparisons: 1, copies: 0, runs: 1) { work.stored.modify { $0.edit() } }
    work.expect(comparisons: 1, copies: 0, runs: 1) { work.stored.value.edit() }
  }

  @Test(arguments: LargeFollower.allCases)
  func `all edits of a batch or a transaction together copy a large value once and compare it once`(
    _ follower: LargeFollower
  ) {
    let work = LargeWork(follower)
    let edit = { work.stored.value.edit() }
    work.expect(comparisons: 2, copies: 1, runs: 1) { batch { for _ in 0..<2 { edit() } } }
    work.expect(comparisons: 2, copies: 1, runs: 1) { transaction(edit) }
    work.expect(comparisons: 0, copies: 1, runs: 0) { undoneTransaction(edit) }
  }

  @Test(arguments: LargeFollower.allCases)
  func
    `a write in a batch compares a large value once, a further one also with where the batch began`(
      _ follower: LargeFollower
    )
  {
    let work = LargeWork(follower)
    work.expect(comparisons: 2, copies: 0, runs: 1) { batch { work.write(1) } }
    work.expect(comparisons: 3, copies: 0, runs: 1) {
      batch {
        work.write(1)
        work.stored.value.edit()
      }
    }
    work.expect(comparisons: 4, copies: 0, runs: 1) { batch { for _ in 0..<2 { work.write(1) } } }
  }

  @Test func `the memory of a written array is what every reader gets`() {
    let items = StoredProperty([0])
    let doubled = items.map { $0.map { 2 * $0 } }
    let shown = PassThroughProperty(items)
    let written = Array(0..<10_000)
    let holder = Holder(shown.value)
    var seen: [UInt] = []
    checkingInvariants(of: [items]) {
      updater.bind(object: holder, keyPath: \.content, toProperty: shown)
      updater.onTransition(shown, initially: false) { _, new in seen.append(address(new)) }
      items.value = written
    }
    #expect(address(items.value) == address(written))
    #expect(holder.content.map(address) == address(written))
    #expect(seen == [address(written)])
    #expect(address(doubled.value) == address(doubled.value))
    #expect(doubled.value.last == 19_998)
  }

  @Test func `an array that a transition keeps for its next call is copied once by an edit`() {
    let items = StoredProperty(Array(0..<10_000))
    let before = address(items.value)
    var seen: [[UInt?]] = []
    checkingInvariants(of: [items]) {
      updater.onTransition(items, initially: false) { old, new in
        seen.append([old.map(address), address(new)])
      }
      items.modify {
        $0[0] = 7
        $0[1] = 8
      }
    }
    #expect(seen == [[before, address(items.value)]])
    #expect(address(items.value) != before)
  }

  private func address(_ items: [Int]) -> UInt {
    items.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }
}
