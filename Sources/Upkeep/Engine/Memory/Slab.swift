import UpkeepThread

/// An allocator of blocks of one size, which it carves from chunks.
///
/// Every thread has its own slab, so taking and returning a block needs no lock. A block may be
/// taken on one thread and returned on another, because graphs travel with their actor.
///
/// A chunk keeps a list of its own free blocks, and blocks are taken from one chunk until it is
/// empty:
///
///     current     the chunk from which blocks are taken; its list is `free`
///     roomy       chunks with free blocks ─> chunk ─> chunk      each with its list, in its header
///     strays      blocks of other threads' chunks ─> block ─> block
///
/// So blocks that are taken together lie together, in whatever order earlier blocks were returned.
/// A single list of free blocks is as fast only if graphs are freed in the order in which they were
/// made. A graph that is made kind by kind, and freed effect by effect, leaves a shuffled list. The
/// next graph, made from this list, takes up to ten times as long to make and to free.
///
/// A thread that has many more strays than it ever received at once leaves some for other threads.
/// A thread that ends leaves all its free blocks. Chunks are never freed.
///
/// No tool can detect the use of a free block in a list. Therefore a debug build under the address
/// sanitizer gets every block from `malloc` and returns it with `free`. The sanitizer poisons the
/// block, does not use it again for the next 256 MB, and reports every access, with the places
/// where the block was taken and returned.
///
/// - Complexity: O(1); one `malloc` for each chunk.
struct Slab<Block: ~Copyable> {
  /// The list of the current chunk, or of strays that are being taken.
  private var free: UnsafeMutableRawPointer?
  /// The address of the chunk whose list `free` is; 0 if `free` is no chunk's list.
  private var current: UInt = 0
  /// The chunks with free blocks, without the current one, in the order in which each got its first
  /// free block.
  private var firstRoomy: Chunk?
  private var lastRoomy: Chunk?
  private var strays: UnsafeMutableRawPointer?
  private var strayCount = 0
  /// The greatest number of strays that this slab keeps.
  private var strayLimit = Self.batch
  /// The number of blocks in all these lists.
  private var freeCount = 0
  private var fresh: UnsafeMutablePointer<Block>?
  private var freshCount = 0
  /// The number of blocks in the chunks that were made on this thread.
  private var made = 0
  /// The number of blocks received from other threads, minus the number left for them.
  private var received = 0
  /// The address of the first chunk that this slab made, which identifies the slab in its chunks; 0
  /// before.
  private var owner: UInt = 0

  private let orphans: OrphanedBlocks

  init(orphans: OrphanedBlocks) { self.orphans = orphans }

  /// The number of blocks taken minus the number returned on this thread.
  var count: Int { made - freshCount + received - freeCount }
  /// The bytes of all blocks that were made on this thread.
  var bytes: Int { made * MemoryLayout<Block>.stride }

  #if DEBUG
    /// The blocks that this thread has taken, and not returned, since the register was opened: see
    /// `withNodeCount`.
    var register: Set<UnsafeMutablePointer<Block>>?
  #endif

  private static var blocksPerChunk: Int { Chunk.capacity / MemoryLayout<Block>.stride }
  /// The number of free blocks that are left for other threads at a time.
  private static var batch: Int { 512 }

  // MARK: - Taking

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

  private mutating func find() -> UnsafeMutablePointer<Block> {
    guard let block = free else { return findElsewhere() }
    free = block.load(as: UnsafeMutableRawPointer?.self)
    freeCount -= 1
    return block.assumingMemoryBound(to: Block.self)
  }

  @inline(never)
  private mutating func findElsewhere() -> UnsafeMutablePointer<Block> {
    if let chunk = firstRoomy {
      firstRoomy = chunk.next
      if firstRoomy == nil { lastRoomy = nil }
      free = chunk.free
      chunk.free = nil
      current = chunk.start
      return find()
    }
    current = 0
    if freshCount > 0 { return takeFresh() }
    if strayCount > 0 {
      (free, strays, strayCount) = (strays, nil, 0)
      return find()
    }
    receive()
    return free == nil ? takeFresh() : find()
  }

  private mutating func takeFresh() -> UnsafeMutablePointer<Block> {
    if freshCount == 0 { makeChunk() }
    // SAFETY: `freshCount` is above zero, so `fresh` is set and has that many blocks left. They are
    // taken in ascending order, as memory is read.
    let block = fresh.unsafelyUnwrapped
    fresh = block + 1
    freshCount -= 1
    return block
  }

  private mutating func makeChunk() {
    let chunk = Chunk(owner: owner == 0 ? nil : owner)
    owner = chunk.owner
    fresh = chunk.blocks.bindMemory(to: Block.self, capacity: Self.blocksPerChunk)
    freshCount = Self.blocksPerChunk
    made += Self.blocksPerChunk
  }

  /// Takes a batch that another thread has left, if there is one.
  private mutating func receive() {
    guard let (first, count) = orphans.take() else { return }
    free = first
    freeCount += count
    received += count
    strayLimit = max(strayLimit, count + Self.batch)
  }

  // MARK: - Returning

