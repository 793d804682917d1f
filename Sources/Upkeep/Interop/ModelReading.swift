/// The word with which a derived value or an effect follows models that are `@Observable`.
///
///     let balance = DerivedProperty(.observing) { account.balance }
public enum ModelReading: Sendable {
  /// Reads of `@Observable` models in the closure count, beside those of properties.
  case observing
}
