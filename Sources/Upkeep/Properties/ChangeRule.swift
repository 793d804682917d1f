/// A rule that decides whether a new value counts as a change.
///
/// A property discards a value that counts as unchanged: it keeps the old value, and nothing that
/// depends on it runs. By default, a property compares with `==` if the type is `Equatable`, and by
/// identity if the value is a class instance (also an optional or existential one); any other write
/// counts as a change. Two successes of a `Result` are compared by the rule of their type; a
/// failure always counts as changed.
///
///     let position = StoredProperty(0.0, changes: ChangeRule { old, new in abs(new - old) > 0.5 })
///     position.value = 0.3
///     print(position.value)  // 0.0
public struct ChangeRule<Value> {
  /// Says whether a new value counts as unchanged.
  @usableFromInline package let isUnchanged: (Value, Value) -> Bool
  /// Whether every write counts as a change.
  ///
  /// An edit then needs no copy for a comparison.
  @usableFromInline package let countsEverything: Bool
  /// Whether this is the rule that a property uses by default.
  @usableFromInline let isOfType: Bool

  /// Makes a rule from a comparison of the library: `==`, identity, or a constant answer.
  ///
  /// Unlike a program's closure, the comparison is called without `untracked` around it.
  @inlinable
  package init(
    for: Value.Type, countsEverything: Bool = false, isOfType: Bool = false,
    isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    self.isUnchanged = isUnchanged
    self.countsEverything = countsEverything
    self.isOfType = isOfType
  }

  /// Makes a rule from a closure.
  ///
  /// Reads in the closure are not tracked. The closure must not write.
  ///
  /// - Parameter isChange: returns whether the second value, the new one, is a change from the
  ///   first.
  public init(_ isChange: @escaping (Value, Value) -> Bool) {
    let closure = RuleClosure(isChange)
    isUnchanged = { old, new in untracked { !closure.isChange(old, new) } }
    countsEverything = false
    isOfType = false
  }

  /// A rule by which every write is a change, whatever its value.
  public static var always: ChangeRule {
    ChangeRule(for: Value.self, countsEverything: true, isUnchanged: { _, _ in false })
  }

  /// A rule by which no write is a change: the first value stays.
  public static var never: ChangeRule { ChangeRule(for: Value.self, isUnchanged: { _, _ in true }) }

  /// The type's rule, found at run time, as by a property in generic code.
  ///
  /// - Complexity: one search for the type's conformances per property.
  public static var automatic: ChangeRule {
    ChangeRule(for: Value.self, isOfType: true, isUnchanged: automaticComparison())
  }
}

extension ChangeRule where Value: Equatable {
  /// A rule that compares with `==`.
  ///
  /// A NaN written over a NaN is a change, because `==` tells the two apart.
  @inlinable public static var equal: ChangeRule {
    ChangeRule(for: Value.self, isUnchanged: { $0 == $1 })
  }
}

extension ChangeRule where Value: AnyObject {
  /// A rule that compares by identity.
  @inlinable public static var identical: ChangeRule {
    ChangeRule(for: Value.self, isUnchanged: { $0 === $1 })
  }
}

// MARK: - Finding the rule of a type

/// Returns the comparison of a rule, or if there is none, the comparison of the type.
///
/// `isEquality` is the result of `comparesByEquality`.
@inlinable
func comparison<Value>(
  by rule: ChangeRule<Value>?, isEquality: Bool
) -> (Value, Value) -> Bool {
  // Not `rule?.isUnchanged`: unwrapping it wraps the closure twice, 39 instructions more for each
  // write.
  if let rule { return rule.isUnchanged }
  return isEquality ? { areKnownEqual($0, $1) } : automaticComparison()
}

/// Returns whether values compare by `==` alone, and the compiler knows their type.
///
/// An initializer asks once, and then installs a closure in which `areKnownEqual` inlines `==`.
@inlinable
package func comparesByEquality<Value>(_ rule: ChangeRule<Value>?) -> Bool {
  _isConcrete(Value.self) && rule == nil && Value.self is any Equatable.Type
    && !comparesItself(Value.self)
}

/// Returns whether two values are equal by `==`.
///
/// Called only for types for which `comparesByEquality` returns true.
@inlinable
func areKnownEqual<Value>(_ old: Value, _ new: Value) -> Bool {
  (Value.self as? any Equatable.Type)?.isEqual(old, to: new) ?? false
}

/// Returns whether the type has a comparison of its own.
///
/// For the commonest types, the compiler knows the answer.
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

/// Returns whether the value's type has no comparison, so that every write counts.
package func isIncomparable<Value>(_ value: Value) -> Bool {
  // A value behind a protocol may be an object.
  type(of: value as Any) == Value.self && !(Value.self is AnyClass)
    && !(Value.self is any SelfComparing.Type) && !(Value.self is any Equatable.Type)
    && !(Value.self is any OptionalValue.Type)
}

