import Testing
import UpkeepThread

@testable import Upkeep

/// Law 14: each thread has a slab of its own, and memory that one thread frees serves another.
@Suite(.leavesNothing) struct SlabTests {
  private let orphans = OrphanedBlocks()

  /// Passes blocks from one slab to another; returns the bytes that both slabs have reserved.
  private static func pass(
    _ count: Int, inFlight: Int, from first: inout Slab<Edge>, to second: inout Slab<Edge>
  ) -> Int {
    var passing: [UnsafeMutablePointer<Edge>] = []
    for number in 0..<count {
      passing.append(first.take())
      if passing.count > inFlight { second.give(passing.remove(at: number % passing.count)) }
    }
    for block in passing { second.give(block) }
    return first.bytes + second.bytes
  }

  @Test(arguments: [0, 100, 3_000])
  func `law 14: memory that passes from thread to thread for ever stays flat, also on its way back`(
    inFlight: Int
  ) {
    var (first, second) = (Slab<Edge>(orphans: orphans), Slab<Edge>(orphans: orphans))
    let needed = (inFlight + 2_048) * MemoryLayout<Edge>.stride
    for _ in 0..<4 {
      #expect(Self.pass(20_000, inFlight: inFlight, from: &first, to: &second) <= 2 * needed)
      #expect(Self.pass(20_000, inFlight: inFlight, from: &second, to: &first) <= 2 * needed)
    }
    #expect(first.count == 0 && second.count == 0)
    first.abandon()
    second.abandon()
  }

  @Test func `law 14: a thread keeps the blocks that it made and freed itself`() {
    var slab = Slab<Edge>(orphans: orphans)
    for _ in 0..<3 {
      let blocks = (0..<10_000).map { _ in slab.take() }
      #expect(slab.count == 10_000)
      for block in blocks { slab.give(block) }
      #expect(slab.count == 0 && orphans.isEmpty)
    }
    // At most one chunk is left over.
    #expect(slab.bytes < 10_000 * MemoryLayout<Edge>.stride + 1 << 15)
    slab.abandon()
  }

  // Under the address sanitizer every block is `malloc`'s.
  @Test(.enabled(if: !upkeep_is_sanitized()))
  func `law 14: a thread takes over the blocks of an ended thread without a walk`() {
    var first = Slab<Edge>(orphans: orphans)
    let blocks = (0..<102_400).map { _ in first.take() }
    for block in blocks { first.give(block) }
    first.abandon()
    #expect(first.count == 0)
    var second = Slab<Edge>(orphans: orphans)
    let block = second.take()
    // The slab takes over all blocks at once, and counts them without a walk through them.
    #expect(orphans.isEmpty && second.count == 1 && second.bytes == 0)
    let others = (1..<102_400).map { _ in second.take() }
    #expect(Set(others).union([block]) == Set(blocks) && second.bytes == 0)
    for block in others + [block] { second.give(block) }
    #expect(second.count == 0 && orphans.isEmpty)
    second.abandon()
  }

  // Under the address sanitizer every block is `malloc`'s.
  @Test(.enabled(if: !upkeep_is_sanitized()), arguments: [3, 64])
  func `neighbours in time are neighbours in memory, in whatever order others went`(stride: Int) {
    var slab = Slab<Edge>(orphans: orphans)
    var blocks = (0..<10_240).map { _ in slab.take() }
    let chunks = { Set(blocks.map { UInt(bitPattern: $0) >> 15 }) }
    let all = chunks()
    for _ in 0..<8 {
      // Neighbours in memory are returned at different times.
      for start in 0..<stride {
        for block in Swift.stride(from: start, to: blocks.count, by: stride) {
          slab.give(blocks[block])
        }
      }
      blocks = (0..<1_024).map { _ in slab.take() }
      #expect(chunks().count <= 3)
      blocks += (1_024..<10_240).map { _ in slab.take() }
      #expect(chunks() == all)
    }
    for block in blocks { slab.give(block) }
    #expect(slab.count == 0 && orphans.isEmpty)
    slab.abandon()
  }

  // Under the address sanitizer every block is `malloc`'s.
  @Test(.enabled(if: !upkeep_is_sanitized()))
  func `law 14: a thread leaves free blocks of every kind at its end`() {
    var (first, second) = (Slab<Edge>(orphans: orphans), Slab<Edge>(orphans: orphans))
    let own = (0..<1_000).map { _ in first.take() }
    let foreign = (0..<100).map { _ in second.take() }
    let made = (first.bytes + second.bytes) / MemoryLayout<Edge>.stride
    // The blocks come from chunks with room, from the current chunk, from a chunk that is partly
    // unused, and from another slab.
    for block in own[..<900] { first.give(block) }
    let taken = (0..<10).map { _ in first.take() }
    for block in taken[..<5] + foreign[...] { first.give(block) }
    for slab in 0..<2 { slab == 0 ? first.abandon() : second.abandon() }
    var third = Slab<Edge>(orphans: orphans)
    let all = (0..<made - 105).map { _ in third.take() }
    #expect(orphans.isEmpty && third.bytes == 0 && third.count == all.count)
    #expect(Set(all).count == all.count && Set(all).isDisjoint(with: own[900...] + taken[5...]))
    for block in all { third.give(block) }
    third.abandon()
  }
}
