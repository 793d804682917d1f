import Testing
import Upkeep
import UpkeepScope

private final class Slider {
  var level: Int {
    didSet { written.append(level) }
  }
  private(set) var written: [Int] = []
  var onDrag: () -> Void = {}

  init(_ level: Int) { self.level = level }

  func drag(to level: Int) {
    self.level = level
    onDrag()
  }
}

private enum Sound {
  static let volume = Atom(3)
  static let limited = Atom(3, changes: ChangeRule { _, new in new <= 10 })
}

/// A plain object and a bound value, kept equal both ways.
@Suite(.leavesNothing) struct BoundBindingTests {
  @Test func `an object shows what it is bound to, and is written once for each change`() {
    let scope = Scope()
    let updater = Updater()
    let slider = Slider(0)
    updater.bind(object: slider, keyPath: \.level, with: scope.bound(Sound.volume))
    #expect(slider.level == 3)
    scope[Sound.volume] = 5
    scope[Sound.volume] = 5
    #expect(slider.written == [3, 5])
  }

  @Test func `what was written to an object is brought back by a pull`() {
    let scope = Scope()
    let updater = Updater()
    let slider = Slider(0)
    let binding = updater.bind(
      object: slider, keyPath: \.level, with: scope.bound(Sound.volume))
    slider.onDrag = { binding.pull() }
    slider.drag(to: 8)
    #expect(scope[Sound.volume] == 8)
    slider.drag(to: 9)
    slider.drag(to: 9)
    #expect(scope[Sound.volume] == 9)
  }

  @Test func `what is not taken is undone in the object`() {
    let scope = Scope()
    let updater = Updater()
    let slider = Slider(0)
    let binding = updater.bind(
      object: slider, keyPath: \.level, with: scope.bound(Sound.limited))
    slider.level = 11
    binding.pull()
    #expect((slider.level, scope[Sound.limited]) == (3, 3))
    slider.level = 10
    binding.pull()
    #expect((slider.level, scope[Sound.limited]) == (10, 10))
  }

  @Test func `what something else was made of is shown by the object`() {
    let scope = Scope()
    let updater = Updater()
    let slider = Slider(0)
    let even = Bound(get: { scope[Sound.volume] / 2 * 2 }) { scope[Sound.volume] = $0 }
    let binding = updater.bind(object: slider, keyPath: \.level, with: even)
    #expect(slider.level == 2)
    slider.level = 7
    binding.pull()
    #expect((slider.level, scope[Sound.volume]) == (6, 7))
    slider.level = 7
    binding.pull()
    #expect((slider.level, scope[Sound.volume]) == (6, 7))
  }

  @Test func `an object is held weakly, and what it was bound to as long as it is bound`() {
    let updater = Updater()
    weak var gone: Slider?
    weak var kept: Scope?
    do {
      let (scope, slider) = (Scope(), Slider(0))
      let binding = updater.bind(
        object: slider, keyPath: \.level, with: scope.bound(Sound.volume))
      (gone, kept) = (slider, scope)
      binding.pull()
      #expect(!binding.isCancelled)
    }
    #expect(gone == nil)
    kept?[Sound.volume] = 4
    #expect(kept == nil)
  }

  @Test func `a binding that was cancelled moves nothing either way`() {
    let scope = Scope()
    let updater = Updater()
    let slider = Slider(0)
    let binding = updater.bind(
      object: slider, keyPath: \.level, with: scope.bound(Sound.volume))
    binding.cancel()
    scope[Sound.volume] = 7
    #expect(slider.level == 3)
    slider.level = 1
    binding.pull()
    #expect(scope[Sound.volume] == 7)
  }

  private final class Dial<Value> {
    var level: Value {
      didSet {
        writes += 1
        onEdit()
      }
    }
    var writes = 0
    var onEdit: () -> Void = {}
    init(_ level: Value) { self.level = level }
  }

  @Test func `an object that pulls when it is written is written a NaN once`() {
    let level = Atom(1.0)
    let scope = Scope()
    let updater = Updater()
    let dial = Dial(0.0)
    let binding = updater.bind(object: dial, keyPath: \.level, with: scope.bound(level))
    dial.onEdit = { binding.pull() }
    dial.writes = 0
    var mistakes = 0
    withMisuseHandler({ _ in mistakes += 1 }) {
      scope[level] = .nan
      #expect((dial.writes, dial.level.isNaN) == (1, true))
      scope[level] = 2
      #expect((dial.writes, dial.level) == (2, 2))
      dial.level = .nan
      #expect((scope[level].isNaN, dial.level.isNaN) == (true, true))
    }
    #expect(dial.writes <= 4)
    #expect(mistakes == 0)
  }

  @Test func `so is a value that no rule tells apart`() {
    struct Opaque { var number: Int }
    let level = Atom(Opaque(number: 1))
    let scope = Scope()
    let updater = Updater()
    let dial = Dial(Opaque(number: 0))
    let binding = updater.bind(object: dial, keyPath: \.level, with: scope.bound(level))
    dial.onEdit = { binding.pull() }
    var mistakes = 0
    withMisuseHandler({ _ in mistakes += 1 }) { scope[level].number = 7 }
    #expect((mistakes, dial.level.number, scope[level].number) == (0, 7, 7))
  }
}
