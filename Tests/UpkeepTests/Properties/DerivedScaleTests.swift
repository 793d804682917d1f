import Differential
import Testing
import Upkeep

@Suite(.leavesNothing) struct DerivedScaleTests {
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
