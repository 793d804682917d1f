import Upkeep

/// A way in which something of a graph holds the next of its kind, strongly: as a value, or in a
/// closure.
///
/// A chain of those is let go of from its head, which lets go of the next.
package enum Holding: CaseIterable, Sendable {
  case values, results, startedValues, models
  case rules, derivedRules, handlers
  case constants, connections
  case layers, functions, confirmations, parents
  case walls, ruledWalls, collections
  case effects, cleanUps, updaters, cleanUpsAlone

  /// Builds a chain.
  ///
  /// - Parameters:
  ///   - length: how many links it has.
  ///   - tally: counts the links that are gone.
  /// - Returns: the head, which holds all others.
  package func chain(_ length: Int, _ tally: HeldTally) -> AnyObject {
    var next: AnyObject?
    for _ in 0..<length { next = holder(of: HeldLink(next, tally)) }
    return next ?? tally
  }

  /// The property, or the updater, that holds the link.
  private func holder(of link: HeldLink) -> AnyObject {
    switch self {
    case .values, .results, .startedValues, .models: ofValue(link)
    case .rules, .derivedRules, .handlers: ofClosure(link)
    case .constants, .connections, .walls, .ruledWalls, .collections: ofSource(link)
    case .layers, .functions, .confirmations, .parents: ofLayer(link)
    case .effects, .cleanUps, .updaters, .cleanUpsAlone: ofEffect(link)
    }
  }

  private func ofValue(_ link: HeldLink) -> AnyObject {
    switch self {
    case .results:
      let derived = DerivedProperty(StoredProperty(0)) { _ in link }
      _ = derived.value
      return derived
    case .startedValues:
      let property = StoredProperty<HeldLink?>(nil)
      batch { property.value = link }
      return property
    case .models: return HeldModel(link)
    default: return StoredProperty(link)
    }
  }

  private func ofClosure(_ link: HeldLink) -> AnyObject {
    let rule = ChangeRule<Int> { $0 != $1 && link.isThere }
    switch self {
    case .derivedRules:
      let derived = DerivedProperty(StoredProperty(0), changes: rule) { $0 }
      _ = derived.value
      return derived
    case .handlers:
      let property = StoredProperty(0)
      property.livenessHandler = { _ in _ = link.isThere }
      return property
    default: return StoredProperty(0, changes: rule)
    }
  }

  private func ofSource(_ link: HeldLink) -> AnyObject {
    switch self {
    case .connections:
      let property = ConnectableProperty<HeldLink?>(nil)
      property.connect(StoredProperty<HeldLink?>(link))
      _ = property.value
      return property
    case .walls: return PassThroughProperty(StoredProperty(link))
    case .ruledWalls:
      return PassThroughProperty(
        StoredProperty(0), changes: ChangeRule { $0 != $1 && link.isThere })
    case .collections:
      let property = MultilevelCollectionProperty(
        StoredProperty([StoredProperty(link)]), \.self)
      _ = property.value
      return property
    default: return ConnectableProperty(link)
    }
  }

  private func ofLayer(_ link: HeldLink) -> AnyObject {
    let property = TentativeProperty(
      StoredProperty<HeldLink?>(self == .parents ? link : nil))
    switch self {
    case .layers: property.set(link)
    case .functions: property.apply { link.isThere ? $0 : nil }
    case .confirmations: property.set(link, until: .untilConfirmed)
    default: break
    }
    _ = property.value
    return property
  }

  private func ofEffect(_ link: HeldLink) -> AnyObject {
    let updater = Updater()
    switch self {
    case .cleanUps, .cleanUpsAlone:
      let effect: EffectToken = updater.keepUpToDate {}
      effect.onCleanUp { _ = link.isThere }
    default: updater.keepUpToDate { _ = link.isThere }
    }
    return self == .effects || self == .cleanUps ? StoredProperty(updater) : updater
  }
}

/// The number of links that are gone.
package final class HeldTally {
  package fileprivate(set) var gone = 0

  package init() {}
}

/// One link of a chain: it holds the next.
private final class HeldLink {
  let next: AnyObject?
  private let tally: HeldTally

  init(_ next: AnyObject?, _ tally: HeldTally) {
    self.next = next
    self.tally = tally
  }

  deinit { tally.gone += 1 }

  var isThere: Bool { true }
}

/// An object of the program's that keeps the next one as a value.
private final class HeldModel {
  @Stored private var link: HeldLink

  init(_ link: HeldLink) { _link = Stored(wrappedValue: link) }
}
