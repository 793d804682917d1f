import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct FailingEffects {
  private struct Wrong: Error, CustomStringConvertible {
    let number: Int
    var description: String { "wrong \(number)" }
  }

  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)

  private func fail(if isWrong: Bool, _ number: Int) throws {
    if isWrong { throw Wrong(number: number) }
  }

  @Test func `one effect that fails does not stop the others`() {
    var log: [String] = []
    let mistakes = recordingMistakes {
      updater.keepUpToDate { log.append("first \(source.value)") }
      updater.keepUpToDate(name: "bad") { try fail(if: source.value > 0, source.value) }
      updater.keepUpToDate { log.append("third \(source.value)") }
      log = []
      checkingInvariants(of: [source]) {
        batch {
          source.value = 1
          other.value = 1
        }
      }
    }
    #expect(log == ["first 1", "third 1"])
    #expect(mistakes == ["effectFailed: bad; wrong 1"])
  }

  @Test func `every error of a flush is reported`() {
    let mistakes = recordingMistakes {
      updater.keepUpToDate(name: "first") { try fail(if: source.value > 0, 1) }
      updater.keepUpToDate(name: "second") { try fail(if: source.value > 0, 2) }
      updater.keepUpToDate(dependencies: [source], name: "third") {
        try fail(if: source.peek() > 0, 3)
      }
      checkingInvariants(of: [source]) { source.value = 1 }
    }
    #expect(
      mistakes == [
        "effectFailed: first; wrong 1", "effectFailed: second; wrong 2",
        "effectFailed: third; wrong 3",
      ])
  }

  @Test func `effects before and after a failing one run, in every round`() {
    var log: [String] = []
    _ = misuses {
      updater.keepUpToDate { log.append("first \(source.value)") }
      updater.keepUpToDate {
        if source.value == 1 { source.value = 2 }
        try fail(if: source.value > 0, 1)
      }
      updater.keepUpToDate { log.append("third \(source.value)") }
      log = []
      checkingInvariants(of: [source]) { source.value = 1 }
    }
    #expect(log == ["first 1", "third 2", "first 2"])
  }

  @Test func `nothing of a flush with failures is left for a later one`() {
    var runs = [0, 0, 0]
    _ = misuses {
      updater.keepUpToDate {
        runs[0] += 1
        try fail(if: source.value > 0, 1)
      }
      updater.keepUpToDate {
        runs[1] += 1
        _ = source.value
      }
      updater.keepUpToDate {
        runs[2] += 1
        _ = other.value
      }
      checkingInvariants(of: [source, other]) {
        source.value = 1
        runs = [0, 0, 0]
        other.value = 1
      }
    }
    #expect(runs == [0, 0, 1])
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
    #expect(mistakes == ["effectFailed: bad; wrong 1"])
    #expect(seen == [2])
  }

  @Test func `the form that throws makes no effect if the first run fails`() throws {
    var log: [String] = []
    source.value = 1
    let mistakes = recordingMistakes {
      #expect(throws: Wrong.self) {
        try updater.keepUpToDateOrThrow {
          log.append("run \(source.value)")
          try fail(if: source.value == 1, 1)
        }
      }
      #expect(source.subscriberCount == 0)
      source.value = 2
    }
    #expect(log == ["run 1"])
    #expect(mistakes == [])
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test func `the form that throws does not run an effect again that its first run has woken`() {
    var runs = 0
    #expect(throws: Wrong.self) {
      try updater.keepUpToDateOrThrow {
        runs += 1
        if source.value == 0 {
          source.value = 1
          throw Wrong(number: 1)
        }
      }
    }
    #expect(runs == 1)
    #expect(source.subscriberCount == 0)
  }

  @Test func `a second run in the turn of the first is a later run`() throws {
    var errors: [String] = []
    let token = try updater.keepUpToDateOrThrow(onError: { errors.append("\($0)") }) {
      try fail(if: source.value == 1, 1)
      source.value = 1
    }
    #expect(errors == ["wrong 1"])
    #expect(!token.isCancelled)
  }

  @Test func `the form that throws reports the errors of later runs`() throws {
    var errors: [String] = []
    let mistakes = try withRecordedMistakes {
      try updater.keepUpToDateOrThrow(name: "reporting") { try fail(if: source.value == 1, 1) }
      try updater.keepUpToDateOrThrow(onError: { errors.append("\($0)") }) {
        try fail(if: source.value == 1, 2)
      }
      source.value = 1
      source.value = 2
    }
    #expect(mistakes == ["reporting wrong 1"])
    #expect(errors == ["wrong 2"])
    #expect(source.subscriberCount == 2)
  }

  @Test func `in a transaction the form that throws reports after the commit`() throws {
    var errors: [String] = []
    let token = try transaction {
      source.value = 1
      return try updater.keepUpToDateOrThrow(onError: { errors.append("\($0)") }) {
        try fail(if: source.value == 1, 1)
      }
    }
    #expect(errors == ["wrong 1"])
    #expect(!token.isCancelled)
    source.value = 2
    #expect(source.subscriberCount == 1)
  }

  @Test func `an effect that fails later recovers on the next good value`() {
    var seen: [Int] = []
    var errors: [String] = []
    updater.keepUpToDate(onError: { errors.append("\($0)") }) {
      try fail(if: source.value == 2, source.value)
      seen.append(source.value)
    }
    checkingInvariants(of: [source]) { for number in 1...3 { source.value = number } }
    #expect(seen == [0, 1, 3])
    #expect(errors == ["wrong 2"])
  }

  @Test func `what an effect read before it failed wakes it, what it read earlier does not`() {
    var runs = 0
    updater.keepUpToDate(onError: { _ in }) {
      runs += 1
      try fail(if: source.value > 0, 1)
      _ = other.value
    }
    checkingInvariants(of: [source, other]) {
      source.value = 1
      other.value = 1
      #expect(runs == 2)
      source.value = 0
      other.value = 2
    }
    #expect(runs == 4)
  }

  @Test func `the clean-up of the last good run is called once`() {
    var log: [String] = []
    updater.keepUpToDate(onError: { _ in log.append("error") }) { effect in
      try fail(if: source.value == 1 || source.value == 2, source.value)
      let number = source.value
      effect.onCleanUp { log.append("clean \(number)") }
    }
    checkingInvariants(of: [source]) { for number in 1...4 { source.value = number } }
    #expect(log == ["clean 0", "error", "error", "clean 3"])
  }

  @Test func `a clean-up that a failing run has set up is called, too`() {
    var log: [String] = []
    let token = updater.keepUpToDate(onError: { _ in log.append("error") }) { effect in
      let number = source.value
      effect.onCleanUp { log.append("clean \(number)") }
      try fail(if: number == 1, 1)
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      token.cancel()
    }
    #expect(log == ["clean 0", "error", "clean 1"])
  }

  @Test func `an effect's own handler, else the misuse handler while there is one`() {
    var own: [String] = []
    updater.keepUpToDate(onError: { own.append("\($0)") }) { try fail(if: source.value > 0, 1) }
    updater.keepUpToDate(dependencies: [source], onError: { own.append("\($0)") }) {
      try fail(if: source.peek() > 0, 2)
    }
    updater.keepUpToDate(name: "third") { try fail(if: source.value > 0, 3) }
    let inside = recordingMistakes {
      source.value = 1
      let nested = recordingMistakes { source.value = 2 }
      #expect(nested == ["effectFailed: third; wrong 3"])
      source.value = 3
    }
    #expect(inside == ["effectFailed: third; wrong 3", "effectFailed: third; wrong 3"])
    #expect(own == ["wrong 1", "wrong 2", "wrong 1", "wrong 2", "wrong 1", "wrong 2"])
  }

  @Test func `a handler reads without depending, and may write`() {
    var seen: [Int] = []
    updater.keepUpToDate(onError: { _ in
      other.value += 1
      source.value = 0
    }) {
      try fail(if: source.value > 0, 1)
    }
    updater.keepUpToDate { seen.append(other.value) }
    checkingInvariants(of: [source, other]) { source.value = 1 }
    #expect(seen == [0, 1])
    #expect(source.value == 0)
    #expect(other.subscriberCount == 1)
  }

  @Test func `an effect may cancel itself and then fail`() {
    var errors = 0
    updater.keepUpToDate(onError: { _ in errors += 1 }) { effect in
      if source.value == 1 {
        effect.cancel()
        throw Wrong(number: 1)
      }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 0
      source.value = 1
    }
    #expect(errors == 1)
    #expect(source.subscriberCount == 0)
  }

  @Test func `a batch that throws inside an effect ends, and the effect's error is reported`() {
    var seen: [Int] = []
    let mistakes = recordingMistakes {
      updater.keepUpToDate { seen.append(other.value) }
      updater.keepUpToDate(name: "bad") {
        let number = source.value
        try batch {
          other.value = number
          try fail(if: number == 1, 1)
        }
        try transaction {
          other.value = 100
          try fail(if: number == 2, 2)
        }
      }
      seen = []
      checkingInvariants(of: [source, other]) {
        source.value = 1
        source.value = 2
      }
    }
    #expect(mistakes == ["effectFailed: bad; wrong 1", "effectFailed: bad; wrong 2"])
    #expect(seen == [1, 2])
  }

  /// The names and errors of the effects that fail inside a body that may throw.
  private func withRecordedMistakes(_ body: () throws -> Void) throws -> [String] {
    var found: [String] = []
    try withMisuseHandler(
      {
        guard case .effectFailed(let effect, let error) = $0 else { return }
        found.append("\(name(of: effect)) \(error)")
      }, body)
    return found
  }
}
