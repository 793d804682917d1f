import Testing

@testable import Upkeep

/// The forms of `keepUpToDate` with a weak target, and with declared dependencies.
@Suite(.leavesNothing) struct EffectsTargets {
  final class Screen {
    let source: StoredProperty<Int>
    let updater: Updater
    let log: (String) -> Void

    init(_ source: StoredProperty<Int>, _ updater: Updater, _ log: @escaping (String) -> Void) {
      self.source = source
      self.updater = updater
      self.log = log
    }

    deinit { log("deinit") }

    func update() { log("update \(source.value)") }
  }

  let updater = scopedUpdater()
  let source = StoredProperty(0)

  @Test func `the target is not retained and not called once it is gone`() {
    var log: [String] = []
    var screen: Screen? = Screen(source, Updater()) { log.append($0) }
    if let screen { updater.keepUpToDate(screen) { $0.update() } }
    checkingInvariants(of: [source]) {
      source.value = 1
      screen = nil
      source.value = 2
    }
    #expect(screen == nil)
    #expect(log == ["update 0", "update 1", "deinit"])
  }

  @Test func `the same with declared dependencies`() {
    let other = StoredProperty(0)
    var log: [String] = []
    var screen: Screen? = Screen(source, Updater()) { log.append($0) }
    if let screen { updater.keepUpToDate(screen, dependencies: [other]) { $0.update() } }
    checkingInvariants(of: [source, other]) {
      source.value = 1
      other.value = 1
      screen = nil
      other.value = 2
    }
    #expect(screen == nil)
    #expect(log == ["update 0", "update 1", "deinit"])
    #expect(other.subscriberCount == 0)
  }

  @Test func `the effect of a target that is gone is removed by the next notification`() {
    var screen: Screen? = Screen(source, Updater()) { _ in }
    let token = screen.map { updater.keepUpToDate($0) { $0.update() } }
    checkingInvariants(of: [source]) {
      #expect(source.subscriberCount == 1)
      screen = nil
      source.value = 1
    }
    #expect(screen == nil)
    #expect(source.subscriberCount == 0)
    #expect(attachedEdges(of: source).isEmpty)
    #expect(token?.isCancelled == true)
  }

  @Test func `a target that owns the updater is freed, and its effects with it`() {
    var log: [String] = []
    var screen: Screen? = Screen(source, Updater()) { log.append($0) }
    if let screen {
      screen.updater.keepUpToDate(screen) { $0.update() }
      screen.updater.keepUpToDate(screen, dependencies: [source]) { $0.update() }
    }
    log = []
    checkingInvariants(of: [source]) {
      screen = nil
      #expect(source.subscriberCount == 0)
      source.value = 1
    }
    #expect(screen == nil)
    #expect(log == ["deinit"])
  }

  // source ─> double ─┬─> effect
  //    └────> triple ─┘
  @Test func `two related dependencies are one run per write, with both fresh`() {
    let double = source.map { $0 * 2 }
    let triple = source.map { $0 * 3 }
    var log: [[Int]] = []
    updater.keepUpToDate(dependencies: [double, triple]) {
      log.append([double.value, triple.value])
    }
    checkingInvariants(of: [source]) { source.value = 2 }
    #expect(log == [[0, 0], [4, 6]])
  }

  @Test func `a dependency listed twice, or with what it follows, is one run`() {
    let double = source.map { $0 * 2 }
    var log: [[Int]] = []
    updater.keepUpToDate(dependencies: [double, source, double, source]) {
      log.append([source.value, double.value])
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == [[0, 0], [1, 2], [2, 4]])
  }
}
