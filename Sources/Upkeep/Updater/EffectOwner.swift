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
/// When another document is selected, the effect on the name of the old one ends before the outer
/// closure runs again. It ends with the outer effect, too, and pauses with it. The effects of a run
/// end in the reverse of the order in which they were made, each after those that belong to its own
/// run, and all before the clean-ups of the outer effect. A run that throws keeps what it has made
/// until the next run.
///
/// An effect that is made between two runs belongs to the last one. One that is made before the
/// first run, in the transaction that has made the outer effect, belongs to the first. After the
/// end of the outer effect the closure runs once.
public protocol EffectOwner {
  /// The updater to which the effects belong.
  ///
  /// For a handle it is the updater of the run under way, or of the last run between two runs. It
  /// must not be kept beyond that run. After the effect's end each read returns a new updater that
  /// nothing keeps.
  @_documentation(visibility: internal)
  var updater: Updater { get }
}

extension Updater: EffectOwner {
  /// The updater itself.
  @_documentation(visibility: internal)
  public var updater: Updater { self }
}

extension EffectToken: EffectOwner {
  /// The updater of the effects that belong to the run under way, or between two runs to the last
  /// one.
  ///
  /// After the effect's end it is a new one that nothing keeps.
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
