// SAFETY: the updater is touched only while `lock` is held, and released as any thread may release one; the order is
// atomic in that it is given before the release that has it looked at.
/// A token that any isolation may cancel, for something that belongs to one.
///
///     let token = RemoteToken(updater.keepUpToDate { show(count.value) })
///     Task.detached { token.cancel() }
///
/// It is made on the actor to which the other token belongs. Cancelled there it ends at once what it stands for; elsewhere,
/// with the actor's next turn, which is asked for: an effect may run until then. Where no actor runs when it is
/// made it is refused, by `Misuse.noIsolation`, and `cancel()` changes nothing but `isCancelled`.
///
/// Dropping it changes nothing.
public final class RemoteToken: CancellableToken, @unchecked Sendable {
  private let lock = Lock()
  private let order = Order()
  private var carrier: Updater?
  private weak var owner: (any Actor)?

  /// Makes one for something that is cancelled by a token.
  ///
  /// - Parameters:
  ///   - token: the token; kept until this is cancelled or dropped.
  ///   - isolation: the actor; found by the library where the compiler knows of none.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init(
    _ token: any CancellableToken, on isolation: (any Actor)? = #isolation, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let label = Label(name, file, line)
    owner = isolation ?? Isolation.current
    guard owner != nil else {
      Misuse.report(.noIsolation(definition: "the remote token \(label)"))
      return
    }
    let carrier = Updater()
    let bearer = Bearer(token, order)
    _ = carrier.start(.declared, label, withToken: { _ in withExtendedLifetime(bearer) {} })
    self.carrier = carrier
  }

  /// Whether this was cancelled; not whether the other token was.
  public var isCancelled: Bool { lock.withLock { order.isGiven } }

  /// Ends what it stands for: at once where that belongs, elsewhere with the next turn there.
  @_documentation(visibility: internal)
  public func cancel() {
    var carrier = lock.withLock { () -> Updater? in
      // Once it is given the owner may look at it.
      if order.isGiven { return nil }
      order.isGiven = true
      defer { self.carrier = nil }
      return self.carrier
    }
    if carrier == nil { return }
    carrier = nil
    OwnerTurn.take(on: owner)
  }

  /// Whether the token is to be cancelled.
  private final class Order { var isGiven = false }

  /// Goes with the closure of an effect that nothing wakes, which an updater gives up where it belongs.
  private final class Bearer {
    private let token: any CancellableToken
    private let order: Order

    init(_ token: any CancellableToken, _ order: Order) {
      self.token = token
      self.order = order
    }

    deinit { if order.isGiven { token.cancel() } }
  }
}
