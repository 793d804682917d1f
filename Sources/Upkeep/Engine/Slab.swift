import UpkeepThread

/// A free list of equally large blocks, carved from chunks.
///
/// Every thread has its own, so taking and returning a block needs no lock. A block belongs to
/// nobody in between: it may be taken on one thread and returned on another, for graphs travel with
/// their actor. A thread that has many more free blocks than it ever made leaves some to others that
/// need them, and when it ends all of them; chunks are never unmapped.
///
/// No tool can see a use of a block that lies in the free list. Therefore a debug build under the address sanitizer
/// gets every block from `malloc` and gives it back there: the sanitizer poisons it, keeps it from being used again
/// for the next 256 MB, and reports whatever touches it, with where it was taken and returned.
///
/// - Complexity: O(1); one `malloc` per 256 blocks.
struct Slab<Block: ~Copyable> {
  private var free: UnsafeMutableRawPointer?
  /// The number of blocks in `free`.
  private var freeCount = 0
  /// The most that may be.
  private var freeLimit = Self.batch
  private var fresh: UnsafeMutablePointer<Block>?
  private var freshCount = 0
  /// The number of blocks in the chunks that were made on this thread.
  private var made = 0
  /// The number of those that came from other threads, minus those left to them.
  private var received = 0

  private let orphans: OrphanedBlocks

  init(orphans: OrphanedBlocks) { self.orphans = orphans }

  /// Taken minus returned on this thread.
  var count: Int { made - freshCount + received - freeCount }
  /// The memory of the chunks that were made on this thread.
  var bytes: Int { made * MemoryLayout<Block>.stride }

  #if DEBUG
    /// Blocks taken and not returned on this thread since somebody began to ask: see `withNodeCount`.
    var register: Set<UnsafeMutablePointer<Block>>?
  #endif

  private static var blocksPerChunk: Int { 256 }
  /// The number of free blocks that go to other threads at a time.
  private static var batch: Int { 512 }

  @inline(__always)
  mutating func take() -> UnsafeMutablePointer<Block> {
    #if DEBUG
      let block = upkeep_is_sanitized() ? allocate() : find()
      register?.insert(block)
      return block
    #else
      return find()
    #endif
  }

  #if DEBUG
    private mutating func allocate() -> UnsafeMutablePointer<Block> {
      freeCount -= 1
      return .allocate(capacity: 1)
    }
  #endif

  @inline(__always)
  private mutating func find() -> UnsafeMutablePointer<Block> {
    guard let block = free else { return findFresh() }
    free = block.load(as: UnsafeMutableRawPointer?.self)
    freeCount -= 1
    return block.assumingMemoryBound(to: Block.self)
  }

  @inline(never)
  private mutating func findFresh() -> UnsafeMutablePointer<Block> {
    if freshCount == 0 {
      receive()
      if free != nil { return find() }
      // Aligned to cache lines, so that a block of 96 bytes lies in two of them and not in three.
      let size = MemoryLayout<Block>.stride * Self.blocksPerChunk
      made += Self.blocksPerChunk
      freeLimit += Self.blocksPerChunk
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
    freeCount += 1
    #if DEBUG
      register?.remove(block)
      if upkeep_is_sanitized() { return block.deallocate() }
    #endif
    let raw = UnsafeMutableRawPointer(block)
    raw.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
    free = raw
    if freeCount > freeLimit { leaveBatch() }
  }

  /// Takes what another thread has left at one time, if any has.
  private mutating func receive() {
    guard let (first, count) = orphans.take() else { return }
    free = first
    freeCount = count
    received += count
    freeLimit = max(freeLimit, count + Self.batch)
  }

  /// Leaves free blocks to others, the most recent ones.
  ///
  /// - Complexity: O(blocks).
  @inline(never)
  private mutating func leaveBatch() {
    guard let first = free else { return }
    var last = first
    for _ in 1..<Self.batch {
      guard let next = last.load(as: UnsafeMutableRawPointer?.self) else { break }
      last = next
    }
    free = last.load(as: UnsafeMutableRawPointer?.self)
    last.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
    freeCount -= Self.batch
    received -= Self.batch
    orphans.add(first, Self.batch)
  }

  /// Leaves every free block to other threads.
  mutating func abandon() {
    freeLimit = .max
    while freshCount > 0 {
      let block = fresh.unsafelyUnwrapped + (Self.blocksPerChunk - freshCount)
      freshCount -= 1
      give(block)
    }
    guard let first = free else { return }
    orphans.add(first, freeCount)
    received -= freeCount
    (free, freeCount) = (nil, 0)
  }
}
