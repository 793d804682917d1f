import Testing

@testable import Upkeep

/// Effects that are made, cancelled or running while a batch is open.
@Suite(.leavesNothing) struct BatchingEffects {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)
  let third = StoredProperty(0)
  let log = RunLog<String>()

  @Test func `effects run in order of creation, not of writing, and not if the batch cancels them`()
  {
    updater.keepUpToDate { log.append("a \(first.value)") }
    let token = updater.keepUpToDate { log.append("cancelled \(first.value)") }
    updater.keepUpToDate { log.append("b \(second.value)") }
    updater.keepUpToDate { log.append("c \(third.value)") }
    log.expectNew(["a 1", "b 1", "c 1"], around: [first, second, third]) {
      batch {
        third.value = 1
        second.value = 1
        first.value = 1
        token.cancel()
      }
    }
  }

  @Test func `an effect made inside runs again only if what it read changed later`() {
    let expected = ["a 1", "b 0", "c 42", "b 9", "c 0", "c 1"]
    log.expect(expected, around: [first, second, third]) {
      batch {
        first.value = 1
        third.value = 42
        updater.keepUpToDate { log.append("a \(first.value)") }
        updater.keepUpToDate { log.append("b \(second.value)") }
        updater.keepUpToDate { log.append("c \(third.value)") }
        second.value = 9
        third.value = 0
      }
      third.value = 1
    }
  }

  /// The code that writes in answer to a change.
  enum Writer: CaseIterable { case effect, transition, binding, observation }

  private final class Target {
    let write: (Int) -> Void
    init(_ write: @escaping (Int) -> Void) { self.write = write }
    var number = 0 { didSet { write(number) } }
  }

  // first ─> writer ─ writes ─> second, third ─> reader
  @Test(arguments: Writer.allCases, [false, true])
  func `the writes of an answer to a change are one change, made when it returns`(
    writer: Writer, readerIsOlder: Bool
  ) {
    func read() { updater.keepUpToDate { log.append("\(second.value) \(third.value)") } }
    func write(_ value: Int) {
      second.value = value
      third.value = value
    }
    let target = Target(write)
    var observation: ChangeObservation?
    if readerIsOlder { read() }
    switch writer {
    case .effect: updater.keepUpToDate { write(first.value) }
    case .transition: updater.onTransition(first) { write($1) }
    case .binding: updater.bind(object: target, keyPath: \.number, toProperty: first)
    case .observation: observation = first.onChange { write($0) }
    }
    if !readerIsOlder { read() }
    log.expect(["0 0", "1 1"], around: [first, second, third]) { first.value = 1 }
    observation?.cancel()
  }

  // first ─> writer, in its first run too ─ writes ─> second, third ─> reader
  @Test func `two writes by one effect, in any run, are one run of another effect`() {
    updater.keepUpToDate { log.append("\(second.value) \(third.value)") }
    first.value = 1
    log.expect(["0 0", "1 10", "2 20"], around: [first, second, third]) {
      updater.keepUpToDate {
        second.value = first.value
        third.value = first.value * 10
        #expect(log.entries.count == first.value)
      }
      first.value = 2
    }
  }

  // first ─> effect 1 ─ writes ─> second ─> double ─> effect 2
  @Test func `later effects of a flush see earlier ones' writes through derived values`() {
    let double = second.map { $0 * 2 }
    updater.keepUpToDate { second.value = first.value * 10 }
    let log = updater.readings(of: [first.value, double.value]) { first.value = 1 }
    #expect(log == [[0, 0], [1, 20]])
  }

  @Test func `a batch inside an effect inside a batch does not flush early`() {
    updater.keepUpToDate { log.append("reader \(second.value)") }
    let inside = ["reader 0", "begin 0", "end", "written", "body ends"]
    let after = ["reader 1", "begin 5", "end", "reader 6"]
    log.expect(inside + after, around: [first, second]) {
      batch {
        updater.keepUpToDate {
          log.append("begin \(first.value)")
          batch { second.value = first.value + 1 }
          log.append("end")
        }
        log.append("written")
        first.value = 5
        log.append("body ends")
      }
    }
  }
}
