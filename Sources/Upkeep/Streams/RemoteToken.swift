// SAFETY: the updater is touched only while `lock` is held, and any thread may release an updater.
// The order is given before that release, and the owner reads it only after the release.
/// A token with which any isolation may cancel an effect; dropping it does not end the effect.
///
///     let token = RemoteToken(updater.keepUpToDate { show(count.value) })
///     Task.detached { token.cancel() }
///
/// Make it on the actor to which the effect belongs. Cancelled on that actor, it cancels the effect
/// at once. Cancelled elsewhere, it asks the actor for a turn and cancels with that turn: the
/// effect may run until then. If no actor runs when it is made, it is refused, with a `Misuse` of
/// the kind `noIsolation`, and `cancel()` changes nothing but `isCancelled`.
public final class RemoteToken: @unchecked Sendable {
  private let lock = Lock()
  private let order = Order()
  private var carrier: Updater?
  private weak var owner: (any Actor)?

  /// Makes a token that cancels an effect.
  ///
  /// - Parameters:
  ///   - token: the effect; retained until this token is cancelled or dropped.
  ///   - isolation: the actor; found by the library where the compiler knows of none.
  ///   - name: the name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public convenience init(
    _ token: EffectToken, on isolation: (any Actor)? = #isolation, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(token, of: nil, on: isolation, Label(name, file, line))
  }

  /// Makes a token that cancels an effect, and retains the effect's updater until then.
  init(_ token: EffectToken, of updater: Updater?, on isolation: (any Actor)?, _ label: Label) {
    owner = isolation ?? Isolation.current
    guard owner != nil else {
      Misuse.report(.noIsolation(definition: "the remote token \(label)"))
      return
    }
    let carrier = Updater()
    let bearer = Bearer(token, updater, order)
    _ = carrier.start(following: [], label) { _ in withExtendedLifetime(bearer) {} }
    self.carrier = carrier
  }

  /// Whether this token was cancelled; the effect may have been cancelled without it.
  public var isCancelled: Bool { lock.withLock { order.isGiven } }

  /// Cancels the effect: at once on its actor, elsewhere with the actor's next turn.
  public func cancel() {
    var carrier = lock.withLock { () -> Updater? in
      // Once the order is given, the owner may read it.
      if order.isGiven { return nil }
      order.isGiven = true
      defer { self.carrier = nil }
      return self.carrier
    }
    if carrier == nil { return }
    carrier = nil
    OwnerTurn.take(on: owner)
  }

  /// The order to cancel the effect.
  private final class Order { var isGiven = false }

  /// An object that the closure of an effect retains.
  ///
  /// Nothing wakes the effect. When the updater is released, its owner releases the closure and
  /// this object, which then cancels the other effect if that was ordered.
  private final class Bearer {
    private let token: EffectToken
    private let updater: Updater?
    private let order: Order

    init(_ token: EffectToken, _ updater: Updater?, _ order: Order) {
      self.token = token
      self.updater = updater
      self.order = order
    }

    deinit { if order.isGiven { token.cancel() } }
  }
}
