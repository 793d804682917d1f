import Upkeep

/// A way in which a part of a graph strongly holds the next: as a value, or in a closure.
///
/// A chain of these is released from its head, whose release releases the next.
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
  ///   - length: the number of links.
  ///   - tally: counts the released links.
  /// - Returns: the head, which holds all other links.
  package func chain(_ length: Int, _ tally: HeldTally) -> AnyObject {
    var next: AnyObject?
    for _ in 0..<length { next = holder(of: HeldLink(next, tally)) }
    return next ?? tally
  }

  /// The property or the updater that holds the link.
  private func holder(of link: HeldLink) -> AnyObject {
    let rule = ChangeRule<Int> { $0 != $1 && link.isThere }
    switch self {
    case .values: return StoredProperty(link)
    case .results: return read(DerivedProperty(StoredProperty(0)) { _ in link })
    case .startedValues:
      let property = StoredProperty<HeldLink?>(nil)
      batch { property.value = link }
      return property
    case .models: return HeldModel(link)
    case .rules: return StoredProperty(0, changes: rule)
    case .derivedRules: return read(DerivedProperty(StoredProperty(0), changes: rule) { $0 })
    case .handlers:
      let property = StoredProperty(0)
      property.livenessHandler = { _ in _ = link.isThere }
      return property
    case .constants: return ConnectableProperty(link)
    case .connections:
      let property = ConnectableProperty<HeldLink?>(nil)
      property.connect(StoredProperty<HeldLink?>(link))
      return read(property)
    case .layers: return tentative { $0.set(link) }
    case .functions: return tentative { $0.apply { link.isThere ? $0 : nil } }
    case .confirmations: return tentative { $0.set(link, until: .untilConfirmed) }
    case .parents: return tentative(over: link) { _ in }
    case .walls: return PassThroughProperty(StoredProperty(link))
    case .ruledWalls: return PassThroughProperty(StoredProperty(0), changes: rule)
    case .collections:
      return read(MultilevelCollectionProperty(StoredProperty([StoredProperty(link)]), \.self))
    case .effects, .updaters:
      let updater = Updater()
      updater.keepUpToDate { _ = link.isThere }
      return self == .effects ? StoredProperty(updater) : updater
    case .cleanUps, .cleanUpsAlone:
      let updater = Updater()
      let effect: EffectToken = updater.keepUpToDate {}
      effect.onCleanUp { _ = link.isThere }
      return self == .cleanUps ? StoredProperty(updater) : updater
    }
  }

  private func read<Value>(_ property: Property<Value>) -> AnyObject {
    _ = property.value
    return property
  }

  private func tentative(
    over parent: HeldLink? = nil, _ lay: (TentativeProperty<HeldLink?>) -> Void
  ) -> AnyObject {
    let property = TentativeProperty(StoredProperty<HeldLink?>(parent))
    lay(property)
    return read(property)
  }
}

/// Counts the released links.
package final class HeldTally {
  package fileprivate(set) var gone = 0

  package init() {}
}

/// A link of a chain, which holds the next link.
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

/// An object of the program that holds the next one as a value.
private final class HeldModel {
  @Stored private var link: HeldLink

  init(_ link: HeldLink) { _link = Stored(wrappedValue: link) }
}
