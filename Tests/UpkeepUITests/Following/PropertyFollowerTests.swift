import Testing
import Upkeep

@testable import UpkeepUI

/// A property that a view names, followed while the view is shown.
@Suite struct PropertyFollowerTests {
  private let follower = PropertyFollower<Int>()
  private let count = StoredProperty(1)

  @Test func `the first call has no old value, and each change is told before the write returns`() {
    var seen: [[Int?]] = []
    follower.handler = { seen.append([$0, $1]) }
    follower.follow(count)
    count.value = 2
    count.value = 2
    count.value = 3
    #expect(seen == [[nil, 1], [1, 2], [2, 3]])
  }

  @Test func `the closure of the view that was made last is called`() {
    var seen: [String] = []
    follower.handler = { _, new in seen.append("first \(new)") }
    follower.follow(count)
    follower.handler = { _, new in seen.append("second \(new)") }
    count.value = 2
    #expect(seen == ["first 1", "second 2"])
  }

  @Test func `a follower hears one property at a time, and none after its end`() {
    let other = StoredProperty(10)
    var seen: [[Int?]] = []
    follower.handler = { seen.append([$0, $1]) }
    follower.follow(count)
    follower.follow(other)
    count.value = 2
    other.value = 11
    follower.end()
    other.value = 12
    follower.follow(count)
    #expect(seen == [[nil, 1], [nil, 10], [10, 11], [nil, 2]])
  }

  @Test func `a follower that goes hears nothing, and lets go of the property`() {
    weak var gone: StoredProperty<Int>?
    do {
      let count = StoredProperty(1)
      gone = count
      let follower = PropertyFollower<Int>()
      follower.follow(count)
    }
    #expect(gone == nil)
  }
}
