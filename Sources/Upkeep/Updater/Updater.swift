/// An owner of effects, which keep the world outside in step with properties.
///
///     final class Screen {
///       let updater = Updater()
///       var title = ""
///
///       init(_ count: Property<Int>) {
///         updater.keepUpToDate { [unowned self] in title = "\(count.value) items" }
///       }
///     }
///
/// In an actor, a closure that needs the actor captures it weakly, and says that it runs there:
///
///     updater.keepUpToDate { [weak self] in
///       self?.assumeIsolated { $0.seen.append($0.level.value) }
///     }
///
/// An effect runs once when it is made. Afterwards it runs once per round in which a property that
/// it read has changed, in order of creation, before the outermost write returns. An effect may
/// write: the effects that the write wakes run in the next round.
///
/// Keep the updater where the effects belong, usually in the object that they update. A closure that
/// captures this object strongly keeps it alive, with its updater and effects, until `cancel()`.
/// When the updater is released, its effects have stopped. If it is released on another thread, its
/// effects do not start again; their memory and clean-ups follow with the next turn of the actor
/// that owns them.
///
/// So an updater that nothing retains runs its effects once, and never again:
///
///     Updater().keepUpToDate { print(count.value) }  // released at the end of this statement
///     func show() {
///       let updater = Updater()                      // released by the end of show()
///       updater.keepUpToDate { print(count.value) }
///     }
///
/// Nothing reports this, because it can be correct to let effects go at once. The token that a call
/// returns does not retain the updater, and may be dropped. Where no object can keep an updater,
/// keep the observation that `field.onChange { }` returns; the compiler warns if it is unused.
public final class Updater {
  @usableFromInline let effects: EffectList

  /// Makes an updater without effects.
  public init() { effects = EffectList() }

  /// Makes the updater of the effects that belong to the run of another effect.
  init(inside effect: EffectToken) { effects = EffectList(inside: effect) }

  /// Makes an updater for the library's own use, which belongs to the maker of a property.
  package init(for property: UntypedProperty) {
    effects = EffectList()
    Graph.noteMade(at: effects.address, with: property.node, Context.current)
  }

  deinit { effects.release() }

  /// Makes an effect for the library's own use, with the label of the property that it serves.
  func keepUpToDate(
    dependencies: [UntypedProperty], _ label: Label, _ update: @escaping () -> Void
  ) -> EffectToken {
    start(
      .declared, label, inputs: dependencies,
      Node.Recompute(running: update))
  }
}
