import Testing

@testable import Upkeep

/// Law 8: loops of effects are stopped and named, and nodes beside them are brought up to date;
/// other work that repeats is not stopped.
@Suite(.leavesNothing) struct LoopTests {
  let updater = scopedUpdater()
  let source = StoredProperty(0, name: "source")
  let isOn = StoredProperty(false, name: "isOn")
  let copy = StoredProperty(0, name: "copy")

  /// The mistakes reported during `body`, each without the properties that its effects have read.
  private func loops(_ body: () -> Void) -> [String] {
    checkingInvariants(of: [source, isOn, copy]) { recordingMistakes(body) }
      .map { String($0.prefix { $0 != ";" }) }
  }

  @Test(arguments: [false, true])
  func `a loop that begins in an effect's first run is stopped`(isEdit: Bool) {
    var runs = 0
    let reports = loops {
      updater.keepUpToDate(name: "a") {
        runs += 1
        if isEdit { source.value += 1 } else { source.value = source.value + 1 }
      }
    }
    // One run when the effect is made, and 1,000 in the flush that this run causes.
    #expect(runs == 1_001)
    #expect(reports == ["runawayFlush: a"])
  }

  // count[0] ─> effect 0 ─> count[1] ─> effect 1 ─> ... ─> count[0]
  @Test(arguments: [1, 2, 3])
  func `a cycle of effects is stopped each time, and its members named`(length: Int) {
    let counts = (0..<length).map { StoredProperty(0, name: "count\($0)") }
    var runs = Array(repeating: 0, count: length)
    for index in 0..<length {
      updater.keepUpToDate(name: "effect\(index)") {
        runs[index] += 1
        if counts[index].value > 0 { counts[(index + 1) % length].value = counts[index].value + 1 }
      }
    }
    for _ in 0..<2 {
      counts[0].value = 0
      runs = Array(repeating: 0, count: length)
      let reports = checkingInvariants(of: counts) { recordingMistakes { counts[0].value = 1 } }
      #expect(runs.allSatisfy { 989...1_001 ~= $0 }, "\(runs)")
      #expect(reports.count == 1)
      let named = reports[0].replacing("runawayFlush: ", with: "").split(separator: "; ")
        .map { Set($0.split(separator: ", ").map(String.init)) }
      let all = ["effect", "count"].map { name in Set((0..<length).map { "\(name)\($0)" }) }
      #expect(named == all)
    }
  }

  // source ─> double ─> effect ─ writes ─> source
  @Test func `a loop through a derived value is stopped, and its value is named`() {
    let double = source.map(name: "double") { $0 &* 2 }
    var runs = 0
    updater.keepUpToDate(name: "effect") {
      runs += 1
      if double.value > 0 { source.value = 3 - double.value / 2 }
    }
    let reports = checkingInvariants(of: [source]) { recordingMistakes { source.value = 1 } }
    #expect(runs == 1_001)
    #expect(reports == ["runawayFlush: effect; double"])
  }

  @Test(arguments: [false, true])
  func `two loops in one flush are both reported, also if one begins late`(isLate: Bool) {
    var runs = 0
    updater.keepUpToDate(name: "a") {
      if source.value > 0 { source.value = source.value + 1 }
      if isLate, source.value == 500 { copy.value = 1 }
    }
    updater.keepUpToDate(name: "b") {
      runs += 1
      if copy.value > 0 { copy.value = copy.value + 1 }
    }
    let reports = loops {
      batch {
        source.value = 1
        if !isLate { copy.value = 1 }
      }
    }
    let named = reports.joined(separator: ", ").replacing("runawayFlush: ", with: "")
    #expect(Set(named.split(separator: ", ")) == ["a", "b"])
    #expect(runs <= 1_001)
  }

  @Test func `a loop whose effect cancels itself in time is none`() {
    var runs = 0
    updater.keepUpToDate { token in
      runs += 1
      if source.value > 0 { source.value = source.value + 1 }
      if runs == 900 { token.cancel() }
    }
    #expect(loops { source.value = 1 }.isEmpty)
    #expect(runs == 900)
    #expect(source.subscriberCount == 0)
  }

