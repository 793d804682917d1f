import Testing

@testable import Upkeep

/// Weak targets with a closure that gets the target, in place of Yoyo's curried method.
@Suite(.leavesNothing) struct YoyoTargetTests {
  private final class Screen {
    var log: [Int] = []
    let updater = Updater()
    let source: StoredProperty<Int>

    init(_ source: StoredProperty<Int>) { self.source = source }

    func redraw() { log.append(source.value) }
    func save() throws { if source.value > 5 { throw Refusal() } }
    static func refresh(_ screen: Screen) { screen.log.append(screen.source.value + 100) }
  }

  private let source = StoredProperty(1)

  @Test func `closures and a static function keep a target up to date`() {
    let screen = Screen(source)
    screen.updater.keepUpToDate(screen, Screen.refresh)
    screen.updater.keepUpToDate(screen) { screen in screen.redraw() }
    screen.updater.keepUpToDate(screen) { $0.log.append($0.source.value + 200) }
    screen.updater.keepUpToDate(screen) { screen in
      let value = screen.source.value
      screen.log.append(value + 300)
    }
    checkingInvariants(of: [source]) { source.value = 2 }
    #expect(screen.log == [101, 1, 201, 301, 102, 2, 202, 302])
  }

  @Test func `a closure that fails for its target is told of, and goes on`() {
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
