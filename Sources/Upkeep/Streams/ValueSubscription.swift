// SAFETY: its constants are Sendable, but for the updater, which is released by `deinit` alone, in a way that the
// updater allows on any thread.
/// An effect that puts the values of a property into a channel, for as long as somebody has this.
///
/// It is made where the property belongs, and may be released anywhere.
final class ValueSubscription<Value>: @unchecked Sendable {
  let channel = ValueChannel<Value>()
  /// The property's name in messages.
  let name: String
  /// The effect's updater, where no other was given.
  private var updater: Updater?
  private let remote: RemoteToken?
  private weak var owner: (any Actor)?

  init(_ property: Property<Value>, until given: Updater?, _ label: Label) {
    name = property.name
    owner = Isolation.current
    let updater = given ?? Updater()
    let end = ChannelEnd(channel)
    let token = updater.start(.declared, label, inputs: [property]) { [channel] token in
      if !channel.put(property.current) { token.cancel() }
      withExtendedLifetime(end) {}
    }
    self.updater = given == nil ? updater : nil
    remote = given == nil || owner == nil ? nil : RemoteToken(token)
  }

  deinit {
    if let remote {
      remote.cancel()
    } else if updater?.effects.hasOwner == true {
      updater = nil
      OwnerTurn.take(on: owner)
    } else {
      // The property belongs to whoever uses it next, which nobody here can know.
      channel.abandon(keeping: updater)
    }
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
