import UpkeepThread

extension Node.Flags {
  /// The owner is the main actor's.
  static var ownedByMain: Self { .mainOwnerKind }
  /// The owner is another actor's.
  static var ownedByActor: Self { Self(rawValue: 1 << 22) }
  /// Never that of a node: stands for the owners other than the main actor's, which have to be looked at
  /// themselves.
  static var ownedByAnother: Self { .ownerKind }
}

extension Node.Signs {
  /// Its property has, or has had, a `ReadWatcher`.
  static let hasWatchers = Self(rawValue: 8)
  /// An edge from it, or to it, closes a cycle, or has closed one.
  static let hasLooseEdges = Self(rawValue: 1 << 63)
  /// Where its property is dropped elsewhere it waits for its owner's turn.
  static let waiting: Self = [.hasWatchers, .hasLooseEdges]
}

extension ContextRef {
  /// The owner of the turn or refresh that is open, nil without isolation.
  var owner: Unmanaged<Owner>? {
    get { pointee.ownerObject.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    nonmutating set { pointee.ownerObject = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
  }
}

extension NodeRef {
  /// The owner that is noted.
  var owner: Unmanaged<Owner>? {
    get { ownerAddress.map(Unmanaged.fromOpaque) }
    nonmutating set { ownerAddress = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
  }

  /// Notes in whose isolation the node works: called where it is another one's, or it has signs.
  func noteOwner(_ context: ContextRef) {
    let owner = context.owner
    if self.owner?.toOpaque() == owner?.toOpaque() { return }
    // SAFETY: a node retains its owner, but for the main actor's, which lives as long as the program. That of a property
    // that is being dropped elsewhere is asked for under the lock (`EffectList.noteOwner`), and not released before.
    let old = flags.contains(.ownedByActor) ? self.owner : nil
    if old != nil { upkeep_lock() }
    self.owner = context.pointee.ownerKind == .ownedByAnother ? owner?.retain() : owner
    if let old {
      upkeep_unlock()
      old.release()
    }
    if flags.contains(.effect) { object?._withUnsafeGuaranteedRef { $0.ownerChanged(context) } }
    flags.subtract(.ownerKind)
    if context.pointee.ownerKind == .ownedByMain {
      flags.insert(.ownedByMain)
    } else if owner != nil {
      flags.insert(.ownedByActor)
    }
  }

  /// Gives back what the node holds of its owner.
  func releaseOwner() {
    // SAFETY: these are the owners that `noteOwner` retains.
    if flags.contains(.ownedByActor) { owner?.release() }
  }
}
