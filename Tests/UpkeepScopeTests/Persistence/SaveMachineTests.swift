import Differential
import Testing

@testable import UpkeepScope

/// The times and values of saves, without a storage.
@Suite struct SaveMachineTests {
  private struct Broken: Error {}

  /// The model knows only the last change and the value on the disk.
  @Test func `in any order of steps only replaced values are lost, and failures are reported once`()
  {
    for seed in 1...2_000 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var machine = SaveMachine<Int>()
      var (last, disk, writing) = (0, 0, nil as Int?)
      // Whether a failure was reported, and whether the machine rests until the next change or the
      // end.
      var (isTold, isResting) = (false, false)
      var problems: [String] = []
      for _ in 0..<40 {
        switch random.below(3) {
        case 0:
          last += 1
          isResting = false
          let next = machine.next
          let old = machine.change(to: last)
          if old != next { problems.append("another one was next than was replaced") }
          if let old, old >= last { problems.append("replaced \(old) by \(last)") }
        case 1:
          let isLast = random.chance(20)
          let begun = machine.begin(isLast: isLast)
          if let begun {
            if isResting && !isLast { problems.append("tries again without a change") }
            if writing != nil { problems.append("two at once") }
            if begun != last { problems.append("\(begun) is saved, not \(last)") }
            writing = begun
          } else if isLast, writing == nil, disk != last {
            problems.append("\(last) is not saved at the end")
          }
        default:
          guard let written = writing else { continue }
          let fails = random.chance(40)
          let tells = machine.end(fails ? Broken() : nil)
          if tells != (fails && !isTold) { problems.append("tells \(tells)") }
          isTold = fails
          isResting = fails && written == last
          if isResting != (machine.failure is Broken) { problems.append("failure") }
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
