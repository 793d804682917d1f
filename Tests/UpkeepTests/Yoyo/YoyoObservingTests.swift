import Testing

@testable import Upkeep

/// The uses of Yoyo's `onChange` and `UntypedProperty`, kept by Upkeep.
@Suite(.leavesNothing) struct YoyoObservingTests {
  private let number = StoredProperty(3)
  private let text = StoredProperty<String?>("a")

  @Test func `onChange needs no value, and not its type`() {
    let (always, never) = (StoredProperty(1, changes: .always), StoredProperty(1, changes: .never))
    let fields: [UntypedProperty] = [number, text, number.map { $0 > 5 }, always, never]
    var log: [Int] = []
    let observations = fields.enumerated().map { index, field in
      field.onChange { log.append(index) }
    }
    checkingInvariants(of: fields) {
      #expect(log == [])
      number.value = 4
      text.value = nil
      number.value = 4
      number.value = 6
      batch {
        number.value = 7
        number.value = 6
      }
      always.value = 1
      never.value = 2
    }
    #expect(log == [0, 1, 0, 2, 3])
    for observation in observations { observation.cancel() }
    number.value = 0
    #expect(log.count == 5)
  }

  @Test func `an observer follows nothing that it reads, may write, and ends inside its own call`()
  {
    var observation: ChangeObservation?
    var calls = 0
    observation = (number as UntypedProperty).onChange {
      calls += 1
      if text.value == "b" { observation?.cancel() }
      if number.value < 5 { number.value += 1 }
    }
    checkingInvariants(of: [number, text]) {
      number.value = 4
      #expect((number.value, calls) == (5, 2))
      text.value = "b"
      #expect(calls == 2)
      number.value = 6
      number.value = 7
    }
    #expect(calls == 3)
    #expect(observation?.isCancelled == true)
  }

  @Test func `an observation ends when it is dropped, and keeps what it observes alive`() {
    weak var observed: UntypedProperty?
    var calls = 0
    var observation: ChangeObservation?
    do {
      let shown = PassThroughProperty(number)
      observed = shown
      observation = (shown as UntypedProperty).onChange { calls += 1 }
    }
    #expect(observed != nil)
    number.value = 4
    #expect(observation?.isCancelled == false)
    observation = nil
    #expect(observed == nil)
    number.value = 5
    #expect(calls == 1)
    #expect(number.subscriberCount == 0)
  }

  @Test func `a property without a value to speak of tells its touches`() {
    let tick = StoredProperty(())
    var log: [String] = []
    let observations = [
      tick.onChange { log.append("plain") },
      (tick as UntypedProperty).onChange { log.append("untyped") },
    ]
    tick.value = ()
    tick.touch()
    #expect(log == ["plain", "untyped", "plain", "untyped"])
    withExtendedLifetime(observations) {}
  }

  // MARK: - Tokens and observations

  @Test func `effects and bindings are cancelled by one list of tokens, observations by another`() {
    final class Slider { var level = 0 }
    let slider = Slider()
    let updater = Updater()
    var log: [Int] = []
    let effect = updater.keepUpToDate { log.append(number.value) }
    let observations = [
      number.onChange { log.append($0 * 10) }, number.onChange { log.append(-1) },
    ]
    let tokens = [effect, updater.bind(object: slider, keyPath: \.level, with: number)]
    func areCancelled() -> [Bool] { tokens.map(\.isCancelled) + observations.map(\.isCancelled) }
    checkingInvariants(of: [number]) {
      number.value = 4
      #expect(log == [3, 4, 40, -1])
      #expect(slider.level == 4)
      #expect(areCancelled() == [false, false, false, false])
      for token in tokens { token.cancel() }
      for observation in observations { observation.cancel() }
      number.value = 5
      for token in tokens { token.cancel() }
    }
    #expect(areCancelled() == [true, true, true, true])
    #expect(log == [3, 4, 40, -1])
    #expect(slider.level == 4)
    #expect(number.subscriberCount == 0)
  }

  @Test func `an observation that is cancelled in a transaction ends with its commit`() {
    var calls = 0
    let observation = number.onChange { calls += 1 }
    undoneTransaction {
      observation.cancel()
      #expect(!observation.isCancelled)
    }
    number.value = 4
    #expect((calls, observation.isCancelled) == (1, false))
    transaction { observation.cancel() }
    number.value = 5
    #expect((calls, observation.isCancelled) == (1, true))
  }
}
