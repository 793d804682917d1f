extension Graph {
  /// Takes back edits that have changed nothing in an effect's inputs, before the check of the
  /// effect.
  ///
  /// An older effect may have made these edits in the same round.
  ///
  /// - Complexity: O(inputs), plus the comparisons.
  @inline(never)
  static func restoreUnchangedInputs(of effect: NodeRef) {
    for edge in effect.inputs { restoreIfUnchanged(edge.input) }
  }

  /// Takes back an edit in place, if it has changed nothing.
  static func restoreIfUnchanged(_ node: NodeRef) {
    if node.flags.intersection([.hasSavepoint, .derived]) == .hasSavepoint {
      node.guest?.restoreSavepointIfUnchanged()
    }
  }

  /// Called when an edit has been taken back: `edited` was its version.
  ///
  /// By the type's own rule, a reader that has seen the edit has seen the present value. A rule of
  /// the program may call two values unchanged that can be told apart: then the readers look again.
  static func didTakeBack(_ edited: Version, of node: NodeRef, _ context: ContextRef) {
    if node.flags.contains(.hasOwnRule) {
      mark(below: node, context)
    } else {
      rename(edited, as: node.version, for: node)
    }
  }

  /// Whether any reader, or any effect that is not dead, has computed with the property's present
  /// value.
  @usableFromInline
  static func isSeen(_ node: NodeRef, byEffect: Bool) -> Bool {
    node.readers.contains { edge in
      edge.version == node.version
        && (!byEffect || edge.subscriber.flags.intersection([.effect, .dead]) == .effect)
    }
  }

  /// Makes two versions name the same value: readers of the first now have the earlier one.
  ///
  /// Paused effects keep the value under both versions, to compare it.
  @usableFromInline
  static func rename(_ version: Version, as earlier: Version, for node: NodeRef) {
    if version == earlier { return }
    for edge in node.readers where edge.version == version {
      edge.version = earlier
      let reader = edge.subscriber
      if reader.flags.contains(.effect), !reader.flags.isDisjoint(with: .checkingGuests) {
        reader.guest?.renamed(version, as: earlier, of: node)
      }
    }
  }
}

/// Takes back edits in place that have changed nothing.
class EditGuest: MakingGuest {
  // SAFETY: changed by its own operations alone, which run nothing of the program's.
  /// Collections, and nodes edited in place: the end of the batch or round tells whether they have
  /// changed.
  @exclusivity(unchecked) final var edited = Buffer<NodeRef>()

  /// Takes back the edits in place that have changed nothing, at the end of a batch or a round.
  ///
  /// - Complexity: O(edits since the last call), plus the comparisons.
  override final func endRound(_ context: ContextRef) {
    restoreUnchanged { !$0.contains(.derived) }
    // Now the elements of collecting nodes may be unchanged, too.
    restoreUnchanged { $0.contains(.collects) }
    edited.removeAll()
    context.pointee.care.remove(.roundEnd)
  }

  @inline(__always)
  private final func restoreUnchanged(where isMeant: (Node.Flags) -> Bool) {
    // A change rule is the program's: it may make properties that are edited, too.
    var index = 0
    while index < edited.count {
      let node = edited[index]
      if isMeant(node.flags) { node.guest?.restoreSavepointIfUnchanged() }
      index += 1
    }
  }
}

extension ContextRef {
  /// The guest that takes back edits.
  var edits: EditGuest { guest(EditGuest.self) }

  /// Has the end of the batch or round compare a node.
  func compareAtEndOfRound(_ node: NodeRef) {
    edits.edited.append(node)
    pointee.care.insert(.roundEnd)
  }
}
