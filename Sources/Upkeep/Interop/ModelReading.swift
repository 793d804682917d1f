/// The word with which a derived value or an effect follows models that are `@Observable`.
///
///     let balance = DerivedProperty(.observing) { account.balance }
public enum ModelReading: Sendable {
  /// What the closure reads of `@Observable` models counts, beside properties.
  case observing
}
