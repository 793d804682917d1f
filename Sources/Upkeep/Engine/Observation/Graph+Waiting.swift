// A turn inside tracking by Observation leaves announcements of models to a later turn (law O5).
// Effects with no other reason to run wait for that turn, too. Otherwise their inputs would be
// computed during the tracking and become part of it.
//
//     model ~~> a ─> both ─> effect
//               s ────┘
//
// Here `a` is a source, and `both` is outdated. A turn that changes `s` runs the effect. A turn at
// whose end `s` has its first value again leaves the effect to the announcement.

/// The values outdated by models whose announcements wait for a later turn.
struct OutdatedValues {
  /// The computations that read the models.
  var sources: Set<NodeRef> = []
  /// The sources and the values below them, except the values that the open turn's marking has
  /// passed.
  var unmarked: Set<NodeRef> = []
  /// The versions that the sources and the values below them had when the turn began.
  fileprivate var versions: [NodeRef: Version] = [:]
  /// The noted values that are stale only because of models, as found since the last run of an
  /// effect.
  fileprivate var undecided: Set<NodeRef> = []

  /// Notes a value when the turn begins, and returns whether it was not noted before.
  fileprivate mutating func note(_ value: NodeRef) -> Bool {
    versions[value] = value.version
    return unmarked.insert(value).inserted
  }
}

extension Graph {
  /// Leaves the announcement of a computation's models to a later turn.
  ///
  /// The outdated values below the computation are noted, so that marking does not stop at them.
  static func leaveToModels(_ source: NodeRef, _ context: ContextRef) {
    if context.observation.outdated.sources.isEmpty {
      whenAllHasEnded(context) { $0.observation.outdated = OutdatedValues() }
    }
    context.observation.outdated.sources.insert(source)
    if source.flags.contains(.effect) { return }
    _ = context.observation.outdated.note(source)
    walk(below: source) { edge in
      edge.subscriber.flags.intersection([.effect, .stale]) == .stale
        && context.observation.outdated.note(edge.subscriber)
    }
  }

  /// Checks a woken effect where models may have outdated values.
  ///
  /// An effect whose only reasons to run are announcements waits for them.
  @inline(never)
  static func checkWithCare(_ effect: NodeRef, _ context: ContextRef) {
    if !context.observation.outdated.sources.isEmpty {
      if waitsForModels(effect, context) {
        effect.flags.remove(.stale)
        return
      }
      context.observation.outdated.undecided = []
      // Checking computes values, which may have ended the effect.
      if effect.flags.contains(.dead) { return effect.flags.subtract([.stale, .changed]) }
    }
    climbWithCare(from: effect, context)
  }

  /// Whether models are the only reason why inputs of an effect may have changed.
  static func hasOnlyModelsAbove(_ effect: NodeRef, _ context: ContextRef) -> Bool {
    if context.observation.outdated.sources.isEmpty { return false }
    var standing = Standing()
    for edge in effect.inputs { standing.formUnion(self.standing(of: edge.input, context)) }
    return standing == .waits
  }

  /// Whether waiting announcements are the only reason for an effect to run.
  ///
  /// Inputs before the first waiting input are refreshed, in the order of reading.
  private static func waitsForModels(_ effect: NodeRef, _ context: ContextRef) -> Bool {
    let isSource = context.observation.outdated.sources.contains(effect)
    if !isSource, !effect.flags.isDisjoint(with: [.changed, .uncomputed]) { return false }
    var waits = isSource
    var edge = effect.firstInput
    while let current = edge, !effect.flags.contains(.dead) {
      edge = current.nextInput
      let standing = standing(of: current.input, context)
      if standing.contains(.mayHaveChanged) {
        if waits || standing.contains(.waits) { return false }
        refreshInput(current.input, context)
        context.observation.outdated.undecided = []
        if !self.standing(of: current.input, context).isEmpty { return false }
      } else if standing == .waits {
        waits = true
      }
      if mayHaveChanged(current, standing, context) { return false }
    }
    return waits && !effect.flags.contains(.dead)
  }

  // MARK: - Examining stale values

  /// Why a value is stale; empty if it is fresh.
  private struct Standing: OptionSet {
    let rawValue: Int
    /// Models above the value have announced a change that waits.
    static let waits = Standing(rawValue: 1)
    /// Another input above the value may have changed.
    static let mayHaveChanged = Standing(rawValue: 2)
  }

  /// A value on the path of the search, and the edge with which the search continues.
  private struct Step {
    let value: NodeRef
    var edge: EdgeRef?
    var standing: Standing

    init(_ value: NodeRef, _ context: ContextRef) {
      self.value = value
      edge = value.firstInput
      let isSource = context.observation.outdated.sources.contains(value)
      standing =
        isSource ? .waits : value.flags.contains(.changed) ? .mayHaveChanged : Standing()
    }
  }

  /// Returns why a value is stale.
  ///
  /// Nothing is computed. A value becomes fresh if nothing above it has changed or waits.
  ///
  /// - Complexity: O(edges above that are stale), except edges above values that were found to wait
  ///   since the last run of an effect.
  private static func standing(of value: NodeRef, _ context: ContextRef) -> Standing {
    var known: [NodeRef: Standing] = [:]
    if let standing = standing(of: value, known, context) { return standing }
    var path = [Step(value, context)]
    while true {
      let last = path.count - 1
      guard let edge = path[last].edge else {
        let step = path.removeLast()
        known[step.value] = step.standing
        if step.standing.isEmpty { refreshInput(step.value, context) }
        if step.standing == .waits {
          context.observation.outdated.undecided.insert(step.value)
          context.observation.outdated.unmarked.insert(step.value)
        }
        if last == 0 { return step.standing }
        path[last - 1].standing.formUnion(step.standing)
        continue
      }
      if let standing = standing(of: edge.input, known, context) {
        path[last].standing.formUnion(standing)
        if mayHaveChanged(edge, standing, context) {
          path[last].standing.insert(.mayHaveChanged)
        }
        path[last].edge = edge.nextInput
      } else {
        // Members of a cycle are computed, not searched.
        known[edge.input] = .mayHaveChanged
        path.append(Step(edge.input, context))
      }
    }
  }

  /// Whether an input has another version than its reader has seen.
  ///
  /// A version from a read between an announcement and the turn does not count.
  private static func mayHaveChanged(
    _ edge: EdgeRef, _ standing: Standing, _ context: ContextRef
  ) -> Bool {
    let version = edge.input.version
    if edge.version == version { return false }
    return standing != .waits || context.observation.outdated.versions[edge.input] != version
  }

  /// Returns why a value is stale; nil if only its inputs can show it.
  private static func standing(
    of value: NodeRef, _ known: [NodeRef: Standing], _ context: ContextRef
  ) -> Standing? {
    let state = value.flags.intersection(.checkCare.subtracting(.readLoosely))
    if value.signs.contains(.isAbandoned) { return .mayHaveChanged }
    if state.isEmpty { return Standing() }
    if state != .stale || value.flags.contains(.inCycle) { return .mayHaveChanged }
    return context.observation.outdated.undecided.contains(value) ? .waits : known[value]
  }
}
