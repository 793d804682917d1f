/// Decides whether a new value counts as a change.
///
/// A value that does not is discarded: the property keeps the old one, and nothing that depends on it
/// runs. Without a rule of its own a property uses `==` where the type is `Equatable`, identity for
/// class instances (optional and existential ones too), and counts everything else as changed. Two
/// successes of a `Result` are compared by their values' rule; a failure always counts as changed.
///
///     let position = StoredProperty(0.0, changes: ChangeRule { old, new in abs(new - old) > 0.5 })
///     position.value = 0.3
///     print(position.value)  // 0.0
public struct ChangeRule<Value> {
  /// Says whether a new value counts as the old one.
  @usableFromInline package let isUnchanged: (Value, Value) -> Bool
  /// Whether it is known to call every write a change: what is edited need not be copied for it.
  @usableFromInline package let countsEverything: Bool
  /// Whether it is the one that a property has without a rule of its own.
  @usableFromInline let isOfType: Bool

  /// A rule that needs no guard: `==`, identity, or none.
  @inlinable
  package init(
    for: Value.Type, countsEverything: Bool = false, isOfType: Bool = false,
    isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    self.isUnchanged = isUnchanged
    self.countsEverything = countsEverything
    self.isOfType = isOfType
  }

  /// A rule of the program's own.
  ///
  /// Its reads are not tracked, and it must not write.
  ///
  /// - Parameter isChange: given the old and the new value, says whether the new one is a change.
  public init(_ isChange: @escaping (Value, Value) -> Bool) {
    let closure = RuleClosure(isChange)
    isUnchanged = { old, new in untracked { !closure.isChange(old, new) } }
    countsEverything = false
    isOfType = false
  }

  /// Every write counts, whatever its value.
  public static var always: ChangeRule {
    ChangeRule(for: Value.self, countsEverything: true, isUnchanged: { _, _ in false })
  }

  /// No write counts: the first value stays.
  public static var never: ChangeRule { ChangeRule(for: Value.self, isUnchanged: { _, _ in true }) }

  /// The rule of the type, found when the program runs: what a property in generic code uses.
  ///
  /// - Complexity: a search for the type's conformances, once per property.
  public static var automatic: ChangeRule {
    ChangeRule(for: Value.self, isOfType: true, isUnchanged: automaticComparison())
  }
}

extension ChangeRule where Value: Equatable {
  /// Changed unless `==`.
  ///
  /// A NaN written over a NaN is a change, as `==` has it.
  @inlinable public static var equal: ChangeRule {
    ChangeRule(for: Value.self, isUnchanged: { $0 == $1 })
  }
}

extension ChangeRule where Value: AnyObject {
  /// Changed unless it is the same instance.
  @inlinable public static var identical: ChangeRule {
    ChangeRule(for: Value.self, isUnchanged: { $0 === $1 })
  }
}

// MARK: - Finding the rule of a type

/// The comparison of a type known to be `Equatable`: `==`, inlined, except for one that compares itself.
@inlinable
func equalityComparison<Value: Equatable>() -> (Value, Value) -> Bool {
  comparesItself(Value.self) ? automaticComparison() : { $0 == $1 }
}

/// Whether the type has a comparison of its own.
///
/// That the commonest types are none is known when the program is compiled.
@inlinable
func comparesItself<Value>(_: Value.Type) -> Bool {
  if Value.self == Int.self || Value.self == Double.self || Value.self == Bool.self
    || Value.self == String.self
  {
    return false
  }
  return isSelfComparing(Value.self)
}

@usableFromInline
func isSelfComparing<Value>(_: Value.Type) -> Bool { Value.self is any SelfComparing.Type }

/// Whether values of this one's type cannot be told apart, so that every write of one counts.
package func isIncomparable<Value>(_ value: Value) -> Bool {
  // A value behind a protocol may be an object.
  type(of: value as Any) == Value.self && !(Value.self is AnyClass)
    && !(Value.self is any SelfComparing.Type) && !(Value.self is any Equatable.Type)
    && !(Value.self is any OptionalValue.Type)
}

/// The comparison that `Value` calls for, found dynamically.
@usableFromInline
package func automaticComparison<Value>() -> (Value, Value) -> Bool {
  if let type = Value.self as? any SelfComparing.Type {
    return { type.isUnchanged($0, $1) }
  }
  if let type = Value.self as? any Equatable.Type { return equality(type) }
  if isReference(Value.self) {
    // SAFETY: a reference, or none, is one word.
    return unsafeBitCast(Comparison<UInt> { $0 == $1 }, to: Comparison<Value>.self).areEqual
  }
  return { haveSameIdentity($0, $1) }
}

