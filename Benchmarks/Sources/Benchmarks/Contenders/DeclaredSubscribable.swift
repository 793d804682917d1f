import Upkeep

/// An Upkeep value with effects that declare it as their input.
final class DeclaredSubscribable: Subscribable {
  static let identity = UpkeepDeclared.identity

  private let property = StoredProperty(0)
  private let updater = Updater()

  init() {}

  func subscribe(_ sink: Sink) -> EffectToken {
    let property = property
    return updater.keepUpToDate(dependencies: [property]) { sink.take(property.value) }
  }

  func write(_ value: Int) { property.value = value }

  func cancel(_ subscription: EffectToken) { subscription.cancel() }
}
