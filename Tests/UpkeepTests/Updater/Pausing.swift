import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Pausing {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)

  @Test func `nothing runs while paused`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    updater.keepUpToDate(dependencies: [source]) { log.append(-source.peek()) }
    log = []
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 1
      batch { source.value = 2 }
      transaction { source.value = 3 }
      source.modify { $0 += 1 }
    }
    #expect(updater.isPaused)
    #expect(log == [])
  }

  @Test func `unpausing runs once what has changed, in order of creation`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("first \(source.value)") }
    updater.keepUpToDate(dependencies: [source]) { log.append("second \(source.peek())") }
    updater.keepUpToDate { log.append("third \(source.value)") }
    log = []
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 1
      source.value = 2
      updater.unpause()
    }
    #expect(!updater.isPaused)
    #expect(log == ["first 2", "second 2", "third 2"])
    source.value = 3
    #expect(log.suffix(3) == ["first 3", "second 3", "third 3"])
  }

  @Test func `unpausing without a change runs nothing`() {
    var runs = 0
    let double = source.map { $0 * 2 }
    updater.keepUpToDate { runs += double.value >= 0 ? 1 : 0 }
    checkingInvariants(of: [source, other]) {
      updater.pause()
      other.value = 1
      source.value = 0
      _ = double.value
      updater.unpause()
    }
    #expect(runs == 1)
    source.value = 1
    #expect(runs == 2)
  }

  @Test func `a value that only paused effects need is not computed`() {
    var computations = 0
    let double = DerivedProperty {
      computations += 1
      return source.value * 2
    }
    let sum = DerivedProperty(double, other) {
      computations += 1
      return $0 + $1
    }
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(sum.value) }
    computations = 0
    checkingInvariants(of: [source]) {
      updater.pause()
      for value in 1...10 {
        source.value = value
        other.value = value
      }
    }
    #expect(computations == 0)
    updater.unpause()
    #expect(computations == 2)
    #expect(seen == [0, 30])
  }

  @Test func `pausing does not count`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      updater.pause()
      updater.pause()
      source.value = 1
      updater.unpause()
      updater.unpause()
      source.value = 2
    }
    #expect(log == [0, 1, 2])
  }

  @Test func `an updater that pauses in its own run finishes it and runs no more`() {
    var log: [String] = []
    updater.keepUpToDate {
      log.append("begin \(source.value)")
      if source.value == 1 { updater.pause() }
      log.append("end \(other.value)")
    }
    log = []
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
      other.value = 5
      #expect(log == ["begin 1", "end 0"])
      updater.unpause()
    }
    #expect(log == ["begin 1", "end 0", "begin 2", "end 5"])
  }

  @Test func `paused in its own run it does not run again for what comes back`() {
    var runs = 0
    updater.keepUpToDate {
      runs += 1
      if source.value == 1 { updater.pause() }
      _ = other.value
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      other.value = 7
      other.value = 0
      updater.unpause()
    }
    #expect(runs == 2)
  }

  @Test func `paused in its first run, and paused and unpaused in one run`() {
    var log: [Int] = []
    let second = scopedUpdater()
    second.keepUpToDate {
      log.append(source.value)
      second.pause()
    }
    updater.keepUpToDate {
      updater.pause()
      log.append(10 + source.value)
      updater.unpause()
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      second.unpause()
      source.value = 2
    }
    #expect(log == [0, 10, 11, 1, 12])
    #expect(second.isPaused)
  }

  @Test func `a paused effect that wrote what it read catches up with its own write`() {
    var log: [Int] = []
    updater.keepUpToDate {
      log.append(source.value)
      if source.value == 1 {
        source.value = 2
        updater.pause()
      }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      #expect(log == [0, 1])
      updater.unpause()
    }
    #expect(log == [0, 1, 2])
  }

  @Test func `unpausing inside a batch waits for its end`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      updater.pause()
      source.value = 1
      batch {
        updater.unpause()
        #expect(log == [0])
        source.value = 2
      }
      #expect(log == [0, 2])
      batch {
        source.value = 3
        updater.pause()
      }
      #expect(log == [0, 2])
      batch {
        updater.unpause()
        updater.pause()
      }
      #expect(log == [0, 2])
      batch {
        updater.unpause()
        source.value = 2
      }
    }
    #expect(log == [0, 2])
  }
}
