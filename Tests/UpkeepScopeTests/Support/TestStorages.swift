import Foundation
import Upkeep
import UpkeepScope
import UpkeepTestKit

struct DiskFull: Error, CustomStringConvertible {
  var description: String { "no space left" }
}

// SAFETY: touched only while `access` is held, except for `held`, which is a semaphore.
/// A storage that never suspends, fails on request, and can hold writes back.
final class FaultyStorage: AppendableStorage, @unchecked Sendable {
  private let access = NSLock()
  private var saved: [String: Data] = [:]
  private var log: [String] = []
  private var appended: [Int] = []
  private var failing: Set<Int> = []
  private var attempts = 0
  private let held = DispatchSemaphore(value: 0)
  private var isHeld = false
  private var listened: AsyncStream<Void>?
  private var waitingCount = 0

  /// Fails the writes with these numbers, counted from 1.
  init(failing: Set<Int> = []) { self.failing = failing }

  var contents: [String: Data] { access.withLock { saved } }
  /// The writes, as text, in order.
  var writes: [String] { access.withLock { log } }
  /// The number of appended bytes of each write, in order; 0 for a write of the whole value.
  var additions: [Int] { access.withLock { appended } }
  var attemptCount: Int { access.withLock { attempts } }
  /// The number of writes that are held back.
  var heldCount: Int { access.withLock { waitingCount } }

  func hold() { access.withLock { isHeld = true } }

  func letGo() {
    let count = access.withLock {
      isHeld = false
      return waitingCount
    }
    for _ in 0..<count { held.signal() }
  }

  func read(_ key: String) -> Data? { access.withLock { saved[key] } }

  func write(_ data: Data, for key: String) throws {
    try attempt()
    access.withLock {
      saved[key] = data
      log.append(String(decoding: data, as: UTF8.self))
      appended.append(0)
    }
  }

  func append(
    _ data: Data, after count: Int, endingIn end: Data, for key: String
  ) throws -> Bool {
    try attempt()
    return access.withLock {
      guard let old = saved[key], old.count == count, old.suffix(end.count) == end else {
        return false
      }
      saved[key] = old + data
      log.append(String(decoding: data, as: UTF8.self))
      appended.append(data.count)
      return true
    }
  }

  private func attempt() throws {
    let (mustWait, fails) = access.withLock {
      attempts += 1
      if isHeld { waitingCount += 1 }
      return (isHeld, failing.contains(attempts))
    }
    if mustWait {
      held.wait()
      access.withLock { waitingCount -= 1 }
    }
    if fails { throw DiskFull() }
  }

  func setAside(_ key: String) throws -> String { throw DiskFull() }

  /// The stream that announces changes of another program.
  var outside: AsyncStream<Void>? {
    get { access.withLock { listened } }
    set { access.withLock { listened = newValue } }
  }

  func changes(of key: String) -> AsyncStream<Void>? { outside }

  /// Changes a value as another program would.
  func change(_ data: Data, for key: String) { access.withLock { saved[key] = data } }
}

// SAFETY: both properties are immutable; the test that passes the closure makes it safe.
/// A storage in memory that changes while this program reads or writes.
final class ContestedStorage: KeyedStorage, @unchecked Sendable {
  private let memory: MemoryStorage
  private let willReturn: (ContestedStorage, Access) -> Void

  enum Access { case read, write }

  /// Calls a closure after each read and each write, before the storage returns.
  init(
    _ memory: MemoryStorage = MemoryStorage(),
    _ willReturn: @escaping (ContestedStorage, Access) -> Void
  ) { (self.memory, self.willReturn) = (memory, willReturn) }

  var contents: [String: Data] { memory.contents }

  func read(_ key: String) -> Data? {
    defer { willReturn(self, .read) }
    return memory.read(key)
  }

  func write(_ data: Data, for key: String) {
    memory.write(data, for: key)
    willReturn(self, .write)
  }

  func setAside(_ key: String) -> String { memory.setAside(key) }

  func changes(of key: String) -> AsyncStream<Void>? { memory.changes(of: key) }

  /// Changes a value as another program would.
  func change(_ data: Data?, for key: String) { memory.change(data, for: key) }
}

/// A storage that suspends, fails on request, and lets callers through when the test says so.
actor SlowStorage: SuspendingStorage {
  private(set) var contents: [String: Data]
  private(set) var writeCount = 0
  private(set) var overlaps = 0
  private var busy: Set<String> = []
  private var failing: Set<Int>
  nonisolated let reading = Gate<Void>()
  nonisolated let writing = Gate<Void>()
  private let (outside, outsideSignal) = AsyncStream<Void>.makeStream()

  init(_ contents: [String: Data] = [:], failing: Set<Int> = [], isOpen: Bool = false) {
    self.contents = contents
    self.failing = failing
    if isOpen {
      reading.open(())
      writing.open(())
    }
  }

  private func enter(_ key: String) { if !busy.insert(key).inserted { overlaps += 1 } }

  func read(_ key: String) async throws -> Data? {
    enter(key)
    defer { busy.remove(key) }
    try await reading.value()
    return contents[key]
  }

  func write(_ data: Data, for key: String) async throws {
    enter(key)
    defer { busy.remove(key) }
    writeCount += 1
    let fails = failing.contains(writeCount)
    try await writing.value()
    if fails { throw DiskFull() }
    contents[key] = data
  }

  func setAside(_ key: String) async throws -> String {
    contents["\(key).aside"] = contents.removeValue(forKey: key)
    return "\(key).aside"
  }

  nonisolated func changes(of key: String) -> AsyncStream<Void>? { outside }

  /// Changes a value as another device would, and announces the change.
  func change(_ data: Data?, for key: String) {
    contents[key] = data
    outsideSignal.yield()
  }
}

/// The bytes of a number as an atom saves it.
func saved(_ value: some Encodable, _ key: String, version: Int = 1) throws -> Data {
  let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  return Data(
    #"{"format":"upkeep atom 1","key":"\#(key)","value":\#(text),"version":\#(version)}"#.utf8)
}

/// Runs a part of a test and returns the reports in it.
func mistakes(_ body: () throws -> Void) rethrows -> [String] {
  var mistakes: [String] = []
  try withMisuseHandler({ mistakes.append("\($0)") }, body)
  return mistakes
}

/// A folder of a test's own, which is removed with the test.
final class TestFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(component: "upkeep-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files, in order.
  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
