/// How the effect of an action runs beside others with the same identity.
///
///     func policy(for action: SearchAction) -> EffectPolicy {
///       switch action {
///       case .search: .latest("search")
///       case .toggle(let id): .serial(id)
///       }
///     }
///
/// Identities are any `Hashable` values, and each store has its own.
public struct EffectPolicy {
  enum Kind {
    case never
    case concurrent
    case latest
    case exclusive
    case serial
    case debounced(Duration)
  }

  let kind: Kind
  let id: AnyHashable?

  private init(_ kind: Kind, _ id: AnyHashable? = nil) {
    self.kind = kind
    self.id = id
  }

  /// The same with another identity, if it has one.
  func identified(by name: (AnyHashable) -> AnyHashable) -> EffectPolicy {
    EffectPolicy(kind, id.map(name))
  }

  /// It does not run: the action has no effect.
  public static var never: EffectPolicy { EffectPolicy(.never) }

  /// It runs at once, beside all others.
  public static var concurrent: EffectPolicy { EffectPolicy(.concurrent) }

  /// It runs at once, beside all others, and can be cancelled by its identity.
  ///
  /// - Parameter id: the identity for `cancel(id:)`.
  /// - Returns: the policy.
  public static func concurrent(_ id: some Hashable) -> EffectPolicy {
    EffectPolicy(.concurrent, AnyHashable(id))
  }

  /// It runs at once; whatever ran with this identity is cancelled, with all that it has caused but
  /// what has led to this one.
  ///
  /// - Parameter id: their common identity.
  /// - Returns: the policy.
  public static func latest(_ id: some Hashable) -> EffectPolicy {
    EffectPolicy(.latest, AnyHashable(id))
  }

  /// It runs at once unless one with this identity runs or waits: then it does not run at all.
  ///
  /// - Parameter id: their common identity.
  /// - Returns: the policy.
  public static func exclusive(_ id: some Hashable) -> EffectPolicy {
    EffectPolicy(.exclusive, AnyHashable(id))
  }

  /// It runs when those with this identity that were asked for before have ended, one after the
  /// other.
  ///
  /// So one must not wait for another that it has sent itself.
  ///
  /// - Parameter id: their common identity.
  /// - Returns: the policy.
  public static func serial(_ id: some Hashable) -> EffectPolicy {
    EffectPolicy(.serial, AnyHashable(id))
  }

  /// It runs when a time has passed in which no other one with this identity was asked for.
  ///
  /// Any that ran or waited with this identity is cancelled.
  ///
  /// - Parameters:
  ///   - id: their common identity.
  ///   - duration: how long it waits, by the store's clock.
  /// - Returns: the policy.
  public static func debounced(_ id: some Hashable, for duration: Duration) -> EffectPolicy {
    EffectPolicy(.debounced(duration), AnyHashable(id))
  }
}
