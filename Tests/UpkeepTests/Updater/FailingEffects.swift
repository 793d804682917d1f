import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct FailingEffects {
  private struct Wrong: Error, CustomStringConvertible {
    let number: Int
    var description: String { "wrong \(number)" }
  }

  private final class Document {
    let text: StoredProperty<Int>
    var saved: [Int] = []
    init(_ text: StoredProperty<Int>) { self.text = text }

    func save() throws {
      if text.value < 0 { throw Wrong(number: text.value) }
      saved.append(text.value)
    }
  }

  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)
  let errors = RunLog<String>()
  let log = RunLog<String>()

  private func fail(if isWrong: Bool, _ number: Int) throws {
    if isWrong { throw Wrong(number: number) }
  }

  @Test func `effects before and after a failing one run, in every round`() {
    _ = misuses {
      updater.keepUpToDate { log.append("first \(source.value)") }
      updater.keepUpToDate {
        if source.value == 1 { source.value = 2 }
        try fail(if: source.value > 0, 1)
      }
      updater.keepUpToDate { log.append("third \(source.value)") }
      log.clear()
      checkingInvariants(of: [source]) { source.value = 1 }
    }
    #expect(log.entries == ["first 1", "third 2", "first 2"])
  }

  @Test func `an effect that fails in its first run stays and recovers`() {
    var seen: [Int] = []
    source.value = 1
    let mistakes = recordingMistakes {
      let token = updater.keepUpToDate(name: "bad") {
        try fail(if: source.value == 1, source.value)
        seen.append(source.value)
      }
      #expect(!token.isCancelled)
      checkingInvariants(of: [source]) { source.value = 2 }
    }
    #expect((mistakes, seen) == (["effectFailed: bad; wrong 1"], [2]))
  }

  @Test(arguments: [false, true])
  func `keepUpToDateOrThrow makes no effect if the first run fails`(wakesItself: Bool) {
    var runs = 0
    let mistakes = recordingMistakes {
      #expect(throws: Wrong.self) {
        try updater.keepUpToDateOrThrow {
          runs += 1
          if source.value + other.value > 0 { return }
          if wakesItself { source.value = 1 }
          throw Wrong(number: 1)
        }
      }
      source.value = 2
    }
    #expect((runs, mistakes, source.subscriberCount, other.subscriberCount) == (1, [], 0, 0))
    #expect(Graph.violations(around: [source, other]) == [])
  }

  @Test func `a second run in the turn of the first is a later run`() throws {
    let token = try updater.keepUpToDateOrThrow(onError: { errors.append("\($0)") }) {
      try fail(if: source.value == 1, 1)
      source.value = 1
    }
    #expect((errors.entries, token.isCancelled) == (["wrong 1"], false))
  }

  @Test(arguments: [false, true])
  func `keepUpToDateOrThrow reports the errors of later runs`(isListed: Bool) {
    let inputs: [UntypedProperty]? = isListed ? [source] : nil
    var seen: [Int] = []
    let mistakes = recordingMistakes {
      #expect(throws: Never.self) {
        try updater.keepUpToDateOrThrow(dependencies: inputs, name: "reporting") {
          try fail(if: source.value == 1, 1)
        }
        try updater.keepUpToDateOrThrow(dependencies: inputs, onError: { errors.append("\($0)") }) {
          try fail(if: source.value == 1, 2)
          seen.append(source.value + 0 * other.value)
        }
      }
      for value in 1...2 { source.value = value }
      other.value = 1
    }
    #expect((mistakes, errors.entries) == (["effectFailed: reporting; wrong 1"], ["wrong 2"]))
    #expect(seen == (isListed ? [0, 2] : [0, 2, 2]))
    #expect([source.subscriberCount, other.subscriberCount] == [2, isListed ? 0 : 1])
  }

  @Test func `in a derivation, onError gets the first error of keepUpToDateOrThrow, too`() {
    let derived = DerivedProperty { () -> Bool in
      let token = try? updater.keepUpToDateOrThrow(onError: { errors.append("\($0)") }) {
        try fail(if: true, 1)
      }
      return token?.isCancelled == false
    }
    #expect(derived.value)
    #expect(errors.entries == ["wrong 1"])
  }

  @Test func `keepUpToDateOrThrow throws in a transaction, and runs again after the commit`() throws
  {
    let attempt = {
      try transaction {
        source.value += 1
        try updater.keepUpToDateOrThrow { [source, log] in
          log.append("\(source.value)")
          if source.value == 1 { throw Wrong(number: 1) }
        }
      }
    }
    #expect(throws: Wrong.self) { try attempt() }
    #expect((source.value, source.subscriberCount, log.entries) == (0, 0, ["1"]))
    source.value = 1
    try attempt()
    source.value = 3
    #expect((source.subscriberCount, log.entries) == (1, ["1", "2", "2", "3"]))
  }

  @Test func `a failed effect is woken by the reads of its failed run, not by earlier ones`() {
    var runs = 0
    updater.keepUpToDate(onError: { _ in }) {
      runs += 1
      try fail(if: source.value > 0, 1)
      _ = other.value
    }
    checkingInvariants(of: [source, other]) {
      for property in [source, other] { property.value = 1 }
      #expect(runs == 2)
      source.value = 0
      other.value = 2
    }
    #expect(runs == 4)
  }

  @Test func `a run that fails calls the clean-ups of the last one, and has its own`() {
    let token = updater.keepUpToDate(onError: { log.append("\($0)") }) { effect in
      let number = source.value
      effect.onCleanUp { log.append("clean \(number)") }
      try fail(if: number == 1 || number == 2, number)
      effect.onCleanUp { log.append("clean all \(number)") }
      log.append("run \(number)")
    }
    checkingInvariants(of: [source]) {
      for number in 1...3 { source.value = number }
      token.cancel()
    }
    let failures = ["wrong 1", "clean 1", "wrong 2", "clean 2"]
    let last = ["run 3", "clean all 3", "clean 3"]
    #expect(log.entries == ["run 0", "clean all 0", "clean 0"] + failures + last)
  }

  @Test func `an error goes to the effect's own handler, else to the misuse handler`() {
    var own: [String] = []
    updater.keepUpToDate(onError: { own.append("\($0)") }) { try fail(if: source.value > 0, 1) }
    updater.keepUpToDate(dependencies: [source], onError: { own.append("\($0)") }) {
      try fail(if: source.peek() > 0, 2)
    }
    updater.keepUpToDate(name: "third") { try fail(if: source.value > 0, 3) }
    updater.keepUpToDate(dependencies: [source], name: "fourth") {
      try fail(if: source.peek() > 0, 4)
    }
    let both = ["effectFailed: third; wrong 3", "effectFailed: fourth; wrong 4"]
    let inside = recordingMistakes {
      source.value = 1
      let nested = recordingMistakes { source.value = 2 }
      #expect(nested == both)
      source.value = 3
    }
    #expect(inside == both + both)
    #expect(own == ["wrong 1", "wrong 2", "wrong 1", "wrong 2", "wrong 1", "wrong 2"])
  }

  @Test func `a handler reads without depending, and may write`() {
    let seen = RunLog<Int>()
    updater.keepUpToDate(onError: { _ in
      other.value += 1
      source.value = 0
    }) {
      try fail(if: source.value > 0, 1)
    }
    updater.keepUpToDate { seen.append(other.value) }
    seen.expect([0, 1], around: [source, other]) { source.value = 1 }
    #expect((source.value, other.subscriberCount) == (0, 1))
  }

  @Test func `an effect may cancel itself and then fail`() {
    var errors = 0
    updater.keepUpToDate(onError: { _ in errors += 1 }) { effect in
      if source.value == 1 {
        effect.cancel()
        throw Wrong(number: 1)
      }
    }
    checkingInvariants(of: [source]) { for value in [1, 0, 1] { source.value = value } }
    #expect((errors, source.subscriberCount) == (1, 0))
  }

  @Test func `a closure with a target that throws is reported, and runs again`() {
    let document = Document(source)
    updater.keepUpToDate(document, onError: { errors.append("\($0)") }) { try $0.save() }
    let mistakes = recordingMistakes {
      updater.keepUpToDate(document, dependencies: [other], name: "listed") { try $0.save() }
      checkingInvariants(of: [source, other]) {
        source.value = -1
        other.value = 1
        source.value = 2
      }
    }
    #expect(document.saved == [0, 0, 2])
    #expect((errors.entries, mistakes) == (["wrong -1"], ["effectFailed: listed; wrong -1"]))
  }

  @Test func `a handler gets an error in the type that the closure throws`() {
    var numbers: [Int] = []
    func check() throws(Wrong) { if source.value < 0 { throw Wrong(number: source.value) } }
    updater.keepUpToDate(onError: { numbers.append($0.number) }, check)
    updater.keepUpToDate(dependencies: [source], onError: { numbers.append($0.number * 10) }, check)
    updater.keepUpToDate(onError: { numbers.append($0.number * 100) }) { _ throws(Wrong) in
      try check()
    }
    updater.onTransition(source, onError: { numbers.append($0.number * 1_000) }) {
      _, _ throws(Wrong) in
      try check()
    }
    let document = Document(source)
    updater.keepUpToDate(document, onError: { numbers.append($0.number * 10_000) }) {
      _ throws(Wrong) in
      try check()
    }
    checkingInvariants(of: [source]) { source.value = -1 }
    #expect((numbers, document.saved) == ([-1, -10, -100, -1_000, -10_000], []))
  }

  @Test func `a transition whose handler throws counts as made, and is named without a handler`() {
    updater.onTransition(source, onError: { errors.append("\($0)") }) { old, new in
      if new == 2 { throw Wrong(number: new) }
      log.append("\(old ?? -1) \(new)")
    }
    let mistakes = recordingMistakes {
      updater.onTransition(source, initially: false, changes: .equal, name: "sends") { _, new in
        if new == 2 { throw Wrong(number: new) }
      }
      checkingInvariants(of: [source]) { for number in 1...3 { source.value = number } }
    }
    #expect(log.entries == ["-1 0", "0 1", "2 3"])
    #expect((errors.entries, mistakes) == (["wrong 2"], ["effectFailed: sends; wrong 2"]))
  }

  @Test func `a condition that throws is reported, and the waiting goes on`() {
    var calls = 0
    let condition = { () throws -> Bool in
      if source.value == 1 { throw Wrong(number: 1) }
      return source.value == 2
    }
    let token = updater.when(condition, onError: { errors.append("\($0)") }) { calls += 1 }
    errors.expect(["wrong 1"], around: [source]) {
      source.value = 1
      #expect(!token.isCancelled)
      for value in [2, 1] { source.value = value }
    }
    #expect((calls, source.subscriberCount) == (1, 0))
  }

  @Test func `an action of when that throws is not called again`() {
    let isReady = StoredProperty(false)
    var calls = 0
    let mistakes = recordingMistakes {
      let token = updater.when({ isReady.value }, name: "upload") {
        calls += 1
        throw Wrong(number: source.value)
      }
      checkingInvariants(of: [isReady, source]) {
        isReady.value = true
        isReady.value = false
        source.value = 1
        isReady.value = true
      }
      #expect(token.isCancelled)
    }
    #expect((calls, mistakes) == (1, ["effectFailed: upload; wrong 0"]))
  }
}
