/// Keeps the world outside in step with properties: owns effects.
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
/// In an actor, too, a closure that needs the actor takes it weakly, and says that it runs there:
///
///     updater.keepUpToDate { [weak self] in
///       self?.assumeIsolated { $0.seen.append($0.level.value) }
///     }
///
/// An effect runs once when it is made, and afterwards once per round in which something it read has
/// changed, before the outermost write returns, in order of creation. It may write: what that wakes
/// runs in the next round.
///
/// Keep the updater where the effects belong, usually in the object they update. When it is released
/// its effects have stopped; released on a foreign thread, they do not start again, and their memory
/// and clean-up follow at the next turn of the actor that owns them.
///
/// So one that nothing keeps runs its effects once, and never again:
///
///     Updater().keepUpToDate { print(count.value) }  // released at the end of this statement
///     func show() {
///       let updater = Updater()                      // released when show() returns, if not before
///       updater.keepUpToDate { print(count.value) }
///     }
///
/// Nothing reports that: to let effects go at once is correct, too. The token that a call returns does not keep the
/// updater, and may be dropped. Where there is no object to keep an updater, keep the observation that
/// `field.onChange { }` returns, which the compiler asks for.
public final class Updater {
  @usableFromInline let effects: EffectList

  /// Makes an updater without effects.
  public init() { effects = EffectList() }

  /// Makes the updater of the effects that belong to the run of another one.
  init(inside effect: EffectToken) { effects = EffectList(inside: effect) }

  /// Makes one of the library's own, which belongs to the maker of a property that needs it.
  package init(for property: UntypedProperty) {
    effects = EffectList()
    Graph.noteMade(at: effects.address, with: property.node, Context.current)
  }

  deinit { effects.release() }

  /// Makes an effect of the library's own, by the label of the property that it serves.
  func keepUpToDate(
    dependencies: [UntypedProperty], _ label: Label, _ update: @escaping () -> Void
  ) -> EffectToken {
    start(
      .declared, label, inputs: dependencies,
      Node.Recompute(running: update))
  }
}
