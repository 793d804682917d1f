package import Upkeep

/// The present state of a value that comes later, or may not come.
///
///     let page = scope[Posts.page]
///     if page.isLoading { spinner() }
///     if let error = page.error { show(error) }
///     if let text = page.value { show(text) }  // also during the next load, and if that fails
///
/// As a property's value it is compared by the rule of `Value`; a failure always counts as a
/// change.
public struct Loadable<Value> {
  /// The last value that came, kept while another one is loaded and when that fails; nil before the
  /// first.
  public private(set) var value: Value?

  /// The error of the last load; nil if it did not fail, and while it is tried again.
  public private(set) var error: (any Error)?

  /// Whether a value is on its way.
  public private(set) var isLoading: Bool

  /// Names the result of a resource: equal and not zero means the same.
  var revision = 0

  init(_ value: Value?, _ error: (any Error)?, isLoading: Bool) {
    self.value = value
    self.error = error
    self.isLoading = isLoading
  }

  /// One without a value yet, and with one on its way.
  public static var loading: Loadable { Loadable(nil, nil, isLoading: true) }

  /// One with another value on its way.
  ///
  /// - Parameter previous: the last one, if there was any.
  /// - Returns: a loading value.
  public static func loading(previous: Value?) -> Loadable {
    Loadable(previous, nil, isLoading: true)
  }

  /// One that has come.
  ///
  /// - Parameter value: the value.
  /// - Returns: a settled value.
  public static func value(_ value: Value) -> Loadable { Loadable(value, nil, isLoading: false) }

  /// One that did not come.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - previous: the last one, if there was any.
  /// - Returns: a settled value.
  public static func failed(_ error: any Error, previous: Value? = nil) -> Loadable {
    Loadable(previous, error, isLoading: false)
  }

  /// Awaits a value, and turns an error into a failure.
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

  /// Whether a value or a failure has come, and nothing is on its way.
  public var isSettled: Bool { !isLoading }

  /// The result; nil while another one is on its way.
  public var result: Result<Value, any Error>? {
    if isLoading { return nil }
    if let error { return .failure(error) }
    return value.map { .success($0) }
  }

  /// The value that is there.
  ///
  /// - Returns: the last value, also while another one is on its way.
  /// - Throws: `error` if there is one, and `LoadError.stillLoading` if there is no value yet.
  public func get() throws -> Value {
    if let error { throw error }
    guard let value else { throw LoadError.stillLoading }
    return value
  }

  /// The same with another value in place of this one.
  ///
  /// - Parameter transform: makes it from the value, if there is one; its error is the failure of
  ///   the result.
  /// - Returns: the loadable that results.
  public func map<Result>(_ transform: (Value) throws -> Result) -> Loadable<Result> {
    do {
      return Loadable<Result>(try value.map(transform), error, isLoading: isLoading)
    } catch {
      return Loadable<Result>(nil, error, isLoading: isLoading)
    }
  }

  /// One that follows from the value of this one, and is loading or has failed if either is.
  ///
  /// - Parameter transform: makes it from the value, if there is one.
  /// - Returns: the loadable that results.
  public func flatMap<Result>(_ transform: (Value) -> Loadable<Result>) -> Loadable<Result> {
    let next = value.map(transform)
    return Loadable<Result>(
      next?.value, error ?? next?.error, isLoading: isLoading || next?.isLoading ?? false)
  }

  /// The same, while another value is on its way.
  func loadingAnew() -> Loadable { Loadable(value, nil, isLoading: true) }

  /// The same, with the value that another one had where this one has none.
  func keeping(_ previous: Value?) -> Loadable {
    Loadable(value ?? previous, error, isLoading: isLoading)
  }
}

extension Loadable: Sendable where Value: Sendable {}

extension Loadable: Equatable where Value: Equatable {
  /// Whether two know the same: equal values, both or neither on their way, and no failures or
  /// equal ones.
  ///
  /// Errors are equal if their type says so, or if it has one value only.
  @_documentation(visibility: internal)
  public static func == (left: Loadable, right: Loadable) -> Bool {
    left.isLoading == right.isLoading && left.value == right.value
      && areEqual(left.error, right.error)
  }
}

extension Loadable: CustomStringConvertible {
  /// The call that makes an equal one.
  public var description: String {
    if let error { return value.map { "failed(\(error), previous: \($0))" } ?? "failed(\(error))" }
    if isLoading { return value.map { "loading(previous: \($0))" } ?? "loading" }
    return value.map { "value(\($0))" } ?? "nothing"
  }
}

extension Loadable: CustomReflectable {
  /// A mirror in which each way to make one is a case of an enumeration.
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

/// Whether two errors are equal: by `==` if their type has one, by having one value only, or by
/// being one object.
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