/// Returns the comparison for `Value`, found at run time.
@usableFromInline
package func automaticComparison<Value>() -> (Value, Value) -> Bool {
  if let type = Value.self as? any SelfComparing.Type {
    return { type.isUnchanged($0, $1) }
  }
  if let type = Value.self as? any Equatable.Type { return equality(type) }
  if isReference(Value.self) {
    // SAFETY: a class reference, optional or not, is one word.
    return unsafeBitCast(Comparison<UInt> { $0 == $1 }, to: Comparison<Value>.self).areEqual
  }
  return { haveSameIdentity($0, $1) }
}

/// Returns whether the type is a class or an optional class.
private func isReference<Value>(_: Value.Type) -> Bool {
  Value.self is AnyClass
    || (Value.self as? any OptionalValue.Type)?.wrappedType is AnyClass
}

private func equality<Value, Concrete: Equatable>(_: Concrete.Type) -> (Value, Value) -> Bool {
  let comparison = Comparison<Concrete> { $0 == $1 }
  // SAFETY: `Concrete` is `Value` itself, opened from its metatype. Casting the values instead of
  // the closure would copy both for each comparison.
  return unsafeBitCast(comparison, to: Comparison<Value>.self).areEqual
}

/// A comparison with the same calling convention for every type.
///
/// A cast of a bare closure would wrap it in another closure.
private struct Comparison<Value> {
  let areEqual: (Value, Value) -> Bool
}

/// Returns whether two values are equal by `==`; nil if the compiler does not know their type, or
/// if the type has no `==`.
///
/// If the compiler knows the type, `==` is inlined; otherwise nothing is compared. The type must
/// not have a comparison of its own.
@inlinable @inline(__always)
func knownEquality<Value>(_ old: Value, _ new: Value) -> Bool? {
  if let isEqual = plainEquality(old, new) { return isEqual }
  return withUnsafePointer(to: old) { old in
    withUnsafePointer(to: new) { new in knownEquality(at: old, new) }
  }
}

/// Compares two values in place, without copying them.
@inlinable @inline(__always)
func knownEquality<Value>(at old: UnsafePointer<Value>, _ new: UnsafePointer<Value>) -> Bool? {
  guard _isConcrete(Value.self), let type = Value.self as? any Equatable.Type else { return nil }
  return type.areEqual(old, new)
}

extension Equatable {
  /// Returns whether two values of this type are equal.
  ///
  /// Must not be inlined before the compiler has substituted the type for `Self`.
  @inlinable
  static func isEqual<Value>(_ one: Value, to other: Value) -> Bool {
    // SAFETY: `Value` is this type, by whose metatype `areKnownEqual` has found this function.
    unsafeBitCast(one, to: Self.self) == unsafeBitCast(other, to: Self.self)
  }

  /// Returns whether two values of this type are equal, without copying them.
  ///
  /// Must not be inlined before the compiler has substituted the type for `Self`.
  @inlinable
  static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    // SAFETY: both point to values of this type, for which `knownEquality` was specialised.
    one.assumingMemoryBound(to: Self.self).pointee
      == other.assumingMemoryBound(to: Self.self).pointee
  }
}

/// Returns whether two values are the same class instance, or are both nil.
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
  // `as AnyObject` boxes any value. Only a class as the dynamic type proves that the value is an
  // instance.
  return type(of: value as Any) is AnyClass ? value as AnyObject : nil
}

/// Returns whether the value is an optional that is nil.
func isNil<Value>(_ value: Value) -> Bool {
  (value as? any OptionalValue)?.wrappedValue == nil && value is any OptionalValue
}

/// An `Optional`, whatever it wraps.
protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}

/// A type with a comparison of its own, whatever types it contains.
package protocol SelfComparing {
  static func isUnchanged<Value>(_ old: Value, _ new: Value) -> Bool
}

// Two successes compare by the rule of their type. A failure always counts as changed.
extension Result: SelfComparing {
  package static func isUnchanged<Value>(_ old: Value, _ new: Value) -> Bool {
    guard case .success(let old)? = old as? Self, case .success(let new)? = new as? Self else {
      return false
    }
    return (automaticComparison() as (Success, Success) -> Bool)(old, new)
  }
}

/// A type that can represent a dependency cycle as a value.
package protocol FailureCatching {
  static func failure(_ error: CycleError) -> Any?

  /// The cycle that this value represents; nil if it represents none.
  var cycleError: CycleError? { get }
}

extension FailureCatching {
  package var cycleError: CycleError? { nil }
}

extension Result: FailureCatching {
  package static func failure(_ error: CycleError) -> Any? {
    // No other failure type can hold a cycle.
    (error as? Failure).map { Self.failure($0) }
  }

  package var cycleError: CycleError? {
    if case .failure(let error) = self { error as? CycleError } else { nil }
  }
}
