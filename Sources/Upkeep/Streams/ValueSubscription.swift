// SAFETY: its constants are Sendable, but for the updater, which is handed to the channel, and released by the effect.
/// An effect that puts the values of a property into a channel, for as long as somebody has this.
///
/// It is made where the property belongs, and may be released anywhere.
final class ValueSubscription<Value>: @unchecked Sendable {
  let channel = ValueChannel<Value>()
  /// The property's name in messages.
  let name: String
  /// The effect's updater, where no other was given and no actor owns the property.
  private let updater: Updater?
  /// Ends the effect where an actor owns the property.
  private let remote: RemoteToken?

  init(_ property: Property<Value>, until given: Updater?, _ label: Label) {
    name = property.name
    let updater = given ?? Updater()
    let end = ChannelEnd(channel)
    let token = updater.start(.declared, label, inputs: [property]) { [channel] token in
      if !channel.put(property.current) { token.cancel() }
      withExtendedLifetime(end) {}
    }
    let isOwned = Isolation.current != nil
    self.updater = given == nil && !isOwned ? updater : nil
    // An updater of its own goes with the token, when that has been cancelled.
    remote = isOwned ? RemoteToken(given == nil ? ChangeObservation(updater, token) : token) : nil
  }

  deinit {
    // Where no actor runs, the property belongs to whoever uses it next, which nobody here can know.
    if let remote { remote.cancel() } else { channel.abandon(keeping: updater) }
  }

  /// Ends the channel when the closure of the effect goes, for whatever reason.
  private final class ChannelEnd {
    let channel: ValueChannel<Value>

    init(_ channel: ValueChannel<Value>) { self.channel = channel }

    deinit { channel.end() }
  }
}

/// The mailbox of an iterator, which leaves the channel with it.
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
