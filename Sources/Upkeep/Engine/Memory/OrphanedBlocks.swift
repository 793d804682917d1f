import UpkeepThread

/// Free blocks of one kind that threads have left for other threads, in a list of batches:
///
///     batch ─> block ─> block ─> block         a free block begins with the address of the next;
///       │                                      the first of a batch also holds the address of the
///     batch ─> block ─> ...                    earlier batch, and the number of blocks in its own
///
/// A thread takes or leaves one batch at a time, and does not look at the blocks in it. So the next
/// thread need not walk through the blocks of an ended thread, however many there are.
///
/// - Complexity: O(1), with a lock, for hundreds of blocks at once.
// SAFETY: `last` is touched only while `upkeep_lock` is held; no thread uses the blocks in a batch.
final class OrphanedBlocks: @unchecked Sendable {
  static let nodes = OrphanedBlocks()
  static let edges = OrphanedBlocks()

  private struct Batch {
    var next: UnsafeMutableRawPointer?
    var earlier: UnsafeMutableRawPointer?
    var count: Int
  }

  private var last: UnsafeMutableRawPointer?

  var isEmpty: Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    return last == nil
  }

  /// Leaves a list of free blocks, each of at least three words, for other threads.
  func add(_ first: UnsafeMutableRawPointer, _ count: Int) {
    let next = first.load(as: UnsafeMutableRawPointer?.self)
    upkeep_lock()
    defer { upkeep_unlock() }
    first.storeBytes(of: Batch(next: next, earlier: last, count: count), as: Batch.self)
    last = first
  }

  /// Returns the batch that was left most recently: its first block, and its number of blocks.
  func take() -> (first: UnsafeMutableRawPointer, count: Int)? {
    upkeep_lock()
    defer { upkeep_unlock() }
    guard let first = last else { return nil }
    let batch = first.load(as: Batch.self)
    last = batch.earlier
    return (first, batch.count)
  }
}
