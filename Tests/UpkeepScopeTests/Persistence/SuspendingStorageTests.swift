import Differential
import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Storages that suspend, and changes from elsewhere.
@MainActor @Suite struct SuspendingStorageTests {
  private let scope = Scope()

  private func atom(_ storage: any SuspendingStorage, version: Int = 1) -> Atom<Int> {
    Atom(7, name: "count").persisted(key: "count", in: storage, version: version)
  }

  /// A storage with the saved value 5, and an atom that is saved there.
  private func five(isOpen: Bool = true) throws -> (SlowStorage, Atom<Int>) {
    let storage = SlowStorage(["count": try saved(5, "count")], isOpen: isOpen)
    return (storage, atom(storage))
  }

  @Test func `an atom has its first value until it is loaded`() async throws {
    let (storage, count) = try five(isOpen: false)
    let probe = RenderProbe(scope) { $0[count] }
    storage.reading.open(())
    await scope.loaded()
    #expect(probe.frames == [7, 5])
    try await scope.saved()
    #expect(await storage.writeCount == 0)
  }

  @Test func `loaded begins to load the given atoms, and settle waits for the loads`() async throws
  {
    let (_, count) = try five()
    await scope.loaded(count)
    let child = Scope(parent: Scope())
    await child.loaded(count)
    #expect((scope[count], child[count]) == (5, 5))
    let other = Scope()
    #expect(other[count] == 7)
    await other.settle()
    #expect(other[count] == 5)
  }

  @Test(arguments: [8, 7])
  func `a write before it is loaded wins and is saved, also an equal`(_ value: Int) async throws {
    let (storage, count) = try five(isOpen: false)
    scope[count] = value
    storage.writing.open(())
    await Task.yield()
    #expect(await storage.writeCount == 0)
    try await scope.saved { storage.reading.open(()) }
    #expect(scope[count] == value)
    #expect(try await storage.contents["count"] == saved(value, "count"))
  }

  @Test
  func `a released scope hands over its value, flushed waits, and the next scope begins with it`()
    async throws
  {
    let (storage, count) = try five(isOpen: false)
    storage.reading.open(())
    var scope: Scope? = Scope()
    await scope?.loaded(count)
    scope?[count] = 8
    scope = nil
    #expect(try await storage.contents["count"] == saved(5, "count"))
    let next = Scope()
    #expect(next[count] == 7)
    storage.writing.open(())
    await storage.flushed()
    #expect(try await storage.contents["count"] == saved(8, "count"))
    await next.loaded()
    #expect(await (next[count], storage.overlaps) == (8, 0))
  }

  @Test func `a scope released before it has loaded hands over the written value`() async throws {
    let (storage, count) = try five(isOpen: false)
    Scope()[count] = 8
    storage.reading.open(())
    storage.writing.open(())
    await storage.flushed()
    #expect(try await (storage.contents["count"], storage.overlaps) == (saved(8, "count"), 0))
  }

  @Test func `a write before the load does not overwrite a newer version`() async throws {
    let newer = try saved(5, "count", version: 9)
    let storage = SlowStorage(["count": newer], isOpen: true)
    let count = atom(storage, version: 2)
    Scope()[count] = 8
    await storage.flushed()
    #expect(await storage.contents == ["count": newer])
    scope[count] = 8
    let error = await #expect(throws: PersistenceError.self) { try await scope.saved() }
    #expect("\(try #require(error))".contains("version is 9"))
    #expect(await storage.contents == ["count": newer])
  }

