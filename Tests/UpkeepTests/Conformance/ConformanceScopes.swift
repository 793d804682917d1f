import Testing

@testable import Upkeep

/// Cases 209 to 243 of the public reactive-framework-test-suite: effects that own effects.
///
/// An effect owns those that are made through its handle, and those of an updater that one of its clean-ups holds.
@Suite(.leavesNothing) struct ConformanceScopes {
  enum Scope: CaseIterable, Sendable { case handle, updater }
  enum End: CaseIterable, Sendable { case cancellation, drop, nextRun }

  /// Writes a log of runs and clean-ups.
  private final class Recorder {
    let scope: Scope
    var log: [String] = []

    init(_ scope: Scope) { self.scope = scope }

    /// Makes an effect that logs its runs and its clean-up, and owns the effects that `body` makes.
    @discardableResult
    func keep(
      _ name: String, by owner: any EffectOwner, reading source: Property<Int>? = nil,
      _ body: @escaping (any EffectOwner) -> Void = { _ in }
    ) -> EffectToken {
      owner.keepUpToDate { [self] effect in
        log.append("\(name) \(source?.value ?? 0)")
        effect.onCleanUp { self.log.append("end \(name)") }
        if scope == .handle { return body(effect) }
        let updater = Updater()
        effect.onCleanUp { withExtendedLifetime(updater) {} }
        body(updater)
      }
    }
  }

  private let source = StoredProperty(0)
  private let other = StoredProperty(0)

  private func makeThree(by updater: Updater, _ recorder: Recorder) -> EffectToken {
    recorder.keep("outer", by: updater, reading: source) { [other] scope in
      recorder.keep("middle", by: scope) { scope in
        recorder.keep("inner", by: scope, reading: other)
      }
    }
  }

  @Test(arguments: Scope.allCases, End.allCases)
  func `209, 237, 238, 241: of effects inside effects the deepest ends first`(
    scope: Scope, end: End
  ) {
    let recorder = Recorder(scope)
    var updater: Updater? = Updater()
    let token = updater.map { makeThree(by: $0, recorder) }
    recorder.log = []
    checkingInvariants(of: [source, other]) {
      switch end {
      case .cancellation: token?.cancel()
      case .drop: updater = nil
      case .nextRun: source.value = 1
      }
    }
    let restart = end == .nextRun ? ["outer 1", "middle 0", "inner 0"] : []
    #expect(recorder.log == ["end inner", "end middle", "end outer"] + restart)
    #expect(other.subscriberCount == (end == .nextRun ? 1 : 0))
    withExtendedLifetime(updater) {}
  }

  @Test(arguments: Scope.allCases)
  func `210, 243: an inner effect that runs alone ends its last run only, and goes with the outer`(
    scope: Scope
  ) {
    let recorder = Recorder(scope)
    let updater = Updater()
    let token = makeThree(by: updater, recorder)
    recorder.log = []
    checkingInvariants(of: [source, other]) {
      other.value = 1
      source.value = 1
      other.value = 2
      token.cancel()
    }
    let ends = ["end inner", "end middle", "end outer"]
    let restart = ["outer 1", "middle 0", "inner 1"]
    #expect(
      recorder.log == ["end inner", "inner 1"] + ends + restart + ["end inner", "inner 2"] + ends)
    #expect(other.subscriberCount == 0)
  }
}
