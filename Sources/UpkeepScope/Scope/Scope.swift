public import Upkeep

/// A container that makes definitions live and holds their values.
///
///     let scope = Scope()
///     scope[Cart.items].append(tea)
///     print(scope[Cart.total])
///
///     updater.keepUpToDate { [unowned self] in label = scope[Cart.badge] ?? "" }
///
/// A read is always current and is tracked like the read of a property: effects and derived values
/// that read a definition follow it. Separate scopes share nothing. A child scope shares with its
/// parent everything that it does not override. `batch` and `transaction` include writes to a
/// scope.
///
/// A scope belongs to one actor or thread at a time, like its properties, and loads resources on
/// that actor. Releasing a scope cancels its loads.
public final class Scope {
  @usableFromInline let core: ScopeCore
  private let time: ScopeTime

  /// Makes a scope.
  ///
  ///     let scope = Scope { $0[Cart.items] = [tea] }
  ///     let tested = Scope(clock: ManualClock())
  ///
  /// - Parameters:
  ///   - clock: measures timeouts, delays and lifetimes; may be a `ManualClock`.
  ///   - isolation: filled in by the compiler; held weakly.
  ///   - configure: gets the scope to write first values and overrides.
  public init(
    clock: some Clock<Duration> = ContinuousClock(), isolation: (any Actor)? = #isolation,
    _ configure: (Scope) -> Void = { _ in }
  ) {
    time = ScopeTime(clock, isolation)
    core = ScopeCore(nil, time)
    configure(self)
  }

  /// Makes a child scope.
  ///
  /// The child shares with its parent every atom that it does not override. It shares computed
  /// values and resources only while it overrides nothing, because they could depend on an
  /// override.
  ///
  /// - Parameters:
  ///   - parent: the parent; the child keeps it alive.
  ///   - configure: gets the scope to override definitions.
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
    // Releases parents in a loop, so that a deep nest of scopes does not recurse.
    while isKnownUniquelyReferenced(&keptParent) {
      let next = keptParent?.keptParent
      keptParent?.keptParent = nil
      keptParent = next
    }
  }
}

// SAFETY: the scope is gone, so only its loads still use its core; they run on the owner, as does
// `take`.
/// The end of a scope that was released away from its owner.
private struct ForeignEnd: @unchecked Sendable {
  let core: ScopeCore

  func take(on owner: isolated any Actor) { core.shutDown() }
}

// MARK: - Reading and writing

extension Scope {
  /// The current value of a definition.
  ///
  /// An effect or derived value that reads it here follows it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Complexity: O(1) to find the property, plus the cost of reading it.
  @inlinable
  public subscript<D: Definition>(_ definition: D) -> D.Value {
    @inline(__always) get { core.value(of: definition) }
  }

  /// The value of a writable definition.
  ///
  /// A computed value passes the new value to its setter. A resource shows the new value until its
  /// next load; the value supersedes a running load, and is in no snapshot.
  ///
  /// - Parameter definition: the definition.
  @inlinable
  public subscript<D: WritableDefinition>(_ definition: D) -> D.Value {
    @inline(__always) get { core.value(of: definition) }
    set { write(newValue, to: definition) }
  }

  @usableFromInline
  func write<D: WritableDefinition>(_ value: D.Value, to definition: D) {
    let declaration =
      core.keptDeclaration(of: definition)?.takeUnretainedValue()
      ?? core.existingCell(of: definition)?.declaration
      ?? untracked { definition.declaration }
    // SAFETY: a definition's declaration has its value's type.
    unsafeDowncast(declaration, to: ValueDeclaration<D.Value>.self).write(value, in: self)
  }

  /// Returns the value of a definition without following it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Returns: its current value.
  @inlinable
  public func peek<D: Definition>(_ definition: D) -> D.Value {
    core.withProperty(of: definition) { $0.peek() }
  }
}
