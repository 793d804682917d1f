/// Something that owns effects: an updater, or the run of an effect.
///
/// The effects of an ``Updater`` last as long as it does. Effects that are made through the handle
/// of another effect, an ``EffectToken``, belong to the run under way:
///
///     updater.keepUpToDate { effect in
///       let document = selection.value
///       effect.keepUpToDate { title.text = document.name.value }
///     }
///
/// When another document is selected, the effect on the old document's name ends before the outer
/// closure runs again. It also ends with the outer effect, and pauses with it. The effects of a run
/// end in the reverse of the order in which they were made: each after the effects of its own run,
/// and all before the clean-ups of the outer effect. A run that throws keeps its effects until the
/// next run.
///
/// An effect that is made between two runs belongs to the last run. An effect that is made before
/// the first run, in the transaction that has made the outer effect, belongs to the first run. An
/// effect that is made after the end of the outer effect runs once.
public protocol EffectOwner {
  /// The updater to which the effects belong.
  ///
  /// For a handle, it is the updater of the run under way or, between two runs, of the last run. It
  /// must not be kept beyond that run. After the effect's end, each read returns a new updater that
  /// nothing retains.
  @_documentation(visibility: internal)
  var updater: Updater { get }
}

extension Updater: EffectOwner {
  /// The updater itself.
  @_documentation(visibility: internal)
  public var updater: Updater { self }
}

extension EffectToken: EffectOwner {
  /// The updater of the effects that belong to the run under way.
  ///
  /// Between two runs, it is the updater of the last run.
  ///
  /// After the effect's end, it is a new updater that nothing retains.
  @_documentation(visibility: internal)
  public var updater: Updater {
    if let updater = more?.inner as? Updater { return updater }
    if hasEnded { return Updater() }
    let updater = Updater(inside: self)
    keep(updater)
    return updater
  }
}

extension Updater: EffectKeeper {}
