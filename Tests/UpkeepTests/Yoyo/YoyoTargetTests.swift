import Testing

@testable import Upkeep

/// Weak targets with a closure that gets the target, in place of Yoyo's curried method.
@Suite(.leavesNothing) struct YoyoTargetTests {
  private struct Refused: Error {}

  private final class Screen {
    var log: [Int] = []
    let updater = Updater()
    let source: StoredProperty<Int>

    init(_ source: StoredProperty<Int>) { self.source = source }

    func redraw() { log.append(source.value) }
    func save() throws { if source.value > 5 { throw Refused() } }
    static func refresh(_ screen: Screen) { screen.log.append(screen.source.value + 100) }
  }

  private let source = StoredProperty(1)
  private let other = StoredProperty(1)

  @Test func `a closure and a static function keep a target up to date`() {
    let screen = Screen(source)
    screen.updater.keepUpToDate(screen, Screen.refresh)
    screen.updater.keepUpToDate(screen) { screen in screen.redraw() }
    screen.updater.keepUpToDate(screen) { $0.redraw() }
    screen.updater.keepUpToDate(screen) { $0.log.append($0.source.value + 200) }
    screen.updater.keepUpToDate(screen) { screen in
      let value = screen.source.value
      screen.log.append(value + 300)
    }
    #expect(screen.log == [101, 1, 1, 201, 301])
    screen.log = []
    checkingInvariants(of: [source]) { source.value = 2 }
    #expect(screen.log == [102, 2, 2, 202, 302])
  }

  @Test func `with a list the closure's own reads are not followed`() {
    let screen = Screen(source)
    let updater = Updater()
    updater.keepUpToDate(screen, dependencies: [other], name: "listed") { $0.redraw() }
    checkingInvariants(of: [source, other]) {
      source.value = 2
      #expect(screen.log == [1])
      other.value = 2
    }
    #expect(screen.log == [1, 2])
  }

  @Test func `the target is held weakly, and the effect ends with it`() {
    var screen: Screen? = Screen(source)
    weak let observed = screen
    let updater = Updater()
    var token: EffectToken?
    var runs = 0
    if let screen {
      screen.updater.keepUpToDate(screen) { $0.redraw() }
      token = updater.keepUpToDate(screen) { screen in
        runs += 1
        screen.redraw()
      }
    }
    screen = nil
    #expect(observed == nil)
    source.value = 2
    #expect((runs, token?.isCancelled) == (1, true))
    #expect(source.subscriberCount == 0)
  }

  @Test func `a closure that fails is told of, and goes on`() {
    let screen = Screen(source)
    let updater = Updater()
    var errors = 0
    updater.keepUpToDate(screen, onError: { _ in errors += 1 }) { screen in try screen.save() }
    updater.keepUpToDate(screen, onError: { _ in errors += 10 }) { try $0.save() }
    let mistakes = recordingMistakes {
      updater.keepUpToDate(screen, name: "saving") { try $0.save() }
      source.value = 6
      source.value = 7
      source.value = 1
    }
    #expect(errors == 22)
    #expect(mistakes.count == 2)
  }
}
