import Testing

@testable import Upkeep

/// Objects that pull in answer to the write of their own binding.
@Suite(.leavesNothing) struct PullingEchoes {
  private final class Dial<Value> {
    var level: Value {
      didSet {
        writes += 1
        if let correct { level = correct(level) }
        onEdit?()
      }
    }
    var writes = 0
    var correct: ((Value) -> Value)?
    var onEdit: (() -> Void)?
    init(_ level: Value) { self.level = level }
  }

  private struct Opaque { var number: Int }

  let updater = scopedUpdater()

  @Test func `a NaN is written to an object once, as any other number`() {
    let dial = Dial(0.0)
    let volume = StoredProperty(1.0)
    let binding = updater.bind(object: dial, keyPath: \.level, with: volume)
    dial.onEdit = { binding.pull() }
    dial.writes = 0
    checkingInvariants(of: [volume]) {
      #expect(misuses { volume.value = .nan }.isEmpty)
      #expect((dial.writes, dial.level.isNaN, volume.value.isNaN) == (1, true, true))
      volume.value = 2
      #expect((dial.writes, dial.level) == (2, 2))
      #expect(misuses { dial.level = .nan }.isEmpty)
    }
    #expect((volume.value.isNaN, dial.level.isNaN) == (true, true))
    #expect(dial.writes <= 4)
    volume.value = 3
    #expect(dial.level == 3)
  }

  @Test func `so is one of an optional property`() {
    let dial = Dial<Double?>(0)
    let volume = StoredProperty(1.0)
    let binding = updater.bind(object: dial, keyPath: \.level, with: volume)
    dial.onEdit = { binding.pull() }
    dial.writes = 0
    #expect(misuses { volume.value = .nan }.isEmpty)
    #expect((dial.writes, dial.level?.isNaN) == (1, true))
  }

  @Test func `so is a value that no rule tells apart`() {
    let dial = Dial(Opaque(number: 0))
    let volume = StoredProperty(Opaque(number: 1))
    let binding = updater.bind(object: dial, keyPath: \.level, with: volume)
    dial.onEdit = { binding.pull() }
    dial.writes = 0
    #expect(misuses { volume.value.number = 7 }.isEmpty)
    #expect((dial.writes, dial.level.number, volume.value.number) == (1, 7, 7))
  }

  @Test func `an object that corrects what is written to it is asked once, and both agree`() {
    let dial = Dial(0)
    dial.correct = { $0 % 2 == 0 ? $0 : $0 + 1 }
    let volume = StoredProperty(0)
    let binding = updater.bind(object: dial, keyPath: \.level, with: volume)
    dial.onEdit = { binding.pull() }
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(volume.value) }
    dial.writes = 0
    checkingInvariants(of: [volume]) { volume.value = 7 }
    #expect((dial.writes, dial.level, volume.value) == (1, 8, 8))
    #expect(seen.last == 8)
    volume.value = 9
    #expect((dial.level, volume.value) == (10, 10))
  }

  @Test func `what another effect sets back meanwhile is shown again`() {
    let dial = Dial(0)
    dial.correct = { min($0, 10) }
    let volume = StoredProperty(1)
    let binding = updater.bind(object: dial, keyPath: \.level, with: volume)
    dial.onEdit = { binding.pull() }
    updater.keepUpToDate { if volume.value == 10 { volume.value = 1 } }
    checkingInvariants(of: [volume]) { volume.value = 12 }
    #expect((volume.value, dial.level) == (1, 1))
  }

  @Test func `two stored properties that are bound pass on a NaN once`() {
    let (first, second) = (StoredProperty(0.0), StoredProperty(0.0))
    updater.bind(first, second)
    var runs = 0
    updater.keepUpToDate {
      _ = (first.value, second.value)
      runs += 1
    }
    checkingInvariants(of: [first, second]) {
      #expect(misuses { first.value = .nan }.isEmpty)
      #expect(second.value.isNaN)
      #expect(misuses { second.value = .nan }.isEmpty)
    }
    #expect(runs <= 5)
  }

  @Test func `properties in time come to rest with a NaN`() {
    let clock = ManualClock()
    let source = StoredProperty(0.0)
    let second = Duration.seconds(1)
    let timed = [
      source.debounced(for: second, clock: clock), source.throttled(for: second, clock: clock),
      source.delayed(by: second, clock: clock),
    ]
    let previous = source.previous()
    var runs = 0
    updater.keepUpToDate {
      for property in timed { _ = (property.value, property.isPending) }
      _ = previous.value
      runs += 1
    }
    let reports = misuses {
      source.value = .nan
      clock.advance(by: .seconds(10))
    }
    #expect(reports.isEmpty)
    #expect(timed.allSatisfy { $0.value.isNaN && !$0.isPending })
    #expect(runs <= 10)
    clock.advance(by: .seconds(10))
    #expect(clock.alarmCount == 0)
  }
}
