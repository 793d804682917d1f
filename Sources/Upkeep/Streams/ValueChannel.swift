// SAFETY: the variables are touched only while `lock` is held.
/// A channel that carries a property's values from its owner to readers on any isolation.
///
/// The owner puts values in without waiting. Each reader takes values out of its own mailbox.
final class ValueChannel<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var latest: Value?
  /// The number of values put in so far.
  private var count: UInt64 = 0
  private var isOver = false
  /// Whether all readers have gone and the owner was not told.
  private var isAbandoned = false
  private var keptUpdater: Updater?
  private var mailboxes: [ObjectIdentifier: Mailbox] = [:]

  /// The values that one reader has yet to take.
  final class Mailbox {
    /// The largest number of values that the mailbox holds; nil if it returns only the latest
    /// value.
    fileprivate let limit: Int?
    fileprivate var values = Queue<Value>()
    fileprivate var seen: UInt64 = 0
    fileprivate var lost = 0
    fileprivate var readers: [UnsafeContinuation<Void, Never>] = []

    fileprivate init(limit: Int?) { self.limit = limit }

    /// Keeps a value for a reader that gets every value.
    fileprivate func note(_ value: Value) {
      guard let limit else { return }
      if lost == 0, values.count < limit { values.append(value) } else { lost += 1 }
    }

    fileprivate func takeReaders() -> [UnsafeContinuation<Void, Never>] {
      defer { readers = [] }
      return readers
    }
  }

  enum Content {
    case value(Value)
    /// This number of values had no room.
    case loss(Int)
    case end
    case nothing
  }

  // MARK: - The owner

  /// Puts in the property's new value; returns false if nothing reads the channel any more.
  func put(_ value: Value) -> Bool {
    var readers: [UnsafeContinuation<Void, Never>] = []
    var last: Value?
    let isRead = lock.withLock {
      if isAbandoned { return false }
      last = latest
      latest = value
      count += 1
      for mailbox in mailboxes.values {
        mailbox.note(value)
        readers += mailbox.takeReaders()
      }
      return true
    }
    for reader in readers { reader.resume() }
    // The old value's `deinit` may run more of the program.
    withExtendedLifetime(last) {}
    return isRead
  }

  /// Ends the channel: readers take the remaining values, and then find the end.
  func end() {
    let (readers, updater) = lock.withLock {
      isOver = true
      defer { keptUpdater = nil }
      return (mailboxes.values.flatMap { $0.takeReaders() }, keptUpdater)
    }
    for reader in readers { reader.resume() }
    withExtendedLifetime(updater) {}
  }

  /// Tells the owner at the next value that nothing reads any more; retains the updater until then.
  func abandon(keeping updater: Updater?) {
    lock.withLock {
      isAbandoned = true
      if !isOver { keptUpdater = updater }
    }
  }

  // MARK: - Readers

  /// Makes a mailbox, which begins with the property's current value.
  func join(limit: Int?) -> Mailbox {
    let mailbox = Mailbox(limit: limit)
    lock.withLock {
      if limit != nil, let latest { mailbox.values.append(latest) }
      mailboxes[ObjectIdentifier(mailbox)] = mailbox
    }
    return mailbox
  }

  func leave(_ mailbox: Mailbox) {
    let last = lock.withLock { mailboxes.removeValue(forKey: ObjectIdentifier(mailbox)) }
    withExtendedLifetime(last) {}
  }

  /// Waits until a mailbox has a value, a loss or the end.
  func next(
    in mailbox: Mailbox, isolation: isolated (any Actor)? = #isolation
  ) async -> Content {
    let mailbox = MailboxReference(mailbox: mailbox)
    while true {
      if Task.isCancelled { return .end }
      let content = lock.withLock { take(from: mailbox.mailbox) }
      if case .nothing = content {} else { return content }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { reader in
          let mustWait = lock.withLock {
            // A cancellation from here on finds the reader in the mailbox.
            if Task.isCancelled || isOver || mailbox.mailbox.hasContent(count) { return false }
            mailbox.mailbox.readers.append(reader)
            return true
          }
          if !mustWait { reader.resume() }
        }
      } onCancel: {
        let readers = lock.withLock { mailbox.mailbox.takeReaders() }
        for reader in readers { reader.resume() }
      }
    }
  }

  private func take(from mailbox: Mailbox) -> Content {
    if mailbox.limit != nil {
      if let value = mailbox.values.popFirst() { return .value(value) }
      if mailbox.lost > 0 { return .loss(mailbox.lost) }
    } else if let latest, mailbox.seen < count {
      mailbox.seen = count
      return .value(latest)
    }
    return isOver ? .end : .nothing
  }

  // SAFETY: touched only while the channel's lock is held.
  /// Carries a mailbox to the handler of a cancellation.
  private struct MailboxReference: @unchecked Sendable { let mailbox: Mailbox }
}

extension ValueChannel.Mailbox {
  fileprivate func hasContent(_ count: UInt64) -> Bool {
    limit == nil ? seen < count : !values.isEmpty || lost > 0
  }
}
