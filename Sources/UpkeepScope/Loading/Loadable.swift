package import Upkeep

/// The current state of a value that is loaded or may fail.
///
///     let page = scope[Posts.page]
///     if page.isLoading { spinner() }
///     if let error = page.error { show(error) }
///     if let text = page.value { show(text) }  // also during the next load, and if it fails
///
/// As a property's value, a loadable is compared by the rule of `Value`; a failure always counts as
/// a change.
public struct Loadable<Value> {
  /// The last value, kept during the next load and if that fails; nil before the first value.
  public private(set) var value: Value?

  /// The error of the last load; nil if the load succeeded, and during the next load.
  public private(set) var error: (any Error)?

  /// Whether another value is loading.
  public private(set) var isLoading: Bool

  /// Identifies a resource's result: equal nonzero revisions mean the same result.
  var revision = 0

  init(_ value: Value?, _ error: (any Error)?, isLoading: Bool) {
    self.value = value
    self.error = error
    self.isLoading = isLoading
  }

  /// A loading value without a previous value.
  public static var loading: Loadable { Loadable(nil, nil, isLoading: true) }

  /// Returns a loading value.
  ///
  /// - Parameter previous: the last value, if any.
  /// - Returns: a loading value.
  public static func loading(previous: Value?) -> Loadable {
    Loadable(previous, nil, isLoading: true)
  }

  /// Returns a loaded value.
  ///
  /// - Parameter value: the value.
  /// - Returns: a settled value.
  public static func value(_ value: Value) -> Loadable { Loadable(value, nil, isLoading: false) }

  /// Returns a failed load.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - previous: the last value, if any.
  /// - Returns: a settled value.
  public static func failed(_ error: any Error, previous: Value? = nil) -> Loadable {
    Loadable(previous, error, isLoading: false)
  }

  /// Awaits a value and turns an error into a failure.
  ///
  ///     store.messages = .loading(previous: store.messages.value)
  ///     store.messages = await Loadable { try await service.messages() }
  ///
  /// - Parameter load: returns the value or throws.
  public nonisolated(nonsending) init(
    _ load: nonisolated(nonsending) () async throws -> Value
  ) async {
    do {
      self = .value(try await load())
    } catch {
      self = .failed(error)
    }
  }

  /// Whether nothing is loading.
  public var isSettled: Bool { !isLoading }

  /// The result of the last load; nil while loading.
  public var result: Result<Value, any Error>? {
    if isLoading { return nil }
    if let error { return .failure(error) }
    return value.map { .success($0) }
  }

  /// Returns the value or throws the failure.
  ///
  /// - Returns: the last value, also while another one is loading.
  /// - Throws: `error` if there is one; `LoadError.stillLoading` if there is no value.
  public func get() throws -> Value {
    if let error { throw error }
    guard let value else { throw LoadError.stillLoading }
    return value
  }

  /// Returns a loadable with a transformed value.
  ///
  /// - Parameter transform: transforms the value, if any; an error becomes the failure of the
  ///   result.
  /// - Returns: the transformed loadable.
  public func map<Result>(_ transform: (Value) throws -> Result) -> Loadable<Result> {
    do {
      return Loadable<Result>(try value.map(transform), error, isLoading: isLoading)
    } catch {
      return Loadable<Result>(nil, error, isLoading: isLoading)
    }
  }

  /// Returns the loadable that a closure makes from the value, combined with this loadable.
  ///
  /// The result is loading while either of the two is loading. It has this loadable's error or else
  /// the other's.
  ///
  /// - Parameter transform: makes a loadable from the value, if any.
  /// - Returns: the combined loadable.
  public func flatMap<Result>(_ transform: (Value) -> Loadable<Result>) -> Loadable<Result> {
    let next = value.map(transform)
    return Loadable<Result>(
      next?.value, error ?? next?.error, isLoading: isLoading || next?.isLoading ?? false)
  }

  /// Returns the same value, marked as loading.
  func loadingAnew() -> Loadable { Loadable(value, nil, isLoading: true) }

  /// Returns this loadable with a previous value if it has none.
  func keeping(_ previous: Value?) -> Loadable {
    Loadable(value ?? previous, error, isLoading: isLoading)
  }
}

extension Loadable: Sendable where Value: Sendable {}

extension Loadable: Equatable where Value: Equatable {
  /// Returns whether two loadables have equal values, errors and loading states.
  ///
  /// Errors are equal if `==` of their type says so, if their type has only one value, or if they
  /// are one object.
  @_documentation(visibility: internal)
  public static func == (left: Loadable, right: Loadable) -> Bool {
    left.isLoading == right.isLoading && left.value == right.value
      && areEqual(left.error, right.error)
  }
}

extension Loadable: CustomStringConvertible {
  /// The call that makes an equal loadable.
  public var description: String {
    if let error { return value.map { "failed(\(error), previous: \($0))" } ?? "failed(\(error))" }
    if isLoading { return value.map { "loading(previous: \($0))" } ?? "loading" }
    return value.map { "value(\($0))" } ?? "nothing"
  }
}

extension Loadable: CustomReflectable {
  /// A mirror that shows the loadable as an enumeration with a case for each factory method.
  public var customMirror: Mirror {
    let previous = value.map { [Mirror.Child("previous", $0)] } ?? []
    var (name, parts) = ("nothing", [Mirror.Child]())
    if let error {
      (name, parts) = ("failed", [(nil, error)] + previous)
    } else if isLoading {
      (name, parts) = ("loading", previous)
    } else if let value {
      (name, parts) = ("value", [(nil, value)])
    }
    return Mirror(self, children: [(name, Payload(parts: parts))], displayStyle: .enum)
  }

  /// The text in the parentheses after a case.
  private struct Payload: CustomReflectable {
    let parts: [Mirror.Child]
    var customMirror: Mirror { Mirror(self, children: parts, displayStyle: .tuple) }
  }
}

/// Returns whether two errors are equal.
///
/// Errors are equal by `==` if their type has one, if their type has only one value, or by
/// identity.
func areEqual(_ left: (any Error)?, _ right: (any Error)?) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  func isEqual<Failure: Equatable>(_ left: Failure) -> Bool { left == right as? Failure }
  if let left = left as? any Equatable { return isEqual(left) }
  func hasOneValue<Failure: Error>(_ error: Failure) -> Bool { MemoryLayout<Failure>.size == 0 }
  if type(of: left) == type(of: right), hasOneValue(left) { return true }
  return type(of: left) is AnyClass && left as AnyObject === right as AnyObject
}

// MARK: - As the value of a property

extension Loadable: SelfComparing {
  package static func isUnchanged<Other>(_ old: Other, _ new: Other) -> Bool {
    guard let old = old as? Loadable, let new = new as? Loadable else { return false }
    return isUnchanged(old, new, by: automaticComparison())
  }

  static func isUnchanged(
    _ old: Loadable, _ new: Loadable, by comparison: (Value, Value) -> Bool
  ) -> Bool {
    if old.isLoading != new.isLoading { return false }
    if old.revision != 0, old.revision == new.revision { return true }
    guard old.error == nil, new.error == nil else { return false }
    guard let old = old.value, let new = new.value else {
      return old.value == nil && new.value == nil
    }
    return comparison(old, new)
  }
}

extension Loadable: FailureCatching {
  package static func failure(_ error: CycleError) -> Any? { Loadable.failed(error) }

  package var cycleError: CycleError? { isLoading ? nil : error as? CycleError }
}
