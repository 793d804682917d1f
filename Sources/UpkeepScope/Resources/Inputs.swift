import Upkeep

/// The inputs of a load or of an immediate computation, each with the version of its value.
///
/// To *accept* a value is to record its version, so that the input does not count as changed.
final class Inputs: ReadLog {
  private struct Seen {
    let property: UntypedProperty
    /// The version that was read; nil while the load waits for the resource.
    var version: Version?
    /// Finds the property that a read would use now; nil if it is always this one.
    let find: (() -> UntypedProperty)?
  }

  private var list: [Seen] = []
  private var places: [ObjectIdentifier: Int] = [:]

  func checkIsolation() {}

  func value<Value>(of property: Property<Value>) -> Value { property.value }

  func note(_ property: UntypedProperty, _ find: (() -> UntypedProperty)?) {
    _ = note(property, property.storedVersion, find)
  }

  /// Adds a property; returns whether it is new.
  func note(
    _ property: UntypedProperty, _ version: Version?, _ find: (() -> UntypedProperty)?
  ) -> Bool {
    let place = places[ObjectIdentifier(property), default: list.count]
    if place < list.count { return false }
    places[ObjectIdentifier(property)] = place
    list.append(Seen(property: property, version: version, find: find))
    return true
  }

  /// Adds the inputs of another list.
  func add(_ other: Inputs) {
    for seen in other.list { _ = note(seen.property, seen.version, seen.find) }
  }

  /// Adds the inputs that led another load into a cycle.
  ///
  /// The awaited resources are left out: they are the cycle.
  func addRead(by other: Inputs) {
    for seen in other.list where seen.version != nil {
      _ = note(seen.property, seen.version, seen.find)
    }
  }

  /// Returns a copy, which accepts values independently.
  func copy() -> Inputs {
    let copy = Inputs()
    copy.list = list
    copy.places = places
    return copy
  }

  var properties: [UntypedProperty] { list.map(\.property) }

  /// Accepts the current values of some inputs, which are no longer awaited.
  func accept(_ properties: [UntypedProperty]) {
    for property in properties {
      guard let place = places[ObjectIdentifier(property)] else { continue }
      list[place].version = property.freshVersion()
    }
  }

  /// Notes that an awaited resource has settled.
  func noteSettled(of property: UntypedProperty, insteadOf awaited: UntypedProperty) {
    // If the load has also read an earlier value of the resource, that version stays.
    guard let place = places[ObjectIdentifier(awaited)], list[place].version == nil else { return }
    let version = property.freshVersion()
    if property !== awaited {
      places[ObjectIdentifier(awaited)] = nil
      places[ObjectIdentifier(property)] = place
    }
    list[place] = Seen(property: property, version: version, find: list[place].find)
  }

  /// Whether a property is an input.
  func contains(_ property: UntypedProperty) -> Bool { places[ObjectIdentifier(property)] != nil }

  /// The resources that the load waits for.
  var awaited: [UntypedProperty] { list.filter { $0.version == nil }.map(\.property) }

  /// Returns whether an input has changed or has been replaced by another property.
  ///
  /// The search stops at the first such input: a later one might not be read again, and might need
  /// the resource itself.
  ///
  /// - Parameter isWaiting: whether a load waits for its awaited resources, which are then skipped.
  /// - Returns: whether an input is outdated.
  func areOutdated(isWaiting: Bool) -> Bool {
    untracked {
      list.contains { seen in
        if isWaiting, seen.version == nil { return false }
        let version = seen.property.freshVersion()
        if let find = seen.find, find() !== seen.property { return true }
        return seen.version.map { $0 != version } ?? false
      }
    }
  }

  /// Makes the running computation depend on all inputs, in the order of their reads.
  func follow(isWaiting: Bool) {
    for seen in list where !isWaiting || seen.version != nil { follow(seen) }
  }

  /// Makes the running computation depend on one input.
  func follow(_ property: UntypedProperty) {
    if let place = places[ObjectIdentifier(property)] { follow(list[place]) }
  }

  private func follow(_ seen: Seen) {
    _ = seen.property.follow()
    // `find` also follows the values by which it finds the property.
    _ = seen.find?()
  }

  /// Whether an input has changed.
  var haveChanged: Bool {
    list.contains { seen in seen.version.map { $0 != seen.property.freshVersion() } ?? false }
  }

  /// Accepts the current values of all inputs.
  func accept() {
    let all = list
    list = []
    places = [:]
    for seen in all {
      let property = seen.find?() ?? seen.property
      _ = note(property, seen.version == nil ? nil : property.freshVersion(), seen.find)
    }
  }
}
