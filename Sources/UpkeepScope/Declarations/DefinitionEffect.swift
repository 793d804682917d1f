/// A side effect of a definition in every scope where it is live.
///
///     static let volume = Atom(5, effects: [
///       .onInitialize { volume in volume.setSelf(readVolume()) },
///       .onChange { volume, old, new in print("\(old) -> \(new)") },
///     ])
///
/// A change is reported once, at the end of the turn, with the values before and after the turn. A
/// turn that restores the old value and a transaction that is rolled back report nothing. Effects
/// cause no computation: a computed value or resource is reported only if something else needs it.
public enum DefinitionEffect<Value>: Sendable {
  /// Called when a scope begins to hold the value, before its first read.
  ///
  /// `setSelf` replaces an atom's first value. The closure must not write anything else: a
  /// computation may be waiting for the value.
  case onInitialize(@Sendable (_ context: EffectContext<Value>) -> Void)

  /// Called after a turn that has changed the value, with the values before and after the turn.
  ///
  /// The closure may read and write.
  case onChange(@Sendable (_ context: EffectContext<Value>, _ old: Value, _ new: Value) -> Void)

  /// Called when a scope releases the value or is released. The closure must not write.
  case onRelease(@Sendable (_ context: EffectContext<Value>) -> Void)
}

/// An effect's access to the value of its definition.
public final class EffectContext<Value> {
  /// The name of the definition in messages.
  public let name: String

  /// The first value while it can still be replaced.
  var first: Value?
  var read: () -> Value?
  var write: (Value) -> Void
  private var held: [Any] = []

  init(_ name: String, read: @escaping () -> Value?, write: @escaping (Value) -> Void) {
    self.name = name
    self.read = read
    self.write = write
  }

  /// The current value; nil if there is none yet.
  ///
  /// Reading it here computes nothing and subscribes to nothing.
  public var value: Value? { first ?? read() }

  /// Writes the value of an atom or, like `scope[resource] =`, of a resource.
  ///
  /// Writing a computed value is reported as a misuse. The call does nothing once the scope has
  /// released the value.
  ///
  /// - Parameter value: the new value.
  public func setSelf(_ value: Value) {
    guard let old = first else { return write(value) }
    first = value
    // The `deinit` of the old value may write the next one.
    withExtendedLifetime(old) {}
  }

  /// Keeps an object, such as a subscription, as long as the scope keeps the value.
  ///
  /// - Parameter something: the object to keep.
  public func hold(_ something: Any) { held.append(something) }

  /// Ends all access to the value.
  func end() {
    let ended = (read, write, held)
    read = { nil }
    write = { _ in }
    held = []
    // The `deinit` of a held object may call the context again.
    withExtendedLifetime(ended) {}
  }
}
