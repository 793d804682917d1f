import UpkeepThread

/// A free list of equally large blocks, carved from chunks.
///
/// Every thread has its own, so taking and returning a block needs no lock. A block belongs to
/// nobody in between: it may be taken on one thread and returned on another, for graphs travel with
/// their actor. A thread that ends leaves its blocks to the next one that needs some; chunks are
/// never unmapped.
///
/// - Complexity: O(1); one `malloc` per 256 blocks.
struct Slab<Block: ~Copyable> {
  private var free: UnsafeMutableRawPointer?
  private var fresh: UnsafeMutablePointer<Block>?
  private var freshCount = 0
  /// Taken minus returned on this thread.
  private(set) var count = 0
  /// The memory of the chunks that were made on this thread.
  private(set) var bytes = 0

  #if DEBUG
    /// What was taken and not returned on this thread since somebody began to ask: see `withNodeCount`.
    var register: Set<UnsafeMutablePointer<Block>>?
  #endif

  private static var blocksPerChunk: Int { 256 }

  mutating func take(orphans: @autoclosure () -> UnsafeMutablePointer<UnsafeMutableRawPointer?>)
    -> UnsafeMutablePointer<Block>
  {
    count += 1
    let block = find(orphans)
    #if DEBUG
      register?.insert(block)
    #endif
    return block
  }

  @inline(__always)
  private mutating func find(_ orphans: () -> UnsafeMutablePointer<UnsafeMutableRawPointer?>)
    -> UnsafeMutablePointer<Block>
  {
    if let block = free {
      free = block.load(as: UnsafeMutableRawPointer?.self)
      return block.assumingMemoryBound(to: Block.self)
    }
    if freshCount == 0 {
      if let block = upkeep_chain_take(orphans()) {
        free = block.load(as: UnsafeMutableRawPointer?.self)
        return block.assumingMemoryBound(to: Block.self)
      }
      // Aligned to cache lines, so that a block of 96 bytes lies in two of them and not in three.
      let size = MemoryLayout<Block>.stride * Self.blocksPerChunk
      bytes += size
      fresh = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        .bindMemory(to: Block.self, capacity: Self.blocksPerChunk)
      freshCount = Self.blocksPerChunk
    }
    // SAFETY: `freshCount` was above zero, so `fresh` is set and has that many blocks left, taken upwards
    // as memory is read.
    let block = fresh.unsafelyUnwrapped + (Self.blocksPerChunk - freshCount)
    freshCount -= 1
    return block
  }

  mutating func give(_ block: UnsafeMutablePointer<Block>) {
    count -= 1
    #if DEBUG
      register?.remove(block)
    #endif
    let raw = UnsafeMutableRawPointer(block)
    raw.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
    free = raw
  }

  /// Leaves every free block to other threads.
  mutating func abandon(to orphans: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
    let inUse = count
    while freshCount > 0 {
      give(fresh.unsafelyUnwrapped + (Self.blocksPerChunk - freshCount))
      freshCount -= 1
    }
    count = inUse
    guard let first = free else { return }
    var last = first
    while let next = last.load(as: UnsafeMutableRawPointer?.self) { last = next }
    upkeep_chain_push(orphans, first, last.assumingMemoryBound(to: UnsafeMutableRawPointer?.self))
    free = nil
  }
}

/// The lists of blocks that ended threads left behind, one per kind of block.
enum Orphans {
  // SAFETY: touched only by the atomic operations of `upkeep_chain_push` and `upkeep_chain_take`.
  nonisolated(unsafe) static let nodes = makeList()
  // SAFETY: as above.
  nonisolated(unsafe) static let edges = makeList()

  private static func makeList() -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    let list = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    list.initialize(to: nil)
    return list
  }
}
