import Testing
import Upkeep
import UpkeepScope

private enum Sound {
  static let volume = Atom(3)
  static let limited = Atom(3, changes: ChangeRule { _, new in new <= 10 })
}

/// Bound values, and bindings that keep a plain object and a bound value equal, both ways.
@Suite(.leavesNothing) struct BoundBindingTests {
  private final class Slider<Level> {
    var level: Level {
      didSet {
        written.append(level)
        onEdit()
      }
    }
    var written: [Level] = []
    var onEdit: () -> Void = {}

    init(_ level: Level) { self.level = level }
  }

  private let scope = Scope()
  private let updater = Updater()
  private let slider = Slider(0)

  private func bind(_ bound: Bound<Int>) -> ObjectBinding {
    updater.bind(object: slider, keyPath: \.level, with: bound)
  }

  @Test func `a bound object shows the value, and is written once for each change`() {
    _ = bind(scope.bound(Sound.volume))
    #expect(slider.level == 3)
    scope[Sound.volume] = 5
    scope[Sound.volume] = 5
    #expect(slider.written == [3, 5])
  }

  @Test func `a value that was written to an object is brought back by a pull`() {
    let binding = bind(scope.bound(Sound.volume))
    for level in [8, 9, 9] {
      slider.level = level
      binding.pull()
      #expect(scope[Sound.volume] == level)
    }
  }

  @Test func `the object shows the value if the value was refused or corrected`() {
    let limited = bind(scope.bound(Sound.limited))
    for (level, taken) in [(11, 3), (10, 10)] {
      slider.level = level
      limited.pull()
      #expect((slider.level, scope[Sound.limited]) == (taken, taken))
    }
    limited.cancel()
    let even = bind(
      Bound(get: { [scope] in scope[Sound.volume] / 2 * 2 }) { [scope] in
        scope[Sound.volume] = $0
      })
    #expect(slider.level == 2)
    for _ in 1...2 {
      slider.level = 7
      even.pull()
      #expect((slider.level, scope[Sound.volume]) == (6, 7))
    }
  }

  @Test func `an object is held weakly, and its scope as long as the object is bound`() {
    weak var gone: Slider<Int>?
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
    let binding = bind(scope.bound(Sound.volume))
    binding.cancel()
    scope[Sound.volume] = 7
    #expect(slider.level == 3)
    slider.level = 1
    binding.pull()
    #expect(scope[Sound.volume] == 7)
  }

  @Test func `an object that pulls when it is written is written a NaN once`() {
    let level = Atom(1.0)
    let dial = Slider(0.0)
    let binding = updater.bind(object: dial, keyPath: \.level, with: scope.bound(level))
    dial.onEdit = { binding.pull() }
    dial.written = []
    let reports = mistakes {
      scope[level] = .nan
      #expect((dial.written.count, dial.level.isNaN) == (1, true))
      scope[level] = 2
      #expect((dial.written.count, dial.level) == (2, 2))
      dial.level = .nan
      #expect((scope[level].isNaN, dial.level.isNaN) == (true, true))
    }
    #expect(dial.written.count <= 4 && reports == [])
  }

  @Test func `an object that pulls when it is written comes to rest at a value without a rule`() {
    struct Opaque { var number: Int }
    let level = Atom(Opaque(number: 1))
    let dial = Slider(Opaque(number: 0))
    let binding = updater.bind(object: dial, keyPath: \.level, with: scope.bound(level))
    dial.onEdit = { binding.pull() }
    let reports = mistakes { scope[level].number = 7 }
    #expect((reports, dial.level.number, scope[level].number) == ([], 7, 7))
  }

  @Test func `a stored property gives a bound value, for a function that takes one`() {
    let level = StoredProperty(2)
    let binding = bind(level.bound)
    level.bound.map(to: { $0 / 10 }, from: { $0 * 10 }).value = 3
    #expect((slider.level, level.value) == (30, 30))
    slider.level = 4
    binding.pull()
    #expect(level.value == 4)
  }

  // MARK: - Bound values that are converted

  @Test func `a converted value is read with tracking, and written back`() {
    let text = scope.bound(Sound.volume).map(to: { "\($0)" }, from: { Int($0) ?? 0 })
    var seen: [String] = []
    updater.keepUpToDate { seen.append(text.value) }
    text.value = "31"
    #expect(scope[Sound.volume] == 31)
    scope[Sound.volume] = 32
    text.value = "none"
    #expect(seen == ["3", "31", "32", "0"])
  }

  @Test func `conversions are chained, also behind parts`() {
    struct Point: Equatable { var x: Int? }
    let atom = Atom(Point())
    let text = scope.bound(atom).map(\.x).map(to: { $0 ?? 7 }, from: { $0 })
      .map(to: { "\($0)" }, from: { Int($0) ?? 0 })
    #expect(text.value == "7")
    text.value += "0"
    #expect(scope[atom] == Point(x: 70))
  }
}
