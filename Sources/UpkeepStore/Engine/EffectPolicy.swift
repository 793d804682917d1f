/// A policy for running the effect of an action beside other effects with the same identity.
///
///     func policy(for action: SearchAction) -> EffectPolicy {
///       switch action {
///       case .search: .latest("search")
///       case .toggle(let id): .serial(id)
///       }
///     }
///
/// An identity is any `Hashable` value, and belongs to one store.
public enum EffectPolicy {
  /// Does not run: the action has no effect.
  case never

  /// Runs immediately, concurrently with all other effects.
  case concurrent

  /// Runs immediately, concurrently with all others; `cancel(id:)` cancels it by its identity.
  case cancellable(_ id: AnyHashable)

  /// Cancels all effects with this identity that earlier actions have begun or queued.
  ///
  /// The effect itself runs immediately, concurrently with all others; it may be empty.
  ///
  ///     func policy(for action: PlayerAction) -> EffectPolicy {
  ///       switch action {
  ///       case .play: .cancellable("sound")
  ///       case .stop: .cancels("sound")
  ///       }
  ///     }
  ///     store.send(.play(1), .stop, .play(2))  // plays 2, and never begins with 1
  ///
  /// The effects of later actions are not cancelled, not even of actions in the same `send`. A run
  /// that led to this action is cancelled as well, but the effect of this action is not.
  case cancels(_ id: AnyHashable)

  /// Runs immediately, and cancels the effects with this identity that run or wait.
  ///
  /// Everything that they caused is cancelled too, except the runs that led to this effect.
  case latest(_ id: AnyHashable)

  /// Runs immediately if no effect with this identity runs or waits, and otherwise does not run.
  case exclusive(_ id: AnyHashable)

  /// Runs when all earlier effects with this identity have ended.
  ///
  /// An effect must not wait for an effect of the same identity that it has caused.
  case serial(_ id: AnyHashable)

  /// Runs when this identity has had no other request for a time, by the store's clock.
  ///
  /// Cancels the effects with this identity that run or wait.
  case debounced(_ id: AnyHashable, for: Duration)
}

extension EffectPolicy {
  /// The identity under which runs are grouped; nil if the policy groups none.
  var id: AnyHashable? {
    switch self {
    case .never, .concurrent, .cancels: nil
    case .latest(let id), .exclusive(let id), .serial(let id), .debounced(let id, _),
      .cancellable(let id):
      id
    }
  }

  /// Whether the policy cancels other effects, even for an action that has nothing to perform.
  var cancelsOthers: Bool {
    switch self {
    case .cancels, .latest, .debounced: true
    case .never, .concurrent, .cancellable, .exclusive, .serial: false
    }
  }

  /// Returns the policy with another identity, if it has an identity.
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
