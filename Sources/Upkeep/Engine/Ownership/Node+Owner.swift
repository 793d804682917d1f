import UpkeepThread

extension Node.Flags {
  /// The main actor owns the node.
  static var ownedByMain: Self { .mainOwnerKind }
  /// Another actor owns the node.
  static var ownedByActor: Self { Self(rawValue: 1 << 22) }
  /// In a context: any owner but the main actor's.
  ///
  /// Such owners are compared by address, not by kind. No node has this kind.
  static var ownedByAnother: Self { .ownerKind }
}

extension Node.Signs {
  /// The property has or had a `ReadWatcher`.
  static let hasWatchers = Self(rawValue: 8)
  /// An edge from or to the node closes a cycle, or once did.
  static let hasLooseEdges = Self(rawValue: 1 << 63)
  /// Signs of a node that waits for its owner's turn if the property is released elsewhere.
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

  /// Notes the isolation in which the node works; called if the isolation has changed or the node
  /// has signs.
  func noteOwner(_ context: ContextRef) {
    let owner = context.owner
    if self.owner?.toOpaque() == owner?.toOpaque() { return }
    // SAFETY: a node retains its owner, except the main actor's owner, which lives as long as the
    // program. `EffectList.noteOwner`, called when a property is released elsewhere, reads and
    // retains the owner under the same lock, so it never retains a released owner.
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
