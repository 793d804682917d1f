/// The way in which the effect of an action runs beside others with the same identity.
///
///     func policy(for action: SearchAction) -> EffectPolicy {
///       switch action {
///       case .search: .latest("search")
///       case .toggle(let id): .serial(id)
///       }
///     }
///
/// Identities are any `Hashable` values, and each store has its own.
public enum EffectPolicy {
  /// It does not run: the action has no effect.
  case never

  /// It runs at once, beside all others.
  case concurrent

  /// It runs at once, beside all others, and can be cancelled by its identity: `cancel(id:)`.
  case cancellable(_ id: AnyHashable)

  /// It cancels all effects that earlier actions have begun or queued with this identity, and
  /// itself runs at once, beside all others: the effect of an action that only stops others may be
  /// empty.
  ///
  ///     func policy(for action: PlayerAction) -> EffectPolicy {
  ///       switch action {
  ///       case .play: .cancellable("sound")
  ///       case .stop: .cancels("sound")
  ///       }
  ///     }
  ///     store.send(.play(1), .stop, .play(2))  // plays 2, and never begins with 1
  ///
  /// It acts in step with its action: never on the effects of later actions, not even of those that
  /// are sent with it. A run that has led to this action is cancelled, too; the effect of this
  /// action is not.
  case cancels(_ id: AnyHashable)

  /// It runs at once; one that ran with this identity is cancelled, with all that it has caused but
  /// the runs that have led to this one.
  case latest(_ id: AnyHashable)

  /// It runs at once unless one with this identity runs or waits: then it does not run at all.
  case exclusive(_ id: AnyHashable)

  /// It runs when those with this identity that were asked for before have ended, one after the
  /// other.
  ///
  /// So one must not wait for another that it has sent itself.
  case serial(_ id: AnyHashable)

  /// It runs when a time has passed, by the store's clock, in which no other one with this identity was asked for.
  ///
  /// Any that ran or waited with this identity is cancelled.
  case debounced(_ id: AnyHashable, for: Duration)
}

extension EffectPolicy {
  /// The identity that runs have in common, nil for one that has none.
  var id: AnyHashable? {
    switch self {
    case .never, .concurrent, .cancels: nil
    case .latest(let id), .exclusive(let id), .serial(let id), .debounced(let id, _),
      .cancellable(let id):
      id
    }
  }

  /// Whether it cancels others, which it does for an action that has nothing to perform, too.
  var cancelsOthers: Bool {
    switch self {
    case .cancels, .latest, .debounced: true
    case .never, .concurrent, .cancellable, .exclusive, .serial: false
    }
  }

  /// The same with another identity, if it has one.
  func identified(by name: (AnyHashable) -> AnyHashable) -> EffectPolicy {
    switch self {
    case .never, .concurrent: self
    case .cancels(let id): .cancels(name(id))
    case .latest(let id): .latest(name(id))
    case .exclusive(let id): .exclusive(name(id))
    case .serial(let id): .serial(name(id))
    case .debounced(let id, let duration): .debounced(name(id), for: duration)
    case .cancellable(let id): .cancellable(name(id))
    }
  }
}
