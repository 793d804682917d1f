import Differential
import Foundation
import Testing

@testable import Upkeep

/// Graphs at random on several threads at the same time: of plain threads, of actors, of the main actor, and
/// sent from one to another. Run it under the thread sanitizer:
///
///     swift test --sanitize=thread --filter "ThreadTests|ForeignReleaseTests|OwnerTests"
@Suite(.leavesNothing) struct ThreadTests {
  private static let steps = 300

  /// A graph that belongs to an actor, and so to the thread that this is on.
  private actor Keeper {
    private let graph: RandomGraph
    init(seed: UInt64) { graph = RandomGraph(seed: seed) }

    func run(_ steps: Int) -> Int {
      graph.run(steps)
      return graph.failures
    }
  }

  @Test(.hops) func `graphs of plain threads are independent of one another`() async {
    await withTaskGroup(of: Int?.self) { group in
      for seed in 0..<8 {
        group.addTask {
          withStack {
            withNodeCount { count in
              let failures = Self.runAndDrop(seed: UInt64(seed))
              return failures + abs(count().nodes) + abs(count().edges)
            }
          }
        }
      }
      for await wrong in group { #expect(wrong == 0) }
    }
  }

  private static func runAndDrop(seed: UInt64) -> Int {
    let graph = RandomGraph(seed: seed)
    graph.run(steps)
    return graph.failures
  }

  @Test(.hops) func `graphs of actors are, while these hop from thread to thread`() async {
    await withTaskGroup(of: Int.self) { group in
      for seed in 0..<6 {
        group.addTask {
          let keeper = Keeper(seed: UInt64(100 + seed))
          var failures = 0
          for _ in 0..<30 {
            failures = await keeper.run(Self.steps / 30)
            await Task.yield()
          }
          return failures
        }
      }
      for await failures in group { #expect(failures == 0) }
    }
  }

  @Test(.hops) func `the main actor's graph is, beside those of actors and threads`() async {
    async let thread = withStack { Self.runAndDrop(seed: 200) }
    let keeper = Keeper(seed: 201)
    async let actor = keeper.run(Self.steps)
    let main = await MainActor.run { Self.runAndDrop(seed: 202) }
    #expect(main == 0)
    #expect(await thread == 0)
    #expect(await actor == 0)
  }

  @Test(.hops) func `a graph that is sent from thread to thread goes on where it was`() async {
    let failures = await withTaskGroup(of: Int.self) { group in
      for seed in 0..<4 {
        group.addTask { await Self.carry(RandomGraph(seed: UInt64(300 + seed)), times: 10) }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == 0)
  }

  /// Uses a graph, and gives it away so many times, to the thread that goes on; returns its failures.
  private static func carry(_ graph: sending RandomGraph, times: Int) async -> Int {
    graph.run(20)
    await Task.yield()
    return times == 0 ? graph.failures : await carry(graph, times: times - 1)
  }

  @Test(.hops) func `threads that end leave their memory to those that begin`() async {
    for round in 0..<20 {
      let failures = withStack {
        let graph = RandomGraph(seed: UInt64(400 + round))
        graph.run(20)
        return graph.failures
      }
      #expect(failures == 0)
    }
  }
}
