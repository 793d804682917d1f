import Differential
import Foundation
import Testing
import UpkeepScope

/// Changes of an atom's saved value from elsewhere, at any moment.
@MainActor @Suite struct ChangesElsewhereTests {
  @Test(arguments: [true, false])
  func `an atom and its storage agree in the end, in any order`(suspends: Bool) async throws {
    for seed in 0..<150 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let memory = MemoryStorage()
      // Each read and each write takes some time.
      let storage: any SuspendingStorage =
        suspends
        ? FarMemory(memory)
        : ContestedStorage(memory) { _, _ in Thread.sleep(forTimeInterval: 0.000_2) }
      let count = Atom(0, name: "count").persisted(key: "count", in: storage)
      let others = Task.detached { [seed] in
        var random = SplitMix64(seed: ~seed)
        for number in 1...4 {
          for _ in 0..<random.below(12) { await Task.yield() }
          memory.change(try? saved(100 + number, "count"), for: "count")
        }
      }
      for _ in 0..<random.below(6) { await Task.yield() }
      let scope = Scope()
      var last = scope[count]
      for number in 1...random.below(3) + 1 {
        for _ in 0..<random.below(12) { await Task.yield() }
        if random.chance(50) { scope[count] = number }
      }
      await others.value
      await scope.loaded()
      try await scope.saved()
      for _ in 0..<5_000 {
        last = scope[count]
        if try memory.contents["count"] == saved(last, "count") { break }
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(try memory.contents["count"] == saved(last, "count"), "seed \(seed)")
    }
  }
}

/// A storage in memory whose calls suspend.
private final class FarMemory: SuspendingStorage {
  private let memory: MemoryStorage

  init(_ memory: MemoryStorage) { self.memory = memory }

  func read(_ key: String) async -> Data? {
    await Task.yield()
    let data = memory.read(key)
    await Task.yield()
    return data
  }

  func write(_ data: Data, for key: String) async {
    await Task.yield()
    memory.write(data, for: key)
    await Task.yield()
  }

  func setAside(_ key: String) -> String { memory.setAside(key) }
  func changes(of key: String) -> AsyncStream<Void>? { memory.changes(of: key) }
}
