/// Something that owns effects: an updater, or the run of an effect.
///
/// The effects of an ``Updater`` last as long as it does. Those that are made through the handle of an effect, an
/// ``EffectToken``, belong to the run that is under way:
///
///     updater.keepUpToDate { effect in
///       let document = selection.value
///       effect.keepUpToDate { title.text = document.name.value }
///     }
///
/// When another document is selected, the effect on the name of the old one ends before the outer closure runs again. It
/// ends with the outer effect, too, and pauses with it. The effects of a run end in the reverse of the order in which they
/// were made, each after those that belong to its own run, and all before the clean-ups of the outer effect. A run that
/// throws keeps what it has made until the next run.
///
/// An effect that is made between two runs belongs to the last one; before the first run, in the transaction that has made
/// the outer effect, to the first. After the end of the outer effect the closure runs once.
public protocol EffectOwner {
  /// The updater to which the effects belong.
  ///
  /// Of the handle of an effect it is the one of the run that is under way or, between two runs, of the last one; after
  /// the end of the effect it is one that nothing keeps.
  var updater: Updater { get }
}

extension Updater: EffectOwner {
  /// The updater itself.
  @inlinable public var updater: Updater { self }
}

extension EffectToken: EffectOwner {
  /// The updater of the effects that belong to the run that is under way or, between two runs, to the last one.
  ///
  /// After the end of the effect it is one that nothing keeps.
  public var updater: Updater {
    if let updater = more?.inner as? Updater { return updater }
    if hasEnded { return Updater() }
    let updater = Updater(inside: self)
    keep(updater)
    return updater
  }
}

extension Updater: EffectKeeper {}
