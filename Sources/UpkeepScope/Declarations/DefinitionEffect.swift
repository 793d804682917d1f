/// A side effect of a definition, in every scope in which it is live.
///
///     static let volume = Atom(5, effects: [
///       .onInitialize { volume in volume.setSelf(readVolume()) },
///       .onChange { volume, old, new in print("\(old) -> \(new)") },
///     ])
///
/// A change is told at the end of the turn, once, with the value before the turn and the one after
/// it; a turn that ends where it began, and a transaction that is undone, tell nothing. Of a
/// computed value and a resource it is told the values that somebody needed: to be told makes
/// nobody compute.
public enum DefinitionEffect<Value>: Sendable {
  /// Called when a scope begins to hold the value, before anybody reads it.
  ///
  /// `setSelf` replaces an atom's first value. The closure must not write anything else: a computation may be
  /// waiting for the value.
  case onInitialize(@Sendable (_ context: EffectContext<Value>) -> Void)

  /// Called at the end of a turn in which the value has changed, with the one before it and the new one. The
  /// closure may read and write.
  case onChange(@Sendable (_ context: EffectContext<Value>, _ old: Value, _ new: Value) -> Void)

  /// Called when a scope lets go of the value, or is released. The closure must not write.
  case onRelease(@Sendable (_ context: EffectContext<Value>) -> Void)
}

/// Access of an effect to the value of its definition.
public final class EffectContext<Value> {
  /// The name of the definition in messages.
  public let name: String

  /// The first value, while it can still be replaced.
  var first: Value?
  var read: () -> Value?
  var write: (Value) -> Void
  private var held: [Any] = []

  init(_ name: String, read: @escaping () -> Value?, write: @escaping (Value) -> Void) {
    self.name = name
    self.read = read
    self.write = write
  }

  /// The value that is there, nil if none is yet.
  ///
  /// Looking computes and subscribes to nothing.
  public var value: Value? { first ?? read() }

  /// Writes the value: that of an atom, or of a resource, as `scope[resource] =` does.
  ///
  /// A computed value cannot be written; that is reported. Once the scope has let go of it, it does
  /// nothing.
  ///
  /// - Parameter value: the new value.
  public func setSelf(_ value: Value) {
    guard let old = first else { return write(value) }
    first = value
    // Its `deinit` may write the next one.
    withExtendedLifetime(old) {}
  }

  /// Keeps something, a subscription for example, as long as the scope keeps the value.
  ///
  /// - Parameter something: the object to keep.
  public func hold(_ something: Any) { held.append(something) }

  /// Ends it: nothing can be read or written any more.
  func end() {
    let ended = (read, write, held)
    read = { nil }
    write = { _ in }
    held = []
    // What they hold may have a `deinit` that comes back here.
    withExtendedLifetime(ended) {}
  }
}
