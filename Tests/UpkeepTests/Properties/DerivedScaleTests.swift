import Differential
import Testing
import Upkeep

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite(.leavesNothing) struct DerivedScaleTests {
  private let length = amount(10_000, long: 100_000)

  @Test func `a long chain of tracked values, read as it grows, is updated and freed`() {
    let source = StoredProperty(0)
    var last: Property<Int> = source
    var runs = 0
    for _ in 0..<length {
      let previous = last
      last = DerivedProperty {
        runs += 1
        return previous.value + 1
      }
      _ = last.value
    }
    #expect(runs == length)
    source.value = 1
    #expect(last.value == length + 1)
    follow(last, from: source)
    #expect(runs == 3 * length)
  }

  @Test func `a long chain of declared values is read from its end, updated and freed`() {
    let source = StoredProperty(0)
    var last: Property<Int> = source
    var runs = 0
    for _ in 0..<length {
      last = DerivedProperty(last) { previous in
        runs += 1
        return previous + 1
      }
    }
    #expect(last.value == length)
    source.value = 1
    #expect(last.value == length + 1)
    follow(last, from: source)
    #expect(runs == 3 * length)
  }

  private func follow(_ last: Property<Int>, from source: StoredProperty<Int>) {
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(last.value) }
    source.value = 2
    #expect(seen == [length + 1, length + 2])
  }

  //           ┌> derived ─> effect
  //   source ─┼> derived ─> effect
  //           └> ...
  @Test func `many dependants are linear to build, notify and cancel`() {
    for step in [\Seconds.build, \.notify, \.cancel] {
      let growth = Growth.timed(from: amount(1_000, long: 25_000)) {
        seconds(dependants: $0)[keyPath: step]
      }
      #expect(growth.isLinear, "\(growth)")
    }
  }

  private struct Seconds {
    var build = 0.0
    var notify = 0.0
    var cancel = 0.0
  }

  private func seconds(dependants count: Int) -> Seconds {
    let source = StoredProperty(1)
    let updater = Updater()
    var sum = 0
    var tokens: [EffectToken] = []
    let build = threadSeconds {
      for offset in 0..<count {
        let derived = DerivedProperty { source.value + offset % 2 }
        tokens.append(updater.keepUpToDate { sum += derived.value })
      }
    }
    sum = 0
    let notify = threadSeconds { source.value = 2 }
    #expect(sum == count * 2 + count / 2)
    // From both ends towards the middle.
    let cancel = threadSeconds {
      for index in 0..<count / 2 {
        tokens[index].cancel()
        tokens[count - 1 - index].cancel()
      }
    }
    source.value = 3
    #expect(sum == count * 2 + count / 2)
    #expect(source.subscriberCount == 0)
    return Seconds(build: build, notify: notify, cancel: cancel)
  }
}