  @Test func `a saved value that cannot be read is set aside`() async throws {
    let storage = SlowStorage(["count": Data("{".utf8)], isOpen: true)
    let count = atom(storage)
    try await scope.saved { scope[count] = 8 }
    #expect(
      try await storage.contents == ["count": saved(8, "count"), "count.aside": Data("{".utf8)])
  }

  @Test func `a failed save is tried again with the next change, or at the end`() async throws {
    let storage = SlowStorage(failing: [1, 3], isOpen: true)
    let count = atom(storage)
    var scope: Scope? = Scope()
    await scope?.loaded(count)
    scope?[count] = 8
    await #expect(throws: PersistenceError.self) { try await scope?.saved() }
    try await scope?.saved { scope?[count] = 9 }
    #expect(try await storage.contents["count"] == saved(9, "count"))
    scope?[count] = 10
    await #expect(throws: PersistenceError.self) { try await scope?.saved() }
    scope = nil
    await storage.flushed()
    #expect(try await storage.contents["count"] == saved(10, "count"))
  }

  @Test func `an actor's scope loads and saves there`() async throws {
    actor Session {
      let scope = Scope()
      func add(to atom: Atom<Int>) async throws {
        await scope.loaded(atom)
        try await scope.saved { scope[atom] += 1 }
      }
    }
    let (storage, count) = try five()
    try await Session().add(to: count)
    #expect(try await storage.contents["count"] == saved(6, "count"))
  }

  // MARK: - Changes from elsewhere

  /// Waits until an atom has a value.
  private func until(_ count: Atom<Int>, is value: Int) async throws {
    for _ in 0..<10_000 where scope[count] != value { try await Task.sleep(for: .milliseconds(1)) }
    #expect(scope[count] == value)
  }

  @Test func `an atom follows a change elsewhere, and does not save it`() async throws {
    let (storage, count) = try five()
    await scope.loaded(count)
    await storage.change(try saved(6, "count"), for: "count")
    try await until(count, is: 6)
    await storage.change(nil, for: "count")
    try await until(count, is: 7)
    try await scope.saved()
    #expect(await storage.writeCount == 0)
  }

  @Test func `an older change elsewhere does not replace a newer value`() async throws {
    let storage = MemoryStorage()
    let count = Atom(7).persisted(key: "count", in: storage, coalescing: .seconds(100_000))
    #expect(scope[count] == 7)
    storage.change(try saved(6, "count"), for: "count")
    try await until(count, is: 6)
    scope[count] = 8
    storage.change(try saved(5, "count"), for: "count")
    for _ in 0..<200 { await Task.yield() }
    #expect(scope[count] == 8)
    try await scope.saved()
    #expect(try storage.contents["count"] == saved(8, "count"))
    storage.change(try saved(4, "count"), for: "count")
    try await until(count, is: 4)
    try await scope.saved()
    #expect(try storage.contents["count"] == saved(4, "count"))
  }

  @Test func `a change elsewhere while a change of its own is saved is followed`() async throws {
    let letGo = DispatchSemaphore(value: 0)
    let storage = ContestedStorage { storage, access in
      guard access == .write else { return }
      storage.change(try? saved(9, "count"), for: "count")
      letGo.wait()
    }
    let count = atom(storage)
    scope[count] = 8
    while try storage.contents["count"] != saved(9, "count") { await Task.yield() }
    // The announcement has come, but the write has not returned.
    for _ in 0..<200 { await Task.yield() }
    #expect(scope[count] == 8)
    letGo.signal()
    try await until(count, is: 9)
    try await scope.saved()
    #expect(try storage.contents["count"] == saved(9, "count"))
  }

  @Test func `a change elsewhere while the atom begins is followed`() async throws {
    let storage = ContestedStorage { storage, access in
      // Another program writes just after the first read.
      guard access == .read, storage.contents["count"] == nil else { return }
      storage.change(try? saved(9, "count"), for: "count")
    }
    let count = atom(storage)
    #expect(scope[count] == 7)
    try await until(count, is: 9)
  }

  @Test func `a change elsewhere does not replace a value that could not be saved`() async throws {
    let storage = FaultyStorage(failing: [1])
    let (changes, signal) = AsyncStream<Void>.makeStream()
    storage.outside = changes
    let count = atom(storage)
    scope[count] = 8
    await #expect(throws: PersistenceError.self) { try await scope.saved() }
    storage.change(try saved(9, "count"), for: "count")
    signal.yield()
    for _ in 0..<200 { await Task.yield() }
    #expect(scope[count] == 8)
    try await scope.saved { scope[count] = 10 }
    #expect(try storage.contents["count"] == saved(10, "count"))
    // The listener goes on after a change that it could not follow.
    storage.change(try saved(11, "count"), for: "count")
    signal.yield()
    try await until(count, is: 11)
  }

  @Test func `an effect's correction of a change elsewhere is saved`() async throws {
    let storage = MemoryStorage()
    let count = atom(storage)
    let updater = Updater()
    updater.keepUpToDate { scope[count] = min(scope[count], 10) }
    storage.change(try saved(50, "count"), for: "count")
    while storage.contents["count"] != (try saved(10, "count")) { await Task.yield() }
    #expect(scope[count] == 10)
    withExtendedLifetime(updater) {}
  }

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
