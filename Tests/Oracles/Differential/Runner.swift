import Upkeep

/// Runs a script in the library and in the oracle, and compares the two after every step.
enum Runner {
  /// The first difference; nil if there is none.
  ///
  /// A thorough run also checks the library's invariants and subscriber counts after every step,
  /// which costs more than everything else. If other scripts in the process end actors, a turn here
  /// may free nodes that belonged to those actors: only a script that is alone reports fewer nodes.
  static func difference(
    _ script: [Operation], isThorough: Bool = true, isAlone: Bool = false
  ) -> String? {
    let machine = Machine()
    defer { machine.finish() }
    let counts = Inspection.counts
    let owned = Inspection.ownerReferences
    let oracle = Oracle()
    var sights: [Int: Outcome] = [:]
    for (index, operation) in script.enumerated() {
      let expected = oracle.perform(operation)
      let seen = machine.perform(operation)
      for case .ran(let id, let outcome) in seen.events { sights[id] = outcome }
      let found =
        difference(expected, seen, isAlone, &oracle.leeway) ?? truth(of: operation, seen, oracle)
        ?? (isThorough ? lateSight(sights, oracle) : nil)
        ?? (isThorough ? structure(machine) ?? subscribers(machine, oracle) : nil)
      if let found { return "step \(index) (\(operation)): \(found)" }
    }
    if let found = structure(machine) ?? subscribers(machine, oracle) { return found }
    machine.finish()
    if machine.closures.count != 0 {
      return "\(machine.closures.count) closures are alive at the end"
    }
    if machine.clock.alarmCount != 0 { return "\(machine.clock.alarmCount) alarms are left" }
    let nodes = Inspection.counts.nodes - counts.nodes
    let edges = Inspection.counts.edges - counts.edges
    let references = Inspection.ownerReferences - owned
    if references != 0 { return "the owner has \(references) references more than before" }
    let isClean = isAlone ? nodes == 0 && edges == 0 : nodes <= 0 && edges <= 0
    return isClean ? nil : "\(nodes) nodes and \(edges) edges leaked"
  }

  /// The first step that differs when everything is dropped elsewhere; nil if there is none.
  ///
  /// Only events and reports are compared: nodes may stay longer, and stay needed longer.
  static func differenceElsewhere(_ script: [Operation]) -> String? {
    let (expected, seen) = (log(script), log(script, dropsElsewhere: true))
    for (index, (one, other)) in zip(expected, seen).enumerated()
    where one.events != other.events || one.reports != other.reports {
      return "step \(index) (\(script[index])): expected \(one), seen elsewhere \(other)"
    }
    return nil
  }

  /// The record of the library alone, step by step.
  static func log(_ script: [Operation], dropsElsewhere: Bool = false) -> [Step] {
    let machine = Machine(dropsElsewhere: dropsElsewhere)
    defer { machine.finish() }
    return script.map(machine.perform)
  }

  private static func difference(
    _ expected: Step, _ seen: Step, _ isAlone: Bool, _ leeway: inout Set<Int>
  ) -> String? {
    if expected.events != seen.events {
      return "expected events \(expected.events), seen \(seen.events)"
    }
    if expected.computed != seen.computed {
      let ids = Set(expected.computed.keys).union(seen.computed.keys).sorted()
      let wrong = ids.filter {
        let more = (seen.computed[$0] ?? 0) - (expected.computed[$0] ?? 0)
        return more != 0 && (more != 1 || leeway.remove($0) == nil)
      }.map { "\($0) \(seen.computed[$0] ?? 0) times, not \(expected.computed[$0] ?? 0)" }
      if !wrong.isEmpty { return "computed " + wrong.joined(separator: ", ") }
    }
    if expected.reports != seen.reports {
      return "expected \(expected.reports) reports, seen \(seen.reports)"
    }
    if seen.alarms < expected.alarms || seen.alarms > expected.mostAlarms {
      return "expected \(expected.alarms) to \(expected.mostAlarms) alarms, found \(seen.alarms)"
    }
    let areFewer = isAlone && seen.liveNodes < expected.liveNodes
    if areFewer || seen.liveNodes > expected.mostLiveNodes {
      return "expected \(expected.liveNodes) to \(expected.mostLiveNodes) live nodes, "
        + "found \(seen.liveNodes)"
    }
    return nil
  }

  private static func structure(_ machine: Machine) -> String? {
    let found = Inspection.violations(around: Array(machine.handles.values))
    if !found.isEmpty { return found.joined(separator: "; ") }
    return machine.told.sorted { $0.key < $1.key }.lazy.compactMap { id, isLive in
      machine.handles[id]?.isLive == !isLive
        ? "the liveness handler of \(id) was told \(isLive)" : nil
    }.first
  }

  private static func subscribers(_ machine: Machine, _ oracle: Oracle) -> String? {
    let counts = oracle.subscriberCounts()
    for (id, handle) in machine.handles {
      let seen = handle.subscriberCount
      let expected = counts[oracle.resolve(id)] ?? 0
      if seen != expected { return "expected \(expected) subscribers of \(id), found \(seen)" }
    }
    return nil
  }

  /// The first effect that has not seen the present value; nil if there is none.
  private static func lateSight(_ sights: [Int: Outcome], _ oracle: Oracle) -> String? {
    let truth = Truth(oracle)
    for id in oracle.effects {
      guard let seen = sights[id], let expected = truth.sight(of: id), seen != expected else {
        continue
      }
      return "effect \(id) must have seen \(expected), it has seen \(seen)"
    }
    return nil
  }

  /// The mistake in a read: the value of pure expressions must follow from the stored values.
  private static func truth(
    of operation: Operation, _ step: Step, _ oracle: Oracle
  ) -> String? {
    guard case .read(let id) = operation, case .read(_, let seen)? = step.events.first,
      let expected = Truth(oracle).outcome(of: id), expected != seen
    else { return nil }
    return "\(id) is \(expected), read \(seen)"
  }
}
