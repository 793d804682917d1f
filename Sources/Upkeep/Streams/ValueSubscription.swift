// SAFETY: the constants are Sendable, except for the updater, which is handed to the channel and
// released by the effect.
/// An effect that puts the values of a property into a channel, as long as this object is retained.
///
/// It is made where the property belongs, and may be released anywhere.
final class ValueSubscription<Value>: @unchecked Sendable {
  let channel = ValueChannel<Value>()
  /// The property's name for messages.
  let name: String
  /// The effect's updater, if none was given and no actor owns the property.
  private let updater: Updater?
  /// A token that ends the effect, if an actor owns the property.
  private let remote: RemoteToken?

  init(_ property: Property<Value>, until given: Updater?, _ label: Label) {
    name = property.name
    let updater = given ?? Updater()
    let end = ChannelEnd(channel)
    let token = updater.start(following: [property], label) { [channel] token in
      if !channel.put(property.current) { token.cancel() }
      withExtendedLifetime(end) {}
    }
    let isOwned = Isolation.current != nil
    self.updater = given == nil && !isOwned ? updater : nil
    // An updater made here is released with the token, when the token has been cancelled.
    remote =
      isOwned ? RemoteToken(token, of: given == nil ? updater : nil, on: nil, label) : nil
  }

  deinit {
    // Where no actor runs, the property belongs to its next user, which cannot be known here.
    if let remote { remote.cancel() } else { channel.abandon(keeping: updater) }
  }

  /// Ends the channel when the closure of the effect is released, for any reason.
  private final class ChannelEnd {
    let channel: ValueChannel<Value>

    init(_ channel: ValueChannel<Value>) { self.channel = channel }

    deinit { channel.end() }
  }
}

/// An iterator's mailbox, which leaves the channel when the iterator is released.
final class ValueReader<Value> {
  let subscription: ValueSubscription<Value>
  private let mailbox: ValueChannel<Value>.Mailbox

  init(_ subscription: ValueSubscription<Value>, limit: Int?) {
    self.subscription = subscription
    mailbox = subscription.channel.join(limit: limit)
  }

  deinit { subscription.channel.leave(mailbox) }

  func next(_ isolation: isolated (any Actor)?) async -> ValueChannel<Value>.Content {
    await subscription.channel.next(in: mailbox)
  }
}
