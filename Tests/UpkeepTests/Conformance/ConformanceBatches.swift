import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite: batches, and writes by effects, which are batches of their own.
@Suite(.leavesNothing) struct ConformanceBatches {
  private struct Wrong: Error {}

  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  private var stored: [UntypedProperty] { [first, second] }

  @Test func `three writes to one value in a batch are one run, with the last`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: stored) {
      batch { for value in 1...3 { first.value = value } }
    }
    #expect(log == [0, 3])
  }

  @Test func `the run comes when the batch has ended`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: stored) {
      batch {
        first.value = 1
        first.value = 2
        #expect(log == [0])
      }
    }
    #expect(log == [0, 2])
  }

  @Test func `two values that one effect reads, written in a batch, are one run`() {
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([first.value, second.value]) }
    checkingInvariants(of: stored) {
      batch {
        first.value = 1
        second.value = 2
      }
    }
    #expect(log == [[0, 0], [1, 2]])
  }

  @Test func `so are two that a derived value reads, and it is computed once`() {
    var computed = 0
    let sum = DerivedProperty {
      computed += 1
      return first.value + second.value
    }
    var log: [Int] = []
    updater.keepUpToDate { log.append(sum.value) }
    checkingInvariants(of: stored) {
      batch {
        first.value = 1
        second.value = 2
      }
    }
    #expect(log == [0, 3])
    #expect(computed == 2)
  }

  @Test func `a derived value read in a batch follows the write before it`() {
    let double = first.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    checkingInvariants(of: stored) {
      batch {
        first.value = 5
        #expect(double.value == 10)
        #expect(log == [0])
      }
    }
    #expect(log == [0, 10])
  }

  @Test func `each read in a batch follows all writes so far`() {
    let end = first.map { $0 + 1 }.map { $0 * 10 }
    checkingInvariants(of: stored) {
      batch {
        for value in 1...3 {
          first.value = value
          #expect(end.value == (value + 1) * 10)
        }
      }
    }
  }

  @Test func `an effect made in a batch runs at once, and again for a later write in it`() {
    var log: [Int] = []
    checkingInvariants(of: stored) {
      batch {
        updater.keepUpToDate { log.append(first.value) }
        #expect(log == [0])
        first.value = 9
        #expect(log == [0])
      }
    }
    #expect(log == [0, 9])
  }

  @Test func `a value that a batch takes back wakes no effect`() {
    var runs = 0
    updater.keepUpToDate {
      _ = first.value
      runs += 1
    }
    checkingInvariants(of: stored) {
      batch {
        first.value = 5
        first.value = 0
      }
    }
    #expect(runs == 1)
  }

  @Test func `nor is anything computed that follows from it`() {
    var computed = 0
    let double = first.map { value -> Int in
      computed += 1
      return value * 2
    }
    updater.keepUpToDate { _ = double.value }
    checkingInvariants(of: stored) {
      batch {
        first.value = 5
        first.value = 0
      }
      #expect(double.value == 0)
    }
    #expect(computed == 1)
  }

  @Test func `also if what follows from it was read in between`() {
    let double = first.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    checkingInvariants(of: stored) {
      batch {
        first.value = 5
        #expect(double.value == 10)
        first.value = 0
      }
      #expect(double.value == 0)
    }
    #expect(log == [0])
  }

  @Test func `what was written before an error stays, and wakes effects`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: stored) {
      #expect(throws: Wrong.self) {
        try batch {
          first.value = 1
          throw Wrong()
        }
      }
    }
    #expect(first.value == 1)
    #expect(log == [0, 1])
  }

  @Test func `an error in a batch inside a batch: effects run once, before it goes on`() {
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([first.value, second.value]) }
    checkingInvariants(of: stored) {
      #expect(throws: Wrong.self) {
        try batch {
          first.value = 1
          try batch {
            second.value = 2
            throw Wrong()
          }
        }
      }
    }
    #expect(log == [[0, 0], [1, 2]])
  }

  @Test func `two writes by one effect are one run of another`() {
    let source = StoredProperty(0)
    updater.keepUpToDate {
      first.value = source.value
      second.value = source.value * 10
    }
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([first.value, second.value]) }
    checkingInvariants(of: stored + [source]) { source.value = 1 }
    #expect(log == [[0, 0], [1, 10]])
  }

  @Test func `also in its first run`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("\(first.value),\(second.value)") }
    checkingInvariants(of: stored) {
      updater.keepUpToDate {
        first.value = 11
        second.value = 12
        #expect(log == ["0,0"])
      }
    }
    #expect(log == ["0,0", "11,12"])
  }

  @Test
  func `a later effect of the flush sees an earlier one's write through a derived value`() {
    let next = second.map { $0 + 1 }
    updater.keepUpToDate { second.value = first.value }
    var last = 0
    updater.keepUpToDate { last = first.value * 0 + next.value }
    checkingInvariants(of: stored) { first.value = 10 }
    #expect(last == 11)
  }

  @Test func `also through two, of which it reads the second`() {
    let sum = DerivedProperty { first.value + second.value }
    let end = sum.map { $0 * 2 }
    updater.keepUpToDate { second.value = first.value * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(end.value) }
    checkingInvariants(of: stored) { first.value = 5 }
    #expect(log.last == 30)
  }

  @Test func `a batch inside untracked is one change, and nothing depends on what it read`() {
    let source = StoredProperty(0)
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([first.value, second.value]) }
    updater.keepUpToDate {
      let value = source.value
      untracked {
        batch {
          first.value = value + first.value * 0
          second.value = value
        }
      }
    }
    checkingInvariants(of: stored + [source]) { source.value = 1 }
    #expect(log == [[0, 0], [1, 1]])
    #expect(first.subscriberCount == 1)
  }

  @Test func `untracked inside a batch reads what was written, and holds nothing back`() {
    let sum = DerivedProperty { first.value + second.value }
    var log: [Int] = []
    updater.keepUpToDate { log.append(sum.value) }
    checkingInvariants(of: stored) {
      batch {
        first.value = 1
        untracked {
          second.value = 2
          #expect(sum.value == 3)
        }
      }
    }
    #expect(log == [0, 3])
  }
}
