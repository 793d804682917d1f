import Testing

@testable import Upkeep

/// Bindings between an object and a stored property, both ways.
@Suite(.leavesNothing) struct Pulling {
  /// An object that may pull when its own binding writes it.
  private final class Dial<Value> {
    var level: Value {
      didSet {
        writes.append(level)
        if let correct { level = correct(level) }
        onEdit?()
      }
    }
    var writes: [Value] = []
    var correct: ((Value) -> Value)?
    var onEdit: (() -> Void)?
    init(_ level: Value) { self.level = level }
  }

  private struct Opaque { var number: Int }

  let updater = scopedUpdater()
  let volume = StoredProperty(3)
  let seen = RunLog<Int>()

  @Test func `the property wins at the start, a pulled object later, and other objects follow`() {
    let (left, right) = (Dial(0), Dial(0))
    left.level = 8
    updater.keepUpToDate { seen.append(volume.value) }
    seen.expect([3, 5, 6], around: [volume]) {
      let binding = updater.bind(object: left, keyPath: \.level, with: volume)
      updater.bind(object: right, keyPath: \.level, with: volume)
      #expect(left.level == 3)
      left.level = 5
      #expect(volume.value == 3)
      for _ in 1...2 { binding.pull() }
      volume.value = 6
    }
    #expect((left.level, right.writes) == (6, [3, 5, 6]))
  }

  @Test func `a value that the rule refuses is undone in the object`() {
    let slider = Dial(0)
    let coarse = StoredProperty(0, changes: ChangeRule { abs($0 - $1) >= 10 })
    let binding = updater.bind(object: slider, keyPath: \.level, with: coarse)
    checkingInvariants(of: [coarse]) {
      slider.level = 9
      binding.pull()
      #expect(slider.level == 0)
      slider.level = 10
      binding.pull()
    }
    #expect((coarse.value, slider.level) == (10, 10))
  }

  @Test func `a pull inside a derivation is refused, reported and undone`() {
    let slider = Dial(0)
    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    slider.level = 7
    let derived = DerivedProperty {
      binding.pull()
      return 1
    }
    let mistakes = recordingMistakes { _ = derived.value }
    #expect(mistakes.map { $0.prefix { $0 != ":" } } == ["writeInDerivation"])
    #expect((volume.value, slider.level) == (3, 3))
  }

  @Test func `a binding that has ended, alone or with its updater or object, pulls nothing`() {
    let slider = Dial(0)
    var gone: Dial? = Dial(0)
    var owner: Updater? = Updater()
    let bindings = [
      updater.bind(object: slider, keyPath: \.level, with: volume),
      owner?.bind(object: slider, keyPath: \.level, with: volume),
      gone.map { updater.bind(object: $0, keyPath: \.level, with: volume) },
    ].compactMap { $0 }
    checkingInvariants(of: [volume]) {
      bindings[0].cancel()
      owner = nil
      slider.level = 9
      gone?.level = 9
      gone = nil
      for binding in bindings { binding.pull() }
      #expect(volume.value == 3)
      volume.value = 4
    }
    #expect(bindings.map(\.isCancelled) == [true, true, true])
    #expect((volume.value, slider.level, volume.subscriberCount) == (4, 9, 0))
  }

  @Test func `an optional of an object is pulled, but for nil and what the rule refuses`() {
    let field = Dial<String?>(nil)
    let short = StoredProperty("Ada", changes: ChangeRule { $1.count < 5 && $0 != $1 })
    var runs = 0
    checkingInvariants(of: [short]) {
      let binding = updater.bind(object: field, keyPath: \.level, with: short)
      updater.keepUpToDate(dependencies: [short]) { runs += 1 }
      for text in ["Bob", "Bob", nil, "Ada Lovelace"] {
        field.level = text
        binding.pull()
      }
    }
    #expect((short.value, runs) == ("Bob", 2))
    let refused = [nil, "Bob", "Ada Lovelace", "Bob"]
    #expect(field.writes == ["Ada", "Bob", "Bob", "Bob"] + refused)
  }

