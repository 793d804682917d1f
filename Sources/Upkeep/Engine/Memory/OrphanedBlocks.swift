import UpkeepThread

/// Blocks of one kind that threads have left to others: a list of batches, each one of them a list of free blocks.
///
///     batch ─> block ─> block ─> block         a free block begins with the next one;
///       │                                      the first of a batch goes on with the batch before
///     batch ─> block ─> ...                    and how many there are
///
/// A thread takes and leaves a batch at a time, and neither looks at the blocks: however many an ended thread has
/// left, the next one does not walk through them.
///
/// - Complexity: O(1), with a lock, for hundreds of blocks at once.
// SAFETY: `last` is touched only while `upkeep_lock` is held; the blocks in a batch belong to nobody else.
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

  /// Leaves a list of free blocks, each of three words at least, to others.
  func add(_ first: UnsafeMutableRawPointer, _ count: Int) {
    let next = first.load(as: UnsafeMutableRawPointer?.self)
    upkeep_lock()
    defer { upkeep_unlock() }
    first.storeBytes(of: Batch(next: next, earlier: last, count: count), as: Batch.self)
    last = first
  }

  /// Returns what was left most recently: the first of so many free blocks.
  func take() -> (first: UnsafeMutableRawPointer, count: Int)? {
    upkeep_lock()
    defer { upkeep_unlock() }
    guard let first = last else { return nil }
    let batch = first.load(as: Batch.self)
    last = batch.earlier
    return (first, batch.count)
  }
}
