import Differential
import Testing

@testable import UpkeepScope

/// The times and values of saves, without a storage.
@Suite struct SaveMachineTests {
  private struct Broken: Error {}

  @Test func `changes while one is saved are one`() {
    var machine = SaveMachine<Int>()
    var log = [machine.change(to: 1), machine.begin(isLast: false)]
    log += [machine.change(to: 2), machine.change(to: 3), machine.begin(isLast: false)]
    #expect(log == [nil, 1, nil, 2, nil])
    #expect(machine.newest == 3)
    var isTold = machine.end(nil)
    #expect(!isTold)
    #expect(machine.savedCount == 1)
    let next = machine.begin(isLast: false)
    #expect(next == 3)
    isTold = machine.end(nil)
    #expect(!isTold)
    #expect(machine.isIdle)
    #expect(machine.savedCount == 3)
  }

  @Test func `a failed save is kept, told once, and tried again with the next change`() {
    var machine = SaveMachine<Int>()
    var log = [machine.change(to: 1), machine.begin(isLast: false)]
    var told = [machine.end(Broken())]
    #expect(machine.failure is Broken)
    #expect(machine.newest == 1)
    log += [machine.begin(isLast: false), machine.change(to: 2), machine.begin(isLast: false)]
    told.append(machine.end(Broken()))
    log.append(machine.begin(isLast: true))
    told.append(machine.end(nil))
    log += [machine.change(to: 3), machine.begin(isLast: false)]
    told.append(machine.end(Broken()))
    #expect(log == [nil, 1, nil, 1, 2, 2, nil, 3])
    #expect(told == [true, false, false, true])
  }

  /// The last change and the value on the disk, without states.
  @Test func `any sequence of steps loses nothing but what a later change replaces`() {
    for seed in 1...2_000 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var machine = SaveMachine<Int>()
      var (last, disk, writing) = (0, 0, nil as Int?)
      var problems: [String] = []
      for _ in 0..<40 {
        switch random.below(3) {
        case 0:
          last += 1
          let next = machine.next
          let old = machine.change(to: last)
          if old != next { problems.append("another one was next than was replaced") }
          if let old, old >= last { problems.append("replaced \(old) by \(last)") }
        case 1:
          let isLast = random.chance(20)
          let begun = machine.begin(isLast: isLast)
          if let begun {
            if writing != nil { problems.append("two at once") }
            if begun != last { problems.append("\(begun) is saved, not \(last)") }
            writing = begun
          } else if isLast, writing == nil, disk != last {
            problems.append("\(last) is not saved at the end")
          }
        default:
          guard let written = writing else { continue }
          let fails = random.chance(40)
          _ = machine.end(fails ? Broken() : nil)
          if !fails { disk = written }
          writing = nil
        }
        if machine.savedCount != disk { problems.append("counts \(machine.savedCount)") }
        if machine.settledCount > last { problems.append("settles what is to come") }
        if machine.isIdle != (disk == last && writing == nil) { problems.append("idle") }
        if !machine.isIdle, machine.newest != last { problems.append("newest") }
      }
      #expect(problems == [], "seed \(seed)")
    }
  }
}
