import Testing

@testable import Upkeep

/// The runs of effects, also of effects with a weak target or with declared dependencies.
@Suite(.leavesNothing) struct EffectsRunning {
  final class Screen {
    let source: StoredProperty<Int>
    let updater = Updater()
    let log: (String) -> Void

    init(_ source: StoredProperty<Int>, _ log: @escaping (String) -> Void) {
      self.source = source
      self.log = log
    }

    deinit { log("deinit") }

    func update() { log("update \(source.value)") }
  }

  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)

  @Test func `effects on one source run in order of creation, across owners and ended effects`() {
    let other = Updater()
    let log = RunLog<Int>()
    let tokens = (0..<8).map { number in
      (number.isMultiple(of: 3) ? other : updater).keepUpToDate {
        _ = (source.value, log.append(number))
      }
    }
    tokens[2].cancel()
    updater.keepUpToDate { _ = (source.value, log.append(8)) }
    log.expectNew([0, 1, 3, 4, 5, 6, 7, 8, 0, 1, 3, 4, 5, 6, 7, 8], around: [source]) {
      for value in [1, 2] { source.value = value }
    }
  }

  // isOpen ─> 1, 2, 3     source ─> 1 and 3 only while open, 2 always
  @Test func `effects run in order of creation after dependencies flip`() {
    let isOpen = StoredProperty(true)
    let log = RunLog<Int>()
    for number in 1...3 {
      updater.keepUpToDate {
        if number == 2 || isOpen.value { _ = source.value }
        log.append(number)
      }
    }
    log.expectNew([1, 3, 1, 3, 0, 1, 2, 3, 0, 1, 2, 3], around: [source, isOpen]) {
      isOpen.value = false
      isOpen.value = true
      log.append(0)
      source.value = 1
      log.append(0)
      source.value = 2
    }
  }

  @Test(arguments: [false, true])
  func `a target is not retained, and its effect ends with the next change`(isDeclared: Bool) {
    let log = RunLog<String>()
    var screen: Screen? = Screen(source) { log.append($0) }
    let token = screen.map { screen in
      updater.keepUpToDate(screen, dependencies: isDeclared ? [other] : nil) { $0.update() }
    }
    log.expect(["update 0", "update 1", "deinit"], around: [source, other]) {
      source.value = 1
      other.value = 1
      screen = nil
      #expect(source.subscriberCount + other.subscriberCount == 1)
      source.value = 2
      other.value = 2
    }
    #expect((token?.isCancelled, source.subscriberCount + other.subscriberCount) == (true, 0))
    #expect(attachedEdges(of: source).isEmpty)
  }

  @Test func `a target that owns the updater is freed, and its effects with it`() {
    let log = RunLog<String>()
    var screen: Screen? = Screen(source) { log.append($0) }
    if let screen {
      screen.updater.keepUpToDate(screen) { $0.update() }
      screen.updater.keepUpToDate(screen, dependencies: [source]) { $0.update() }
    }
    log.expectNew(["deinit"], around: [source]) {
      screen = nil
      #expect(source.subscriberCount == 0)
      source.value = 1
    }
  }

  // source ─> double ─┬─> effect
  //    └────> triple ─┘
  @Test func `dependencies listed twice, or with their inputs, are one run with fresh values`() {
    let double = source.map { $0 * 2 }
    let triple = source.map { $0 * 3 }
    let log = RunLog<[Int]>()
    updater.keepUpToDate(dependencies: [double, triple, source, double, source]) {
      log.append([source.value, double.value, triple.value])
    }
    log.expect([[0, 0, 0], [1, 2, 3], [2, 4, 6]], around: [source]) {
      for value in [1, 2] { source.value = value }
    }
  }
}
