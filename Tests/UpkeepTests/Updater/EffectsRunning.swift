import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct EffectsRunning {
  let updater = scopedUpdater()
  let source = StoredProperty(0)

  @Test func `an effect runs once when it is made`() {
    var runs = 0
    checkingInvariants(of: [source]) {
      updater.keepUpToDate { runs += 1 }
      updater.keepUpToDate {
        _ = source.value
        runs += 1
      }
      updater.keepUpToDate(dependencies: [source]) { runs += 1 }
    }
    #expect(runs == 3)
  }

  @Test func `an effect made in an open batch runs at once, with fresh values`() {
    let double = source.map { $0 * 2 }
    var log: [String] = []
    checkingInvariants(of: [source]) {
      batch {
        source.value = 42
        log.append("before")
        updater.keepUpToDate { log.append("run \(source.value) \(double.value)") }
        log.append("after")
      }
    }
    #expect(log == ["before", "run 42 84", "after"])
  }

  @Test func `an effect made in an open batch sees what was written earlier in it`() {
    let other = StoredProperty("a")
    var log: [String] = []
    checkingInvariants(of: [source, other]) {
      batch {
        source.value = 1
        other.value = "b"
        source.value = 42
        updater.keepUpToDate { log.append("\(source.value)\(other.value)") }
      }
    }
    #expect(log == ["42b"])
  }

  @Test func `an effect runs after each changing write outside a batch`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 1
      source.value = 2
    }
    #expect(log == [0, 1, 2])
  }

  @Test func `an effect has run before the write returns`() {
    var runs = 0
    updater.keepUpToDate {
      _ = source.value
      runs += 1
    }
    var seen = [runs]
    checkingInvariants(of: [source]) {
      source.value = 1
      seen.append(runs)
      source.modify { $0 += 1 }
      seen.append(runs)
      source.touch()
      seen.append(runs)
    }
    #expect(seen == [1, 2, 3, 4])
  }

  // source ─> double ─> text
  //    └─────────────────^
  @Test func `after a write the outside world agrees with the state`() {
    final class Screen { var text = "" }
    let screen = Screen()
    let double = source.map { $0 * 2 }
    updater.keepUpToDate { screen.text = "\(source.value) \(double.value)" }
    checkingInvariants(of: [source]) {
      for value in 1...5 {
        source.value = value
        #expect(screen.text == "\(value) \(value * 2)")
      }
    }
  }

  @Test func `inside an effect or an observer reads give the new value`() {
    let double = source.map { $0 * 2 }
    var log: [String] = []
    updater.keepUpToDate { log.append("effect \(source.value) \(double.value)") }
    updater.keepUpToDate(dependencies: [source]) {
      log.append("declared \(source.value) \(double.value)")
    }
    let observation = source.onChange { new in
      log.append("observer \(new) \(source.value) \(double.value)")
    }
    log = []
    checkingInvariants(of: [source]) { source.value = 3 }
    observation.cancel()
    #expect(log == ["effect 3 6", "declared 3 6", "observer 3 3 6"])
  }

  @Test func `effects on one source run in order of creation`() {
    let other = Updater()
    var log: [Int] = []
    for number in 0..<8 {
      let owner = number.isMultiple(of: 3) ? other : updater
      owner.keepUpToDate { _ = (source.value, log.append(number)) }
    }
    log = []
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == Array(0..<8) + Array(0..<8))
  }

  @Test func `order stays that of creation after cancelling and adding again`() {
    var log: [Int] = []
    var tokens = (1...5).map { number in
      updater.keepUpToDate { _ = (source.value, log.append(number)) }
    }
    tokens[2].cancel()
    tokens[2] = updater.keepUpToDate { _ = (source.value, log.append(3)) }
    log = []
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == [1, 2, 4, 5, 3, 1, 2, 4, 5, 3])
  }

  // isOpen ─> 1, 2, 3     source ─> 1 and 3 only while open, 2 always
  @Test func `order stays that of creation after dependencies flip`() {
    let isOpen = StoredProperty(true)
    var log: [Int] = []
    for number in 1...3 {
      updater.keepUpToDate {
        if number == 2 || isOpen.value { _ = source.value }
        log.append(number)
      }
    }
    log = []
    checkingInvariants(of: [source, isOpen]) {
      isOpen.value = false
      isOpen.value = true
      log.append(0)
      source.value = 1
      log.append(0)
      source.value = 2
    }
    #expect(log == [1, 3, 1, 3, 0, 1, 2, 3, 0, 1, 2, 3])
  }

  @Test func `a thousand reads of one source are one run per write`() {
    var runs = 0
    updater.keepUpToDate {
      for _ in 0..<1_000 { _ = source.value }
      runs += 1
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(runs == 3)
    #expect(attachedEdges(of: source).count == 1)
  }
}
