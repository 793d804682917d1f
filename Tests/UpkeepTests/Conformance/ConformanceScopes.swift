import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite: scopes that own effects.
///
/// In Upkeep the scope is an updater, and an effect owns one by a clean-up that holds it.
@Suite(.leavesNothing) struct ConformanceScopes {
  /// Writes a log of runs and clean-ups.
  private final class Recorder {
    var log: [String] = []

    /// Makes an effect that logs its runs and its clean-up, and owns the effects that `body` makes.
    @discardableResult
    func keep(
      _ name: String, by updater: Updater, reading source: Property<Int>? = nil,
      _ body: @escaping (Updater) -> Void = { _ in }
    ) -> EffectToken {
      updater.keepUpToDate { [self] effect in
        log.append("\(name) \(source?.value ?? 0)")
        effect.onCleanUp { self.log.append("end \(name)") }
        let scope = Updater()
        effect.onCleanUp { withExtendedLifetime(scope) {} }
        body(scope)
      }
    }
  }

  private let recorder = Recorder()
  private let updater = scopedUpdater()
  private let source = StoredProperty(0)
  private let other = StoredProperty(0)

  @discardableResult
  private func makeThree(by updater: Updater) -> EffectToken {
    recorder.keep("outer", by: updater, reading: source) { [recorder, other] scope in
      recorder.keep("middle", by: scope) { scope in
        recorder.keep("inner", by: scope, reading: other)
      }
    }
  }

  @Test func `when the outer effect is cancelled the inner one ends first`() {
    let token = recorder.keep("outer", by: updater) { [recorder] scope in
      recorder.keep("inner", by: scope)
    }
    token.cancel()
    #expect(recorder.log == ["outer 0", "inner 0", "end inner", "end outer"])
  }

  @Test func `before the outer effect runs again the inner one has ended`() {
    recorder.keep("outer", by: updater, reading: source) { [recorder] scope in
      recorder.keep("inner", by: scope)
    }
    recorder.log = []
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(recorder.log == ["end inner", "end outer", "outer 1", "inner 0"])
  }

  @Test func `of three that are nested the deepest ends first`() {
    makeThree(by: updater).cancel()
    #expect(recorder.log.suffix(3) == ["end inner", "end middle", "end outer"])
  }

  @Test func `so it is before the outermost one runs again`() {
    let token = makeThree(by: updater)
    recorder.log = []
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(
      recorder.log == ["end inner", "end middle", "end outer", "outer 1", "middle 0", "inner 0"])
    token.cancel()
  }

  @Test func `an inner effect that runs alone ends nothing but its own last run`() {
    let token = makeThree(by: updater)
    recorder.log = []
    checkingInvariants(of: [source, other]) { other.value = 1 }
    #expect(recorder.log == ["end inner", "inner 1"])
    token.cancel()
  }

  @Test func `an inner effect of an earlier run never runs again`() {
    let token = makeThree(by: updater)
    checkingInvariants(of: [source, other]) {
      source.value = 1
      recorder.log = []
      other.value = 1
    }
    #expect(recorder.log == ["end inner", "inner 1"])
    #expect(other.subscriberCount == 1)
    token.cancel()
    #expect(other.subscriberCount == 0)
  }

  @Test func `dropping the updater of the outermost ends all, the deepest first`() {
    do {
      let updater = Updater()
      makeThree(by: updater)
      recorder.log = []
      withExtendedLifetime(updater) {}
    }
    #expect(recorder.log == ["end inner", "end middle", "end outer"])
  }

  @Test func `effects of one scope end in the reverse of the order they were made in`() {
    do {
      let scope = Updater()
      for name in ["first", "second", "third"] { recorder.keep(name, by: scope) }
      recorder.log = []
      withExtendedLifetime(scope) {}
    }
    #expect(recorder.log == ["end third", "end second", "end first"])
  }
}
