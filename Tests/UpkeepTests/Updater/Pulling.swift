import Testing

@testable import Upkeep

/// Bindings between an object and a stored property, both ways.
@Suite(.leavesNothing) struct Pulling {
  private final class Slider {
    var level = 0 { didSet { writes.append(level) } }
    var writes: [Int] = []
  }

  let updater = scopedUpdater()
  let volume = StoredProperty(3)

  @Test func `the property wins at the start, and the object when it is pulled`() {
    let slider = Slider()
    slider.level = 8
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(volume.value) }
    checkingInvariants(of: [volume]) {
      let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
      #expect(slider.level == 3)
      slider.level = 5
      #expect(volume.value == 3)
      binding.pull()
      volume.value = 6
    }
    #expect(slider.level == 6)
    #expect(seen == [3, 5, 6])
  }

  @Test func `pulling an equal value changes nothing`() {
    let slider = Slider()
    var runs = 0
    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    updater.keepUpToDate(dependencies: [volume]) { runs += 1 }
    checkingInvariants(of: [volume]) {
      binding.pull()
      binding.pull()
    }
    #expect(runs == 1)
    #expect(slider.level == 3)
  }

  @Test func `what the rule refuses is undone in the object`() {
    let slider = Slider()
    let coarse = StoredProperty(0, changes: ChangeRule { abs($0 - $1) >= 10 })
    let binding = updater.bind(object: slider, keyPath: \.level, with: coarse)
    checkingInvariants(of: [coarse]) {
      slider.level = 9
      binding.pull()
      #expect(slider.level == 0)
      slider.level = 10
      binding.pull()
    }
    #expect(coarse.value == 10)
    #expect(slider.level == 10)
  }

  @Test func `what a derivation tries to pull is refused, reported and undone`() {
    let slider = Slider()
    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    slider.level = 7
    let derived = DerivedProperty {
      binding.pull()
      return 1
    }
    let mistakes = recordingMistakes { _ = derived.value }
    #expect(mistakes.count == 1)
    #expect(mistakes.allSatisfy { $0.hasPrefix("writeInDerivation") })
    #expect(volume.value == 3)
    #expect(slider.level == 3)
  }

  @Test func `an object that is gone is not pulled`() {
    var slider: Slider? = Slider()
    weak let gone = slider
    let binding = slider.map { updater.bind(object: $0, keyPath: \.level, with: volume) }
    slider?.level = 9
    checkingInvariants(of: [volume]) {
      slider = nil
      #expect(gone == nil)
      binding?.pull()
      #expect(volume.value == 3)
      volume.value = 4
      binding?.pull()
    }
    #expect(binding?.isCancelled == true)
    #expect(volume.value == 4)
    #expect(volume.subscriberCount == 0)
  }

  @Test func `a binding that was cancelled, or whose updater is gone, pulls nothing`() {
    let slider = Slider()
    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    var owner: Updater? = Updater()
    let other = owner?.bind(object: slider, keyPath: \.level, with: volume)
    checkingInvariants(of: [volume]) {
      binding.cancel()
      owner = nil
      slider.level = 9
      binding.pull()
      other?.pull()
      volume.value = 4
    }
    #expect(owner == nil && binding.isCancelled && other?.isCancelled == true)
    #expect(volume.value == 4)
    #expect(slider.level == 9)
  }

  @Test func `in a batch the last pull or write counts, and effects run once`() {
    let slider = Slider()
    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(volume.value) }
    checkingInvariants(of: [volume]) {
      batch {
        slider.level = 5
        binding.pull()
        #expect(volume.value == 5)
        slider.level = 6
        binding.pull()
        volume.value = 7
      }
      #expect(slider.level == 7)
      batch {
        slider.level = 1
        binding.pull()
        volume.value = 7
      }
    }
    #expect(seen == [3, 7])
    #expect(volume.value == 7)
  }

  @Test func `a transaction that throws takes back what was pulled`() {
    struct Undo: Error {}
    let slider = Slider()
    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    checkingInvariants(of: [volume]) {
      try? transaction {
        slider.level = 5
        binding.pull()
        throw Undo()
      }
    }
    #expect(volume.value == 3)
  }

  @Test func `two objects bound to one property follow one another`() {
    let left = Slider()
    let right = Slider()
    let binding = updater.bind(object: left, keyPath: \.level, with: volume)
    updater.bind(object: right, keyPath: \.level, with: volume)
    checkingInvariants(of: [volume]) {
      left.level = 5
      binding.pull()
    }
    #expect(right.writes == [3, 5])
  }
}