  mutating func give(_ block: UnsafeMutablePointer<Block>) {
    freeCount += 1
    #if DEBUG
      register?.remove(block)
      if upkeep_is_sanitized() { return block.deallocate() }
    #endif
    let raw = UnsafeMutableRawPointer(block)
    if UInt(bitPattern: raw) &- current < UInt(bitPattern: Chunk.size) {
      raw.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
      free = raw
      return
    }
    let chunk = Chunk(of: raw)
    if chunk.owner != owner { return giveStray(raw) }
    let next = chunk.free
    raw.storeBytes(of: next, as: UnsafeMutableRawPointer?.self)
    chunk.free = raw
    if next == nil { hasRoom(chunk) }
  }

  /// Appends a chunk, which is not the current one and has got its first free block, to the list of
  /// roomy chunks.
  @inline(never)
  private mutating func hasRoom(_ chunk: Chunk) {
    chunk.last = chunk.free
    chunk.next = nil
    if let lastRoomy { lastRoomy.next = chunk } else { firstRoomy = chunk }
    lastRoomy = chunk
  }

  @inline(never)
  private mutating func giveStray(_ block: UnsafeMutableRawPointer) {
    block.storeBytes(of: strays, as: UnsafeMutableRawPointer?.self)
    strays = block
    strayCount += 1
    if strayCount > strayLimit { leaveBatch() }
  }

  // MARK: - Leaving to others

  /// Leaves the most recent strays for other threads.
  ///
  /// - Complexity: O(blocks).
  @inline(never)
  private mutating func leaveBatch() {
    guard let first = strays else { return }
    var last = first
    for _ in 1..<Self.batch {
      guard let next = last.load(as: UnsafeMutableRawPointer?.self) else { break }
      last = next
    }
    strays = last.load(as: UnsafeMutableRawPointer?.self)
    last.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
    strayCount -= Self.batch
    leave(first, Self.batch)
  }

  private mutating func leave(_ first: UnsafeMutableRawPointer, _ count: Int) {
    freeCount -= count
    received -= count
    orphans.add(first, count)
  }

  /// Leaves every free block for other threads.
  ///
  /// - Complexity: O(chunks).
  mutating func abandon() {
    strayLimit = .max
    if let strays { leave(strays, strayCount) }
    (strays, strayCount) = (nil, 0)
    while freshCount > 0 {
      let block = UnsafeMutableRawPointer(takeFresh())
      block.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
      free = block
      freeCount += 1
    }
    while let chunk = firstRoomy {
      firstRoomy = chunk.next
      chunk.last?.storeBytes(of: free, as: UnsafeMutableRawPointer?.self)
      free = chunk.free
      chunk.free = nil
    }
    (current, lastRoomy) = (0, nil)
    if let free { leave(free, freeCount) }
    free = nil
  }
}

/// Memory for blocks of one size, after a header.
///
/// The address of a chunk is a multiple of its size, so that the address of a block determines its
/// chunk.
private struct Chunk {
  private struct Header {
    var free: UnsafeMutableRawPointer?
    var last: UnsafeMutableRawPointer?
    var next: Chunk?
    let owner: UInt
  }

  /// The size of a chunk, small enough for the caches of a core.
  ///
  /// With 16 KB the header and the unused rest cost two or three bytes more for each effect.
  static var size: Int { 1 << 15 }
  /// The header takes a cache line, so that a block of 96 bytes lies in two lines and not in three.
  private static var blocksOffset: Int { 64 }
  /// The size without the two words that `malloc` puts before a block of its own, so that the next
  /// chunk follows without a gap.
  private static var allocatedSize: Int { size - 16 }
  /// The memory for blocks.
  static var capacity: Int { allocatedSize - blocksOffset }

  private let address: UnsafeMutableRawPointer

  /// The chunk of a block.
  init(of block: UnsafeMutableRawPointer) {
    // SAFETY: every block lies in a chunk, after the header, so the result is not nil.
    address =
      UnsafeMutableRawPointer(
        bitPattern: UInt(bitPattern: block) & ~UInt(bitPattern: Self.size - 1)
      ).unsafelyUnwrapped
  }

  /// Makes the first chunk of a slab, or a further chunk of the slab whose first chunk is at
  /// `owner`.
  init(owner: UInt?) {
    address = .allocate(byteCount: Self.allocatedSize, alignment: Self.size)
    let header = Header(owner: owner ?? UInt(bitPattern: address))
    address.initializeMemory(as: Header.self, to: header)
  }

  // SAFETY: a chunk begins with its header, and is never freed. Only the chunk's own thread touches
  // the header, except `owner`, which never changes.
  private var header: UnsafeMutablePointer<Header> {
    address.assumingMemoryBound(to: Header.self)
  }

  /// The chunk's address as a number.
  var start: UInt { UInt(bitPattern: address) }

  var blocks: UnsafeMutableRawPointer { address + Self.blocksOffset }

  /// The address of the first chunk of the slab that made this chunk; other threads may read it,
  /// too.
  var owner: UInt { header.pointee.owner }

  /// The free blocks, while blocks are taken from another chunk.
  var free: UnsafeMutableRawPointer? {
    get { header.pointee.free }
    nonmutating set { header.pointee.free = newValue }
  }

  /// The last block of `free`.
  var last: UnsafeMutableRawPointer? {
    get { header.pointee.last }
    nonmutating set { header.pointee.last = newValue }
  }

  /// The next chunk in the list of roomy chunks.
  var next: Chunk? {
    get { header.pointee.next }
    nonmutating set { header.pointee.next = newValue }
  }
}