  @Test func `an optional property is bound to an optional one, nil both ways`() {
    let field = Dial<String?>(nil)
    let nickname = StoredProperty<String?>("Ada")
    let binding = updater.bind(object: field, keyPath: \.level, with: nickname)
    checkingInvariants(of: [nickname]) {
      field.level = nil
      binding.pull()
      #expect(nickname.value == nil)
      nickname.value = "Bob"
      nickname.value = nil
    }
    #expect(field.writes == ["Ada", nil, nil, "Bob", nil])
  }

  @Test func `a NaN is written to an object once, like any other number`() {
    let dial = Dial(0.0)
    let volume = StoredProperty(1.0)
    let binding = updater.bind(object: dial, keyPath: \.level, with: volume)
    dial.onEdit = { binding.pull() }
    dial.writes = []
    checkingInvariants(of: [volume]) {
      #expect(misuses { volume.value = .nan }.isEmpty)
      #expect((dial.writes.count, dial.level.isNaN, volume.value.isNaN) == (1, true, true))
      volume.value = 2
      #expect((dial.writes.count, dial.level) == (2, 2))
      #expect(misuses { dial.level = .nan }.isEmpty)
    }
    #expect(volume.value.isNaN && dial.level.isNaN && dial.writes.count <= 4)
    volume.value = 3
    #expect(dial.level == 3)
  }

  @Test func `a NaN of an optional property or a value that no rule tells apart is written once`() {
    let optional = Dial<Double?>(0)
    let number = StoredProperty(1.0)
    let numbers = updater.bind(object: optional, keyPath: \.level, with: number)
    optional.onEdit = { numbers.pull() }
    let dial = Dial(Opaque(number: 0))
    let opaque = StoredProperty(Opaque(number: 1))
    let binding = updater.bind(object: dial, keyPath: \.level, with: opaque)
    dial.onEdit = { binding.pull() }
    (optional.writes, dial.writes) = ([], [])
    let reports = misuses {
      number.value = .nan
      opaque.value.number = 7
    }
    #expect((reports.count, optional.writes.count, optional.level?.isNaN) == (0, 1, true))
    #expect((dial.writes.count, dial.level.number, opaque.value.number) == (1, 7, 7))
  }

  @Test func `an object that corrects a written value is read once, and both agree`() {
    let dial = Dial(0)
    dial.correct = { $0 % 2 == 0 ? $0 : $0 + 1 }
    let volume = StoredProperty(0)
    let binding = updater.bind(object: dial, keyPath: \.level, with: volume)
    dial.onEdit = { binding.pull() }
    let seen = Seen { volume.value }
    dial.writes = []
    checkingInvariants(of: [volume]) { volume.value = 7 }
    #expect((dial.writes, dial.level, volume.value, seen.values.last) == ([7], 8, 8, 8))
    volume.value = 9
    #expect((dial.level, volume.value) == (10, 10))
    dial.level = 4
    #expect((dial.level, volume.value, seen.values.last) == (4, 4, 4))
  }

  @Test func `a value that another effect sets back meanwhile is shown again`() {
    let dial = Dial(0)
    dial.correct = { min($0, 10) }
    let volume = StoredProperty(1)
    let binding = updater.bind(object: dial, keyPath: \.level, with: volume)
    dial.onEdit = { binding.pull() }
    updater.keepUpToDate { if volume.value == 10 { volume.value = 1 } }
    checkingInvariants(of: [volume]) { volume.value = 12 }
    #expect((volume.value, dial.level) == (1, 1))
  }

  @Test func `the last pull or write in a batch counts, and effects run once`() {
    let slider = Dial(0)
    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    updater.keepUpToDate { seen.append(volume.value) }
    seen.expect([3, 7], around: [volume]) {
      batch {
        for level in [5, 6] {
          slider.level = level
          binding.pull()
          #expect(volume.value == level)
        }
        volume.value = 7
      }
      #expect(slider.level == 7)
      batch {
        slider.level = 1
        binding.pull()
        volume.value = 7
      }
    }
    #expect(volume.value == 7)
  }
}
