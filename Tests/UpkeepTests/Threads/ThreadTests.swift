import Testing

@testable import Differential
@testable import Upkeep

/// Random scripts on several threads at the same time.
///
/// The graphs belong to plain threads, to actors, or are sent from one to another. Run the tests
/// under the thread sanitizer:
///
///     swift test --sanitize=thread --filter "ThreadTests|ForeignReleaseTests|OwnerTests"
@Suite(.leavesNothing) struct ThreadTests {
  /// A script that is played a few steps at a time.
  ///
  /// It is bound to no thread and no actor.
  private final class Play {
    private let script: [Differential.Operation]
    private let machine = Machine()
    private var steps: [Step] = []

    init(seed: UInt64) { script = Generator.script(seed: seed, shape: .dag) }

    /// Plays a few steps more; returns whether there are more to play.
    func go() -> Bool {
      for operation in script.dropFirst(steps.count).prefix(5) {
        steps.append(machine.perform(operation))
      }
      return steps.count < script.count
    }

    /// Whether every step was the same as in a script that is played at once.
    func isRight() -> Bool {
      machine.finish()
      return zip(steps, Runner.log(script)).allSatisfy {
        $0.events == $1.events && $0.reports == $1.reports
      }
    }
  }

  /// Plays the scripts of some seeds at the same time.
  private func expectRight(
    _ seeds: Range<UInt64>, _ play: @escaping @Sendable (UInt64) async -> Bool
  ) async {
    await withTaskGroup(of: Bool.self) { group in
      for seed in seeds { group.addTask { await play(seed) } }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(.hops) func `law 15: graphs on several threads run independently`() async {
    await expectRight(0..<8) { seed in
      await onItsOwnThread {
        withNodeCount { count in
          Self.playAndDrop(seed: seed) && count().nodes == 0 && count().edges == 0
        }
      }
    }
  }

  private static func playAndDrop(seed: UInt64) -> Bool {
    let play = Play(seed: seed)
    while play.go() {}
    return play.isRight()
  }

  private actor Keeper {
    private let play: Play
    init(seed: UInt64) { play = Play(seed: seed) }

    func go() -> Bool { play.go() }
    func isRight() -> Bool { play.isRight() }
  }

  @Test(.hops) func `actors that hop from thread to thread keep their graphs correct`() async {
    await expectRight(100..<108) { seed in
      let keeper = Keeper(seed: seed)
      while await keeper.go() { await Task.yield() }
      return await keeper.isRight()
    }
  }

  @Test(.hops) func `a graph that is sent from thread to thread continues its script`() async {
    await expectRight(300..<304) { await Self.carry(Play(seed: $0)) }
  }

  /// Uses a graph, and gives it to the thread that continues.
  private static func carry(_ play: sending Play) async -> Bool {
    if !play.go() { return play.isRight() }
    await Task.yield()
    return await carry(play)
  }
}
