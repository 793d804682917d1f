import UpkeepThread

extension Node.Flags {
  /// The main actor owns the node.
  static var ownedByMain: Self { .mainOwnerKind }
  /// Another actor owns the node.
  static var ownedByActor: Self { Self(rawValue: 1 << 22) }
  /// Stands, in a context, for any owner but the main actor's.
  ///
  /// Such owners have to be compared themselves. No node has this kind.
  static var ownedByAnother: Self { .ownerKind }
}

extension Node.Signs {
  /// The property has or had a `ReadWatcher`.
  static let hasWatchers = Self(rawValue: 8)
  /// An edge from or to the node closes a cycle, or once did.
  static let hasLooseEdges = Self(rawValue: 1 << 63)
  /// If the property is dropped elsewhere, the node waits for its owner's turn.
  static let waiting: Self = [.hasWatchers, .hasLooseEdges]
}

extension ContextRef {
  /// The owner of the open turn or refresh, nil without isolation.
  var owner: Unmanaged<Owner>? {
    get { pointee.ownerObject.map { Unmanaged.fromOpaque($0.toOpaque()) } }
    nonmutating set { pointee.ownerObject = newValue.map { Unmanaged.fromOpaque($0.toOpaque()) } }
  }
}

extension NodeRef {
  /// The noted owner.
  var owner: Unmanaged<Owner>? {
    get { ownerAddress.map(Unmanaged.fromOpaque) }
    nonmutating set { ownerAddress = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
  }

  /// Notes the isolation in which the node works; called if that has changed or the node has signs.
  func noteOwner(_ context: ContextRef) {
    let owner = context.owner
    if self.owner?.toOpaque() == owner?.toOpaque() { return }
    // SAFETY: a node retains its owner unless that is the main actor's, which lives as long as the
    // program. `EffectList.noteOwner`, called where a property is dropped elsewhere, retains the
    // owner under the lock, so the old owner is not released before.
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

  /// Releases the node's reference to its owner.
  func releaseOwner() {
    // SAFETY: `noteOwner` has retained exactly these owners.
    if flags.contains(.ownedByActor) { owner?.release() }
  }
}
