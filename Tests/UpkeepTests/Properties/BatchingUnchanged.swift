import Testing

@testable import Upkeep

/// Batches that end where they began.
@Suite(.leavesNothing) struct BatchingUnchanged {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  @Test func `a batch that ends where it began runs nothing`() {
    var log: [String] = []
    let double = first.map { value in
      log.append("compute")
      return value * 2
    }
    updater.keepUpToDate { log.append("effect \(double.value)") }
    log = []
    checkingInvariants(of: [first]) {
      batch {
        first.value = 5
        first.value = 0
      }
      batch {
        first.value += 5
        first.value -= 5
      }
      batch { first.modify { $0 = 0 } }
    }
    #expect(log == [])
  }

  @Test func `nested batches are compared with the start of the outermost`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      batch {
        batch { first.value = 5 }
        batch { first.value = 0 }
      }
      batch {
        first.value = 5
        batch {
          first.value = 6
          first.value = 5
        }
      }
    }
    #expect(log == [0, 5])
  }

  @Test func `a second source that did change still runs the effect`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("\(first.value) \(second.value)") }
    checkingInvariants(of: [first, second]) {
      batch {
        first.value = 5
        second.value = 1
        first.value = 0
      }
    }
    #expect(log == ["0 0", "0 1"])
  }

  @Test func `repeated batches that change nothing stay silent`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      for value in 1...3 {
        batch {
          first.value = value
          first.value = 0
        }
      }
      first.value = 9
    }
    #expect(log == [0, 9])
  }

  @Test(arguments: [false, true])
  func `derived values read midway are right afterwards`(isLive: Bool) {
    let double = first.map { $0 * 2 }
    var effects: [Int] = []
    if isLive { updater.keepUpToDate { effects.append(double.value) } }
    var log: [Int] = [double.value]
    checkingInvariants(of: [first]) {
      batch {
        first.value = 1
        log.append(double.value)
        first.value = 0
      }
      log.append(double.value)
      first.value = 2
      log.append(double.value)
    }
    #expect(log == [0, 2, 0, 4])
    #expect(effects == (isLive ? [0, 4] : []))
  }

  @Test func `for values that cannot be compared any write counts`() {
    struct Opaque { var number = 0 }
    let source = StoredProperty(Opaque())
    var runs = 0
    updater.keepUpToDate {
      _ = source.value
      runs += 1
    }
    checkingInvariants(of: [source]) {
      let start = source.value
      batch {
        source.value = Opaque(number: 1)
        source.value = start
      }
      #expect(runs == 2)
      batch { source.value.number = 0 }
    }
    #expect(runs == 3)
  }

  // first ─┬─> sum ─> effect
  // second ┘
  @Test func `if the sources change but the derived value is equal nothing runs`() {
    let sum = DerivedProperty(first, second) { $0 + $1 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(sum.value) }
    checkingInvariants(of: [first, second]) {
      batch {
        first.value = 1
        second.value = -1
      }
      batch {
        first.value = 2
        _ = sum.value
        second.value = -2
      }
    }
    #expect(log == [0])
  }
}