/// Whether values of a type are instances of a class, or such an instance or nil.
private func isReference<Value>(_: Value.Type) -> Bool {
  Value.self is AnyClass
    || (Value.self as? any OptionalValue.Type)?.wrappedType is AnyClass
}

private func equality<Value, Concrete: Equatable>(_: Concrete.Type) -> (Value, Value) -> Bool {
  let comparison = Comparison<Concrete> { $0 == $1 }
  // SAFETY: `Concrete` is `Value` itself, opened from its metatype. To cast the values in place of the closure would
  // copy both for each comparison.
  return unsafeBitCast(comparison, to: Comparison<Value>.self).areEqual
}

/// A comparison that is called in the same way whatever it compares: a closure by itself would be wrapped in another
/// one to be cast.
private struct Comparison<Value> {
  let areEqual: (Value, Value) -> Bool
}

/// Whether two values are equal by `==`; nil where the compiler does not know their type, or that has no `==`.
///
/// Where it does, `==` is inlined, and where not, nothing is asked. Only for a type that does not compare itself.
@inlinable @inline(__always)
func knownEquality<Value>(_ old: Value, _ new: Value) -> Bool? {
  if let isEqual = plainEquality(old, new) { return isEqual }
  return withUnsafePointer(to: old) { old in
    withUnsafePointer(to: new) { new in knownEquality(at: old, new) }
  }
}

/// The same of values where they lie: neither is copied.
@inlinable @inline(__always)
func knownEquality<Value>(at old: UnsafePointer<Value>, _ new: UnsafePointer<Value>) -> Bool? {
  guard _isConcrete(Value.self), let type = Value.self as? any Equatable.Type else { return nil }
  return type.areEqual(old, new)
}

extension Equatable {
  /// Whether two values of this type are equal.
  ///
  /// Not to be inlined before the compiler has put the type in place of `Self`.
  @inlinable
  static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    // SAFETY: both point to values of this type, by which `knownEquality` was specialised.
    one.assumingMemoryBound(to: Self.self).pointee
      == other.assumingMemoryBound(to: Self.self).pointee
  }
}

/// Whether two values are the same class instance; false for anything that is not one.
private func haveSameIdentity<Value>(_ old: Value, _ new: Value) -> Bool {
  guard let old = classInstance(old), let new = classInstance(new) else {
    return isNil(old) && isNil(new)
  }
  return old === new
}

private func classInstance<Value>(_ value: Value) -> AnyObject? {
  if let optional = value as? any OptionalValue {
    return optional.wrappedValue.flatMap { classInstance($0) }
  }
  // `as AnyObject` boxes anything; only a class's own metatype says that this is an instance.
  return type(of: value as Any) is AnyClass ? value as AnyObject : nil
}

/// Whether the value is an optional without a value.
func isNil<Value>(_ value: Value) -> Bool {
  (value as? any OptionalValue)?.wrappedValue == nil && value is any OptionalValue
}

/// `Optional`, whatever it wraps.
protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}

/// A type that has a comparison of its own, whatever the types in it.
package protocol SelfComparing {
  static func isUnchanged<Value>(_ old: Value, _ new: Value) -> Bool
}

// Successes compare by their own rule, failures are always changed.
extension Result: SelfComparing {
  package static func isUnchanged<Value>(_ old: Value, _ new: Value) -> Bool {
    guard case .success(let old)? = old as? Self, case .success(let new)? = new as? Self else {
      return false
    }
    return (automaticComparison() as (Success, Success) -> Bool)(old, new)
  }
}

/// A value that a cycle can become.
package protocol FailureCatching {
  static func failure(_ error: CycleError) -> Any?

  /// The cycle that it is, if it is known to be one.
  var cycleError: CycleError? { get }
}

extension FailureCatching {
  package var cycleError: CycleError? { nil }
}

extension Result: FailureCatching {
  package static func failure(_ error: CycleError) -> Any? {
    // Any other failure type has no place for a cycle.
    (error as? Failure).map { Self.failure($0) }
  }

  package var cycleError: CycleError? {
    if case .failure(let error) = self { error as? CycleError } else { nil }
  }
}
