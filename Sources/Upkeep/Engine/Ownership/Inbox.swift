import UpkeepThread

/// The work that others have left to an owner, who does it at the beginning of the next turn.
final class Inbox {
  // SAFETY: touched only by the atomic operations of `upkeep_chain_push` and `upkeep_chain_take`.
  /// A chain of `Letter`.
  private let first = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init() { first.initialize(to: nil) }

  deinit {
    var next = upkeep_chain_take(first)
    // SAFETY: `post` retained it for this chain.
    while let letter = next.map({ Unmanaged<Letter>.fromOpaque($0).takeRetainedValue() }) {
      next = letter.next.pointee
    }
    first.deallocate()
  }

  var isEmpty: Bool { upkeep_chain_is_empty(first) }

  /// Leaves work, from any thread.
  func post(_ letter: Letter) {
    // SAFETY: the chain owns one reference to each until `open` takes it over.
    upkeep_chain_push(first, Unmanaged.passRetained(letter).toOpaque(), letter.next)
    upkeep_count_deferral()
  }

  /// Does the work that waits.
  func open(_ context: ContextRef) {
    var next = upkeep_chain_take(first)
    while let taken = next {
      // SAFETY: `post` retained it for this chain.
      let letter = Unmanaged<Letter>.fromOpaque(taken).takeRetainedValue()
      next = letter.next.pointee
      letter.open(context)
    }
  }
}

extension Inbox {
  /// Calls a closure with each piece of work, the newest first, and leaves it where it is.
  func look(_ body: (Letter) -> Void) {
    guard let newest = upkeep_chain_take(first) else { return }
    var next: UnsafeMutableRawPointer? = newest
    while let taken = next {
      // SAFETY: the chain retains it.
      let letter = Unmanaged<Letter>.fromOpaque(taken).takeUnretainedValue()
      body(letter)
      next = letter.next.pointee
      if next == nil { upkeep_chain_push(first, newest, letter.next) }
    }
  }
}

/// One piece of work in an inbox.
class Letter {
  // SAFETY: written by the posting thread before it is visible, then only by the owner.
  /// The one that was posted before.
  fileprivate let next = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init() { next.initialize(to: nil) }

  deinit { next.deallocate() }

  /// Does it, in a turn of the owner's that begins, or elsewhere if the owner has died.
  func open(_ context: ContextRef) {}

  /// Called when a turn of the owner's begins that leaves it to a later one.
  func wait(_ context: ContextRef) {}
}
