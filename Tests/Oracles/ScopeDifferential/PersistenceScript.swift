package import Differential
package import Upkeep
import UpkeepScope

/// A random script for saved atoms, on a disk that is sometimes full: `fuzz --saved`.
///
/// Every write is a larger number, so a stale value is noticed.
package enum PersistenceScript: SeededScript {
  package static var subject: String { "saved atoms" }
  package static var length: Int { 40 }
  package static var batch: UInt64 { 50 }
  /// Ignores the reports of a full disk, which are right.
  package static var misuseHandler: ((Misuse) -> Void)? { { _ in } }

  package static func play(
    _ seed: UInt64, _ steps: [Int], on stage: isolated Stage
  ) async -> String? {
    let play = SavedPlay(seed)
    for step in steps where play.problem == nil { await play.perform(step, on: stage) }
    await play.finish(on: stage)
    return play.problem.map { "\($0)\n  \(play.log.joined(separator: "\n  "))" }
  }
}

/// Writes atoms, waits, releases and makes scopes, and checks the saved values.
private final class SavedPlay {
  private let seed: UInt64
  private let disk = Disk()
  private let storage: any SuspendingStorage
  private let atoms: [Atom<Int>]
  private let clock = ManualClock()
  private var scope: Scope?
  /// The newest value that any scope has written.
  private var written = [0, 0, 0]
  /// The values that a finished save has promised.
  private var promised = [0, 0, 0]
  private var isFull = false
  private var wasEverFull = false
  private(set) var log: [String] = []
  private(set) var problem: String?

  init(_ seed: UInt64) {
    self.seed = seed
    storage = seed % 2 == 0 ? disk : FarDisk(disk)
    atoms = [nil, .seconds(2), nil].enumerated().map { [storage] index, time in
      Atom(0).persisted(key: "\(index)", in: storage, coalescing: time)
    }
  }

  func fail(_ text: String) { if problem == nil { problem = "\(log.last ?? ""): \(text)" } }

  func perform(_ step: Int, on stage: isolated Stage) async {
    var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ UInt64(step) &* 0x1_0000_01B3)
    if random.chance(10) {
      await replaceScope(on: stage)
      checkHistory()
      return
    }
    let scope = await currentScope(on: stage)
    switch random.pick([12, 4, 3, 3, 4, 3]) {
    case 0: write(random.below(3), in: scope)
    case 1:
      log.append("batch")
      batch { for _ in 0..<3 { write(random.below(3), in: scope) } }
    case 2:
      log.append("transaction that throws")
      let index = random.below(3)
      let old = scope[atoms[index]]
      transaction(isUndone: true) { scope[atoms[index]] = 1_000_000 }
      if scope[atoms[index]] != old { fail("\(index) is \(scope[atoms[index]])") }
    case 3:
      log.append("advance")
      clock.advance(by: .seconds(1))
    case 4: await save(scope, on: stage)
    default:
      isFull.toggle()
      wasEverFull = wasEverFull || isFull
      log.append(isFull ? "disk is full" : "disk has room")
      disk.fill(isFull)
    }
    checkHistory()
  }

  func finish(on stage: isolated Stage) async {
    disk.fill(false)
    isFull = false
    log.append("the end")
    await save(await currentScope(on: stage), on: stage)
    scope = nil
    await storage.flushed()
    checkHistory()
  }

  private func currentScope(on stage: isolated Stage) async -> Scope {
    if let scope { return scope }
    let scope = Scope(clock: clock)
    self.scope = scope
    log.append("new scope")
    for (index, atom) in atoms.enumerated() {
      let first = scope[atom]
      if storage is any KeyedStorage, first < promised[index] {
        fail("\(index) begins with \(first), and \(promised[index]) was saved")
      }
    }
    await scope.loaded()
    for (index, atom) in atoms.enumerated() {
      let now = scope[atom]
      if now < promised[index] || now > written[index] {
        fail("\(index) begins with \(now), not \(promised[index])...\(written[index])")
      }
      // A newer value that was lost must not come back. `promised` stays: the loaded value may be
      // unsaved.
      written[index] = now
    }
    return scope
  }

  private func write(_ index: Int, in scope: Scope) {
    number += 1
    log.append("write \(number) to \(index)")
    written[index] = number
    scope[atoms[index]] = number
  }

  private var number = 0

  private func save(_ scope: Scope, on stage: isolated Stage) async {
    log.append("saved")
    do {
      try await scope.saved()
      checkAllSaved()
    } catch {
      if !wasEverFull { fail("\(error)") }
    }
  }

  private func replaceScope(on stage: isolated Stage) async {
    log.append("release")
    scope = nil
    if storage is any KeyedStorage, !isFull { checkAllSaved() }
    if isFull || seed % 3 == 0 { return }
    await storage.flushed()
    if !isFull { checkAllSaved() }
  }

  /// Checks that everything was saved, by a save or by the release of a scope while the disk had
  /// room.
  private func checkAllSaved() {
    for index in atoms.indices where written[index] > 0 {
      if disk.history(of: "\(index)").last != written[index] {
        fail("\(index) is \(written[index]), and \(disk.history(of: "\(index)")) was saved")
      }
    }
    promised = written
  }

  private func checkHistory() {
    for index in atoms.indices {
      let history = disk.history(of: "\(index)")
      if zip(history, history.dropFirst()).contains(where: { $0 >= $1 }) {
        fail("\(index) was saved as \(history)")
      }
      if let last = history.last, last > number { fail("\(last) was never there") }
    }
  }
}