  @Test func `effects that make and cancel one another in a loop are freed`() {
    var made: EffectToken?
    updater.keepUpToDate {
      let value = source.value
      made?.cancel()
      made = updater.keepUpToDate { if value < 500, value > 0 { copy.value = value } }
      if value < 500, value > 0 { source.value = value + 1 }
    }
    #expect(loops { source.value = 1 }.isEmpty)
    #expect((source.value, copy.value) == (500, 499))
    #expect(source.subscriberCount == 1)
  }

  enum Keeper: CaseIterable, Sendable { case startOfTurn, log }

  /// The end of a turn releases the values with which the turn began, and properties that only its
  /// log keeps.
  @Test(arguments: Keeper.allCases)
  func `a loop through objects released at the end of the turn is stopped`(keeper: Keeper) {
    var runs = 0
    var isOver = false
    let makeNext = { Witness { if !isOver { source.value += 1 } } }
    let holder = StoredProperty<Witness?>(makeNext())
    updater.keepUpToDate(name: "a") {
      runs += 1
      if source.value == 0 || isOver || runs > 2_000 { return }
      let witness = makeNext()
      switch keeper {
      case .startOfTurn: holder.value = witness
      case .log:
        let dropped = StoredProperty(
          0,
          changes: ChangeRule { old, new in withExtendedLifetime(witness) { old != new } })
        dropped.value = 1
      }
    }
    let reports = loops { source.value = 1 }
    isOver = true
    #expect(runs <= 1_002)
    #expect(reports == ["runawayFlush: a"])
  }

  // MARK: - Beside a loop

  /// Adds the effects of a loop, and younger ones; starts the loop, and expects its report.
  private func expectLoop(
    _ length: Int, sourceLocation: SourceLocation = #_sourceLocation, addYounger: () -> Void = {}
  ) {
    let links = [source] + (1..<length).map { StoredProperty(0, name: "link\($0)") }
    for index in 0..<length {
      updater.keepUpToDate(name: "culprit\(index)") {
        if isOn.value { links[(index + 1) % length].value = links[index].value + 1 }
      }
    }
    addYounger()
    let culprits = (0..<length).map { "culprit\($0)" }.joined(separator: ", ")
    #expect(startLoop() == ["runawayFlush: \(culprits)"], sourceLocation: sourceLocation)
  }

  private func startLoop() -> [String] { loops { isOn.value = true } }

