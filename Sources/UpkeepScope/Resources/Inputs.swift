import Upkeep

/// The inputs of a load, or of a value that is computed at once, each with the version of its
/// value.
final class Inputs: ReadLog {
  private struct Seen {
    let property: UntypedProperty
    /// Nil while it is waited for: its changes are what is waited for.
    var version: Version?
    /// Finds what is to be read now in its place; nil where that cannot be another one.
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

  /// Adds what another one has.
  func add(_ other: Inputs) {
    for seen in other.list { _ = note(seen.property, seen.version, seen.find) }
  }

  /// Adds what led another one into a cycle, but not what that one waits for, which is the cycle.
  func addRead(by other: Inputs) {
    for seen in other.list where seen.version != nil {
      _ = note(seen.property, seen.version, seen.find)
    }
  }

  /// Another one with the same content: what is accepted there is not accepted here.
  func copy() -> Inputs {
    let copy = Inputs()
    copy.list = list
    copy.places = places
    return copy
  }

  var properties: [UntypedProperty] { list.map(\.property) }

  /// Makes the values that some of them have now count. Nobody waits for these any more.
  func accept(_ properties: [UntypedProperty]) {
    for property in properties {
      guard let place = places[ObjectIdentifier(property)] else { continue }
      list[place].version = property.freshVersion()
    }
  }

  /// A resource for which the load has waited has settled.
  func noteSettled(of property: UntypedProperty, insteadOf awaited: UntypedProperty) {
    // What came before, and was read, is what counts.
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

  /// Whether one of them has changed, or is another one now. It stops there: what comes after might
  /// not be read any more, and might need whoever asks.
  ///
  /// - Parameter isWaiting: a load waits, by itself, for what has not come yet.
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

  /// Makes what computes depend on all of them, in the order in which they were read.
  func follow(isWaiting: Bool) {
    for seen in list where !isWaiting || seen.version != nil { follow(seen) }
  }

  /// Makes what computes depend on one of them.
  func follow(_ property: UntypedProperty) {
    if let place = places[ObjectIdentifier(property)] { follow(list[place]) }
  }

  private func follow(_ seen: Seen) {
    _ = seen.property.follow()
    // What it is found by is followed, too.
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
