import Upkeep

/// The inputs of a load, or of a value that is computed at once, each with the version of its
/// value.
final class Inputs: ReadLog {
  private struct Seen {
    let property: UntypedProperty
    /// Nil while it is waited for: the load waits for its changes.
    var version: Version?
    /// Finds the property to read now in its place; nil where that cannot be another one.
    let find: (() -> UntypedProperty)?
  }

  private var list: [Seen] = []
  private var places: [ObjectIdentifier: Int] = [:]

  func checkIsolation() {}

  func value<Value>(of property: Property<Value>) -> Value { property.value }

  func note(_ property: UntypedProperty, _ find: (() -> UntypedProperty)?) {
    _ = note(property, property.storedVersion, find)
  }

  /// Adds a property; says whether it was not there yet.
  func note(
    _ property: UntypedProperty, _ version: Version?, _ find: (() -> UntypedProperty)?
  ) -> Bool {
    let place = places[ObjectIdentifier(property), default: list.count]
    if place < list.count { return false }
    places[ObjectIdentifier(property)] = place
    list.append(Seen(property: property, version: version, find: find))
    return true
  }

  /// Adds the inputs of another one.
  func add(_ other: Inputs) {
    for seen in other.list { _ = note(seen.property, seen.version, seen.find) }
  }

  /// Adds the inputs that led another one into a cycle, but not those that it waits for, which are
  /// the cycle.
  func addRead(by other: Inputs) {
    for seen in other.list where seen.version != nil {
      _ = note(seen.property, seen.version, seen.find)
    }
  }

  /// Another one with the same content: values accepted there are not accepted here.
  func copy() -> Inputs {
    let copy = Inputs()
    copy.list = list
    copy.places = places
    return copy
  }

  var properties: [UntypedProperty] { list.map(\.property) }

  /// Makes the values that some of them have now count.
  ///
  /// Nobody waits for these any more.
  func accept(_ properties: [UntypedProperty]) {
    for property in properties {
      guard let place = places[ObjectIdentifier(property)] else { continue }
      list[place].version = property.freshVersion()
    }
  }

  /// A resource for which the load has waited has settled.
  func noteSettled(of property: UntypedProperty, insteadOf awaited: UntypedProperty) {
    // A value that came before, and was read, counts.
    guard let place = places[ObjectIdentifier(awaited)], list[place].version == nil else { return }
    let version = property.freshVersion()
    if property !== awaited {
      places[ObjectIdentifier(awaited)] = nil
      places[ObjectIdentifier(property)] = place
    }
    list[place] = Seen(property: property, version: version, find: list[place].find)
  }

  /// Whether a property is among them.
  func contains(_ property: UntypedProperty) -> Bool { places[ObjectIdentifier(property)] != nil }

  /// The resources for which the load waits.
  var awaited: [UntypedProperty] { list.filter { $0.version == nil }.map(\.property) }

  /// Whether one of them has changed, or is another one now.
  ///
  /// It stops there: a later one might not be read any more, and might need the one that asks.
  ///
  /// - Parameter isWaiting: a load waits, by itself, for values that have not come yet.
  /// - Returns: whether that is so.
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

  /// Makes the running computation depend on all of them, in the order in which they were read.
  func follow(isWaiting: Bool) {
    for seen in list where !isWaiting || seen.version != nil { follow(seen) }
  }

  /// Makes the running computation depend on one of them.
  func follow(_ property: UntypedProperty) {
    if let place = places[ObjectIdentifier(property)] { follow(list[place]) }
  }

  private func follow(_ seen: Seen) {
    _ = seen.property.follow()
    // The values that it is found by are followed, too.
    _ = seen.find?()
  }

  /// Whether one of them has changed.
  var haveChanged: Bool {
    list.contains { seen in seen.version.map { $0 != seen.property.freshVersion() } ?? false }
  }

  /// The present values count.
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
