public import Upkeep

/// Makes definitions live: holds the value that each has here.
///
///     let scope = Scope()
///     scope[Cart.items].append(tea)
///     print(scope[Cart.total])
///
///     updater.keepUpToDate { [unowned self] in label = scope[Cart.badge] ?? "" }
///
/// A read is true, always, and tracked, like that of a property's value: an effect or a derived
/// value that reads definitions follows them. Several scopes stand side by side and share nothing,
/// except for a child, which shares with its parent all that it does not override. `batch` and
/// `transaction` take in the writes to a scope.
///
/// A scope belongs to one actor or thread at a time, like its properties, and loads resources on
/// that actor. When it is released, its loads are cancelled.
public final class Scope {
  @usableFromInline let core: ScopeCore
  private let time: ScopeTime

  /// Makes a scope.
  ///
  ///     let scope = Scope { $0[Cart.items] = [tea] }
  ///     let tested = Scope(clock: ManualClock())
  ///
  /// - Parameters:
  ///   - clock: measures timeouts, delays and lifetimes; or a `ManualClock`.
  ///   - isolation: filled in by the compiler; held weakly.
  ///   - configure: gets the scope, to write first values and overrides.
  public init<C: Clock>(
    clock: C = ContinuousClock(), isolation: (any Actor)? = #isolation,
    _ configure: (Scope) -> Void = { _ in }
  ) where C.Duration == Duration {
    time = ScopeTime(clock, isolation)
    core = ScopeCore(nil, time)
    configure(self)
  }

  /// Makes a scope that tells time by a clock that is advanced by hand.
  ///
  /// - Parameters:
  ///   - clock: measures timeouts, delays and lifetimes.
  ///   - isolation: filled in by the compiler; held weakly.
  ///   - configure: gets the scope, to write first values and overrides.
  @_documentation(visibility: internal)
  public init(
    clock: ManualClock, isolation: (any Actor)? = #isolation,
    _ configure: (Scope) -> Void = { _ in }
  ) {
    time = ScopeTime(clock, isolation)
    core = ScopeCore(nil, time)
    configure(self)
  }

  /// Makes a scope inside another one.
  ///
  /// It shares with that one all that it does not override: atoms, one by one; computed values and
  /// resources, as long as it overrides nothing, for they might follow from its overrides.
  ///
  /// - Parameters:
  ///   - parent: kept alive.
  ///   - configure: gets the scope, to override definitions.
  public init(parent: Scope, _ configure: (Scope) -> Void = { _ in }) {
    time = parent.time
    core = ScopeCore(parent.core, time)
    keptParent = parent
    configure(self)
  }

  private var keptParent: Scope?

  deinit {
    if let owner = time.foreignOwner {
      let end = ForeignEnd(core: core)
      Task { await end.take(on: owner) }
    } else {
      core.shutDown()
    }
    // One after the other: however deep the scopes are in one another, none is released inside
    // another's release.
    while isKnownUniquelyReferenced(&keptParent) {
      let next = keptParent?.keptParent
      keptParent?.keptParent = nil
      keptParent = next
    }
  }
}

// SAFETY: the scope is gone, so the parts of its core are used by its loads alone, on the owner,
// where this is taken, too.
/// The end of a scope that was released away from its owner.
private struct ForeignEnd: @unchecked Sendable {
  let core: ScopeCore

  func take(on owner: isolated any Actor) { core.shutDown() }
}

// MARK: - Reading and writing

extension Scope {
  /// The value of a definition, true at this moment.
  ///
  /// Reading it inside an effect or a derived value makes that follow it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Complexity: that of reading a property, and O(1) to find it.
  @inlinable
  public subscript<D: Definition>(_ definition: D) -> D.Value {
    @inline(__always) get { core.value(of: definition) }
  }

  /// The value of a definition that can be written: a computed value passes on the new value; a
  /// resource shows it, and a load that is under way is superseded.
  ///
  /// - Parameter definition: the definition.
  @inlinable
  public subscript<D: WritableDefinition>(_ definition: D) -> D.Value {
    @inline(__always) get { core.value(of: definition) }
    set { definition.write(newValue, in: self) }
  }

  /// Returns the value of a definition without following it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Returns: its value now.
  @inlinable
  public func peek<D: Definition>(_ definition: D) -> D.Value {
    core.withProperty(of: definition) { $0.peek() }
  }
}
