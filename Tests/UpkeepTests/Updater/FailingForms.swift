import Testing

@testable import Upkeep

/// The forms of `Updater` that take a closure or method that may throw, beside `keepUpToDate { }`.
@Suite(.leavesNothing) struct FailingForms {
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

  @Test func `a closure with a target that throws is reported, and runs again`() {
    let document = Document(source)
    var errors: [String] = []
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
    #expect(errors == ["wrong -1"])
    #expect(mistakes == ["effectFailed: listed; wrong -1"])
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
    #expect(numbers == [-1, -10, -100, -1_000, -10_000])
    #expect(document.saved == [])
  }

  @Test func `a throwing method does not keep its target, and the effect ends with it`() {
    var document: Document? = Document(source)
    weak let dropped = document
    let token = document.map { updater.keepUpToDate($0) { try $0.save() } }
    document = nil
    #expect(dropped == nil)
    checkingInvariants(of: [source]) { source.value = -1 }
    #expect(token?.isCancelled == true)
    #expect(source.subscriberCount == 0)
  }

  @Test func `a transition whose handler throws counts as made`() {
    var log: [String] = []
    var errors: [String] = []
    updater.onTransition(source, onError: { errors.append("\($0)") }) { old, new in
      if new == 2 { throw Wrong(number: new) }
      log.append("\(old ?? -1) \(new)")
    }
    checkingInvariants(of: [source]) { for number in 1...3 { source.value = number } }
    #expect(log == ["-1 0", "0 1", "2 3"])
    #expect(errors == ["wrong 2"])
  }

  @Test func `without a handler a transition's error is a misuse, with the effect's name`() {
    let mistakes = recordingMistakes {
      updater.onTransition(source, initially: false, changes: .equal, name: "sends") { _, new in
        throw Wrong(number: new)
      }
      source.value = 1
    }
    #expect(mistakes == ["effectFailed: sends; wrong 1"])
  }

  @Test func `a condition that throws is reported, and the waiting goes on`() {
    var errors: [String] = []
    var calls = 0
    let condition = { () throws -> Bool in
      if source.value == 1 { throw Wrong(number: 1) }
      return source.value == 2
    }
    let token = updater.when(condition, onError: { errors.append("\($0)") }) { calls += 1 }
    checkingInvariants(of: [source]) {
      source.value = 1
      #expect(!token.isCancelled)
      source.value = 2
      source.value = 1
    }
    #expect(errors == ["wrong 1"])
    #expect(calls == 1)
    #expect(source.subscriberCount == 0)
  }

  @Test func `an action that throws was the one call`() {
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
    #expect(calls == 1)
    #expect(mistakes == ["effectFailed: upload; wrong 0"])
  }

  @Test func `with a list the form that throws makes no effect if the first run fails`() {
    var runs = 0
    let mistakes = recordingMistakes {
      #expect(throws: Wrong.self) {
        try updater.keepUpToDateOrThrow(dependencies: [source]) {
          runs += 1
          throw Wrong(number: other.value)
        }
      }
      source.value = 1
    }
    #expect(runs == 1)
    #expect(mistakes == [])
    #expect([source.subscriberCount, other.subscriberCount] == [0, 0])
    #expect(Graph.violations(around: [source, other]) == [])
  }

  @Test func `with a list the form that throws reports the errors of later runs`() throws {
    var errors: [String] = []
    var seen: [Int] = []
    try updater.keepUpToDateOrThrow(
      dependencies: [source], onError: { errors.append("\($0)") }
    ) {
      if other.value == 1 { throw Wrong(number: source.value) }
      seen.append(source.value)
    }
    checkingInvariants(of: [source, other]) {
      other.value = 1
      source.value = 1
      other.value = 0
      source.value = 2
    }
    #expect(errors == ["wrong 1"])
    #expect(seen == [0, 2])
  }
}
