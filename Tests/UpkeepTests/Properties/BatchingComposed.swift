import Testing

@testable import Upkeep

/// Batches with tracking, collections and counts of computations.
@Suite(.leavesNothing) struct BatchingComposed {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  @Test func `batch and untracked compose either way round`() {
    var log: [String] = []
    updater.keepUpToDate {
      log.append("outer \(first.value)")
      batch { untracked { _ = second.value } }
      untracked { batch { _ = second.value } }
    }
    updater.keepUpToDate { log.append("other \(second.value)") }
    log = []
    checkingInvariants(of: [first, second]) {
      batch {
        untracked {
          second.value = 1
          second.value = 2
        }
      }
      untracked {
        batch {
          second.value = 3
          second.value = 4
        }
      }
    }
    #expect(log == ["other 2", "other 4"])
  }

  @Test func `a collection written element by element in a batch is one run`() {
    let items = StoredProperty<[Int]>([])
    var log: [[Int]] = []
    updater.keepUpToDate { log.append(items.value) }
    checkingInvariants(of: [items]) {
      batch { for item in 1...4 { items.value.append(item) } }
    }
    #expect(log == [[], [1, 2, 3, 4]])
  }

  // first, second ─> sum ─> double ─> reader       a first effect reads `double` early
  @Test func `each node is computed at most once in a turn unless a write came between`() {
    var computed: [String] = []
    let sum = DerivedProperty(first, second) { first, second in
      computed.append("sum")
      return first + second
    }
    let double = DerivedProperty { () -> Int in
      computed.append("double")
      return sum.value * 2
    }
    updater.keepUpToDate { if first.value > 0 { _ = double.value } }
    updater.keepUpToDate { _ = (sum.value, double.value) }
    updater.keepUpToDate { _ = (double.value, second.value) }
    computed = []
    checkingInvariants(of: [first, second]) {
      batch {
        first.value = 1
        second.value = 1
      }
      #expect(computed == ["sum", "double"] || computed == ["double", "sum"])
      computed = []
      batch {
        first.value = 2
        _ = double.value
        second.value = 2
      }
    }
    #expect(computed.filter { $0 == "sum" }.count == 2)
    #expect(computed.filter { $0 == "double" }.count == 2)
  }

  @Test func `reads of a batch inside an effect or a derived value are dependencies`() {
    var log: [String] = []
    let sum = DerivedProperty { batch { first.value + second.value } }
    updater.keepUpToDate { log.append("effect \(batch { second.value })") }
    updater.keepUpToDate { log.append("sum \(sum.value)") }
    log = []
    checkingInvariants(of: [first, second]) {
      second.value = 1
      first.value = 1
    }
    #expect(log == ["effect 1", "sum 1", "sum 2"])
  }

  @Test func `the body of a batch is synchronous by type`() {
    // Compiles because the body is a plain function: an async one would not convert.
    let form: (() -> Int) -> Int = { body in batch(body) }
    #expect(form { 42 } == 42)
  }
}
