import Upkeep

/// What a load, or what was computed at once, has read, each with the version of its value.
@usableFromInline
final class Inputs {
  private struct Seen {
    let property: UntypedProperty
    /// Nil while it is waited for: its changes are what is waited for.
    var version: UInt32?
    /// Finds what is to be read now in its place; nil where that cannot be another one.
    let find: (() -> UntypedProperty)?
  }

  private var list: [Seen] = []
  private var places: [ObjectIdentifier: Int] = [:]

  /// Adds a property; says whether it was not there yet.
  func note(
    _ property: UntypedProperty, _ version: UInt32?, _ find: (() -> UntypedProperty)?
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

  /// Adds what led another one into a ring, but not what that one waits for, which is the ring.
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

  /// Nobody waits any more for what is said to have come: it is followed from now on.
  func takeArrivals(where hasCome: (UntypedProperty) -> Bool) {
    for place in list.indices where list[place].version == nil && hasCome(list[place].property) {
      list[place].version = list[place].property.freshVersion()
    }
  }

  /// Nobody waits any more: from now on also that it comes is a change.
  func stopWaiting() {
    for place in list.indices where list[place].version == nil {
      list[place].version = list[place].property.freshVersion()
    }
  }

  /// What was waited for has come.
  func noteArrival(of property: UntypedProperty, insteadOf awaited: UntypedProperty) {
    // What came before, and was read, is what counts.
    guard let place = places[ObjectIdentifier(awaited)], list[place].version == nil else { return }
    let version = property.freshVersion()
    if property !== awaited {
      places[ObjectIdentifier(awaited)] = nil
      places[ObjectIdentifier(property)] = place
    }
    list[place] = Seen(property: property, version: version, find: list[place].find)
  }

  /// Makes what computes depend on all of them, in the order in which they were read; says whether one of them has
  /// changed. It stops there: what comes after might not be read any more, and might need what computes.
  func follow() -> Bool {
    list.contains { seen in
      let version = seen.property.follow()
      if let find = seen.find, find() !== seen.property { return true }
      return seen.version.map { $0 != version } ?? false
    }
  }

  /// Whether one of them has changed.
  var haveChanged: Bool {
    list.contains { seen in seen.version.map { $0 != seen.property.freshVersion() } ?? false }
  }

  /// What there is now is what counts.
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
