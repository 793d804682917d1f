/// The option with which a derived value or an effect follows `@Observable` models.
///
///     let balance = DerivedProperty(.observing) { account.balance }
public enum ModelReading: Sendable {
  /// The closure follows the `@Observable` models that it reads, besides properties.
  case observing
}
