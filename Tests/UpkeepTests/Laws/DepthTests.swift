import Differential
import Testing

@testable import Upkeep

/// Law 13: depth and width do not matter.
///
/// All on 512 KB of stack.
///
/// The chains have a million links in the long form.
@Suite(.leavesNothing) struct DepthTests {
  static let length = amount(10_000, long: 1_000_000)

  @Test func `law 13: a long declared chain is read from its end, updated and freed`() {
    let log = withStack { () -> [Int] in
      let head = StoredProperty(0)
      var log: [Int] = []
      do {
        var last: Property<Int> = head
        for _ in 0..<Self.length { last = DerivedProperty(last) { $0 &+ 1 } }
        log.append(last.value)
        let updater = Updater()
        let end = last
        let token = updater.keepUpToDate { log.append(end.value) }
        head.value = 1
        token.cancel()
        head.value = 2
        log.append(end.value)
      }
      log.append(head.subscriberCount)
      return log
    }
    #expect(log == [Self.length, Self.length, Self.length + 1, Self.length + 2, 0])
  }

  @Test func `law 13: a long tracked chain is read as it grows, updated and freed`() {
    let log = withStack { () -> [Int] in
      let head = StoredProperty(0)
      var log: [Int] = []
      do {
        var last: Property<Int> = head
        for _ in 0..<Self.length {
          let previous = last
          last = DerivedProperty { previous.value &+ 1 }
          _ = last.value
        }
        let updater = Updater()
        let end = last
        updater.keepUpToDate { log.append(end.value) }
        head.value = 1
      }
      log.append(head.subscriberCount)
      return log
    }
    #expect(log == [Self.length, Self.length + 1, 0])
  }

  @Test func `law 13: a long chain that was never read is created and freed`() {
    let count = withStack { () -> Int in
      let head = StoredProperty(0)
      return withGrowthCount { growth in
        do {
          var last: Property<Int> = head
          for _ in 0..<Self.length {
            let previous = last
            last = DerivedProperty { previous.value &+ 1 }
          }
        }
        return growth()
      }
    }
    #expect(count == 0)
  }

  @Test func `law 13: many dependants are told and cancelled`() {
    let head = StoredProperty(0)
    let updater = Updater()
    var runs = 0
    let count = amount(10_000, long: 100_000)
    let tokens = (0..<count).map { _ in
      updater.keepUpToDate {
        _ = head.value
        runs += 1
      }
    }
    head.value = 1
    #expect(runs == 2 * count)
    for token in tokens { token.cancel() }
    head.value = 2
    #expect(runs == 2 * count)
    #expect(head.subscriberCount == 0)
  }

  @Test func `law 13: twenty stacked diamonds run sixty-one nodes`() {
    let head = StoredProperty(0)
    var runs = 0
    var last: Property<Int> = head
    for _ in 0..<20 {
      let input = last
      let left = DerivedProperty { () -> Int in
        runs += 1
        return input.value &* 2
      }
      let right = DerivedProperty(input) { value in
        runs += 1
        return 1 &- value
      }
      last = DerivedProperty(left, right) { left, right in
        runs += 1
        return left &+ right
      }
    }
    let updater = Updater()
    let end = last
    var seen = 0
    updater.keepUpToDate {
      runs += 1
      seen = end.value
    }
    runs = 0
    head.value = 5
    #expect(runs == 61)
    #expect(seen == 25)
  }
}