  @Test(arguments: 1...3)
  func `effects and bindings are right after a loop, not named, and then run once for each change`(
    length: Int
  ) {
    let double = source.map { $0 * 2 }
    var log: [Int] = []
    let (bound, written, even) = (StoredProperty(0), StoredProperty(0), StoredProperty(0))
    updater.bind(source, bound)
    updater.keepUpToDate { written.value = source.value }
    // An effect that corrects its own writes.
    let step = length == 1 ? 4 : 2
    updater.keepUpToDate {
      if even.value < source.value { even.value = source.value }
      if even.value % step != 0 { even.value += 1 }
    }
    func expectAll(_ value: Int) {
      #expect([source, bound, written, copy].map(\.value) == [value, value, value, value])
      #expect(even.value == (value + step - 1) / step * step)
      #expect(log.last == value * 2)
    }
    expectLoop(length) {
      updater.keepUpToDate { copy.value = written.value }
      updater.keepUpToDate { log.append(double.value) }
    }
    if length == 1 { #expect(source.value == 1_000) }
    expectAll(source.value)
    isOn.value = false
    log = []
    source.value += 1
    expectAll(source.value)
    batch { source.value += 1 }
    expectAll(source.value)
    #expect(log.count == 2)
  }

  @Test(arguments: 1...3)
  func `timed properties are right after a loop, and wait for nothing`(length: Int) {
    let clock = ManualClock()
    let previous = source.previous()
    let second = Duration.seconds(1)
    let timed = [
      source.debounced(for: second, clock: clock), source.throttled(for: second, clock: clock),
      source.delayed(by: second, clock: clock),
    ]
    expectLoop(length)
    clock.advance(by: .seconds(60))
    let end = source.value
    #expect(timed.map(\.value) == [end, end, end])
    #expect(timed.map(\.isPending) == [false, false, false])
    if length == 1 { #expect((end, previous.value) == (1_000, 999)) }
    #expect(previous.value != end)
    isOn.value = false
    source.value = 7
    #expect(previous.value == end)
  }

  @Test(arguments: 1...3)
  func `transitions of a loop are told without a gap`(length: Int) {
    var last: Int?
    var gaps = 0
    updater.onTransition(source) { old, new in
      if old != last { gaps += 1 }
      last = new
      copy.value = new
    }
    expectLoop(length)
    #expect((last, gaps, copy.value) == (source.value, 0, source.value))
    if length == 1 { #expect(source.value == 1_000) }
  }

  @Test(arguments: 1...3, [false, true])
  func `an effect that is made in the middle of a loop is right after it`(
    length: Int, isOlder: Bool
  ) {
    var inner: EffectToken?
    func addBystander() {
      updater.keepUpToDate {
        if source.value < 500 || inner != nil { return }
        inner = updater.keepUpToDate { copy.value = source.value }
      }
    }
    if isOlder { addBystander() }
    expectLoop(length) { if !isOlder { addBystander() } }
    #expect(copy.value == source.value)
    isOn.value = false
    source.value = 7
    #expect(copy.value == 7)
  }

  // source ─> bind ─> copy ─> culprit ─> source
  @Test func `a binding that a loop reads is right after it`() {
    updater.bind(source, copy, name: "binding")
    updater.keepUpToDate(name: "culprit") {
      if isOn.value { source.value += 1 }
      _ = copy.value
    }
    let reports = startLoop()
    #expect(reports.count == 1 && reports[0].contains("culprit"))
    #expect((source.value, copy.value) == (1_000, 1_000))
  }

  @Test func `an effect that runs more than 1,000 times without a loop is no loop`() {
    let cells = (0...1_300).map { _ in StoredProperty(0) }
    var runs = 0
    updater.keepUpToDate {
      runs += 1
      copy.value = cells.reduce(0) { $0 + $1.value }
    }
    for (cell, next) in zip(cells, cells.dropFirst()) {
      updater.keepUpToDate { next.value = cell.value }
    }
    #expect(misuses { cells[0].value = 1 }.isEmpty)
    #expect(copy.value == 1_301)
    #expect(runs > 1_200)
  }

  @Test func `an effect beside a loop through a deinit at the end of the turn is right after it`() {
    var isOver = false
    let makeNext = { Witness { if !isOver { source.value += 1 } } }
    let holder = StoredProperty<Witness?>(makeNext())
    updater.keepUpToDate(name: "older") { copy.value = source.value }
    updater.keepUpToDate(name: "culprit") {
      if isOn.value, source.value >= 0 { holder.value = makeNext() }
    }
    let younger = StoredProperty(0)
    updater.keepUpToDate(name: "younger") { younger.value = source.value }
    #expect(startLoop() == ["runawayFlush: culprit"])
    #expect(source.value > 900)
    #expect((copy.value, younger.value) == (source.value, source.value))
    isOver = true
    holder.value = nil
  }

  @Test func `an effect that is paused or cancelled while it is held does not run`() {
    let other = Updater()
    var runs = 0
    let isPaused = StoredProperty(false)
    other.keepUpToDate {
      runs += 1
      if isOn.value { source.value += 1 }
    }
    updater.keepUpToDate { if source.value == 990 { isPaused.value = true } }
    updater.keepUpToDate { if isPaused.value { other.pause() } }
    #expect(startLoop().isEmpty)
    #expect(runs == 991)
    isOn.value = false
    checkingInvariants(of: [source, isOn]) { other.unpause() }
    #expect(runs == 992)
  }

  @Test func `a liveness handler beside a loop of handlers is told the right state`() {
    let (x, y) = (StoredProperty(0, name: "x"), StoredProperty(0, name: "y"))
    let isNeeded = StoredProperty(false)
    updater.keepUpToDate {
      if !isNeeded.value { return }
      _ = x.value
      _ = y.value
    }
    var told: [Bool] = []
    y.livenessHandler = { told.append($0) }
    x.livenessHandler = { isNeeded.value = !$0 }
    let mistakes = misuses { isNeeded.value = true }.map { "\($0)" }
    #expect(mistakes.count == 1 && mistakes[0].contains("the liveness handler of x"))
    isNeeded.value = true
    x.livenessHandler = nil
    for isOn in [false, true, false] {
      isNeeded.value = isOn
      #expect(told.last == isOn)
    }
    y.livenessHandler = nil
  }
}
