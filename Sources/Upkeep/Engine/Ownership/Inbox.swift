import UpkeepThread

/// Work that other threads have left to an owner, for the beginning of the owner's next turn.
final class Inbox {
  // SAFETY: touched only by the atomic operations of `upkeep_chain_push` and `upkeep_chain_take`.
  /// A chain of `Letter`, newest first.
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

  /// Adds a letter, from any thread.
  func post(_ letter: Letter) {
    // SAFETY: the chain owns one reference to each letter until `open` takes it over.
    upkeep_chain_push(first, Unmanaged.passRetained(letter).toOpaque(), letter.next)
    upkeep_count_deferral()
  }

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
  /// Calls a closure with each waiting letter, newest first, and leaves the letters in the inbox.
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

/// A piece of work in an inbox.
class Letter {
  // SAFETY: written by the posting thread before the letter is visible, then only by the owner.
  /// The letter that was posted before this one.
  fileprivate let next = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init() { next.initialize(to: nil) }

  deinit { next.deallocate() }

  /// Does the work, at the beginning of a turn of the owner, or in another turn if the owner's
  /// actor was released.
  func open(_ context: ContextRef) {}

  /// Called when a turn of the owner begins but leaves the letter to a later turn.
  func wait(_ context: ContextRef) {}
}
