import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct MisuseHandlers {
  let source = StoredProperty(0, name: "source")
  let log = RunLog<String>()

  /// Makes a mistake: a write in a derivation.
  private func mistake(_ name: String) {
    let derived = DerivedProperty(name: name) { () -> Int in
      source.value = 1
      return 0
    }
    _ = derived.value
  }

  private func derivation(_ misuse: Misuse) -> String {
    let message = misuse.description
    return message.firstMatch(of: #/but (\w+) \(.* wrote to/#).map { "\($0.1)" } ?? message
  }

  @Test func `a handler's own mistake goes to the handler outside it`() {
    log.expect(["inner a", "outer b", "inner c", "outer b"], around: [source]) {
      withMisuseHandler({ log.append("outer \(derivation($0))") }) {
        withMisuseHandler({ misuse in
          log.append("inner \(derivation(misuse))")
          mistake("b")
        }) {
          for name in ["a", "c"] { mistake(name) }
        }
      }
    }
  }

  @Test func `the handler's scope returns and throws what its body does`() {
    let handlers = Context.current.misuse.handlers.count
    #expect(withMisuseHandler({ _ in }) { 42 } == 42)
    #expect(Context.current.misuse.handlers.count == handlers)
    withMisuseHandler({ log.append("outer \(derivation($0))") }) {
      #expect(throws: Refusal.self) {
        try withMisuseHandler({ log.append("inner \(derivation($0))") }) { throw Refusal() }
      }
      mistake("a")
    }
    #expect(log.entries == ["outer a"])
  }

  @Test func `a mistake is reported when no derivation runs any more, before the operation ends`() {
    let updater = Updater()
    let derived = DerivedProperty(name: "derived") { () -> Int in
      log.append("before")
      source.value = 1
      return log.noting("after", 7)
    }
    withMisuseHandler({ _ in log.append("report") }) {
      _ = updater.keepUpToDate { log.append("effect \(derived.value)") }
    }
    #expect(log.entries == ["before", "after", "effect 7", "report"])
    #expect(Graph.violations(around: [source, derived]) == [])
  }

  @Test func `after every kind of mistake the graph is usable`() {
    let updater = Updater()
    let box = Holder<DerivedProperty<Int>>()
    let closes = StoredProperty(false)
    let cycle = DerivedProperty { closes.value ? box.content?.value ?? 0 : source.value }
    box.content = cycle
    let meddler = DerivedProperty { () -> Int in
      if closes.value { source.value += 100 }
      return source.value
    }
    let sloppy = DerivedProperty(source) { $0 + (closes.value ? 0 : 0) }
    updater.keepUpToDate { if closes.value { source.value = source.value + 1 } }
    updater.keepUpToDate { log.append("\(meddler.value) \(sloppy.value)") }
    updater.keepUpToDate { _ = cycle.value }
    let reports = recordingMistakes {
      closes.value = true
      source.modify { _ in source.value = 0 }
    }
    for kind in ["cycle", "runawayFlush", "writeInDerivation", "overlappingAccess"] {
      #expect(reports.contains { $0.hasPrefix(kind) }, "\(kind)")
    }
    checkingInvariants(of: [source, closes, meddler, sloppy, cycle]) {
      let others = recordingMistakes { closes.value = false }
      #expect(others.filter { !$0.hasPrefix("undeclaredRead") } == [])
      log.clear()
      source.value = 5
      batch {
        source.value = 6
        #expect(cycle.value == 6)
      }
    }
    #expect(log.entries == ["5 5", "6 6"])
    box.content = nil
  }
}
