import Upkeep

/// The random scripts of the differential test in one numbered sequence.
///
/// The kinds of scripts take turns: the small shapes, and the kinds with scripts of their own. So
/// do the places where a script runs: a thread, an actor, and the main actor.
package enum NumberedScript {
  /// The kinds of scripts, each run from a seed; the last drops everything where no owner runs.
  private static let subjects = ofShapes + others

  private static let ofShapes: [@Sendable (UInt64) -> String?] = ScriptShape.quick.map { shape in
    { Runner.difference(Generator.script(seed: $0, shape: shape), isAlone: true) }
  }

  private static let others: [@Sendable (UInt64) -> String?] = [
    { CycleScript.difference(seed: $0) },
    { KeptCycleScript.difference(seed: $0) ?? MixedCycleScript.difference(seed: $0) },
    { seed in
      var script = CollectionScript(seed: seed)
      script.run(steps: 100)
      return script.failures.first
    },
    { LoopScript.difference(seed: $0) },
    { ObservationScript.difference(seed: $0) },
    // Fills a place: the number of every script depends on the count of kinds.
    { Runner.difference(Generator.script(seed: ~$0, shape: shape($0)), isAlone: true) },
    { Runner.differenceElsewhere(Generator.script(seed: $0, shape: shape($0))) },
  ]

  /// The number of the first script over models, above the numbers of all scripts before these.
  package static let firstOverModels = 1_000_000

  /// The number of the first script over keyed collections.
  package static let firstOverCollections = 2_000_000

  /// Runs a script.
  ///
  /// - Parameter number: from 1 on; 0 stands for the scripts that are not random.
  /// - Returns: the failure; nil if there is none.
  package static func difference(_ number: Int) async -> String? {
    if number == 0 { return await onItsOwnThread { FixedScript.difference() } }
    if number >= firstOverCollections {
      return await KeyedScript.failure(of: UInt64(number - firstOverCollections))
    }
    if number >= firstOverModels {
      return await ModelScript.failure(of: UInt64(number - firstOverModels))
    }
    let index = (number - 1) % subjects.count
    let subject = subjects[index]
    let seed = UInt64((number - 1) / subjects.count + 1)
    // The last kind drops things elsewhere while a turn is open: that needs an owner, which a plain
    // thread is not.
    let isAtHome = index < subjects.count - 1
    switch (number - 1 + Int(seed)) % 3 {
    case 0 where isAtHome: return await onItsOwnThread { subject(seed) }
    case 0, 1: return await onItsOwnThread { Stage.perform { _ in subject(seed) } }
    default: return await MainActor.run { subject(seed) }
    }
  }

  private static func shape(_ seed: UInt64) -> ScriptShape {
    ScriptShape.quick[Int(seed % UInt64(ScriptShape.quick.count))]
  }

  /// Drops a derived value where its owner does not run, so that the owner has a node to free.
  ///
  /// - Returns: the owner. The node stays as long as the owner lives.
  package static func leaveSomethingHanging() async -> some AnyObject & Sendable {
    let owner = HangingOwner()
    await owner.leaveSomethingHanging()
    return owner
  }
}

/// An actor with a property whose reader was dropped elsewhere.
private actor HangingOwner {
  private let source = StoredProperty(1)

  func leaveSomethingHanging() {
    // SAFETY: after the thread begins only the thread touches it.
    nonisolated(unsafe) var derived: Property<Int>? = DerivedProperty(source) { $0 }
    _ = derived?.value
    withStack(bytes: 1 << 20) { derived = nil }
  }
}
