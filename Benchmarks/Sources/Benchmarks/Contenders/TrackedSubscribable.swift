import Upkeep

/// An Upkeep value with effects whose reads are tracked.
final class TrackedSubscribable: Subscribable {
  static let identity = UpkeepTracked.identity

  private let property = StoredProperty(0)
  private let updater = Updater()

  init() {}

  func subscribe(_ sink: Sink) -> EffectToken {
    let property = property
    return updater.keepUpToDate { sink.take(property.value) }
  }

  func write(_ value: Int) { property.value = value }

  func cancel(_ subscription: EffectToken) { subscription.cancel() }
}
