extension Graph {
  /// Reverts the edits of an effect's inputs that have changed nothing, before the check of the
  /// effect.
  ///
  /// An older effect may have made these edits in the same round.
  ///
  /// - Complexity: O(inputs), plus the comparisons.
  @inline(never)
  static func restoreUnchangedInputs(of effect: NodeRef) {
    for edge in effect.inputs { restoreIfUnchanged(edge.input) }
  }

  /// Reverts an edit in place if it has changed nothing.
  static func restoreIfUnchanged(_ node: NodeRef) {
    if node.flags.intersection([.hasSavepoint, .derived]) == .hasSavepoint {
      node.guest?.restoreSavepointIfUnchanged()
    }
  }

  /// Updates the readers of a property whose edit was reverted; `edited` was the version of the
  /// edit.
  ///
  /// By the type's own rule, a reader that has seen the edit has seen the present value. By a
  /// change rule of the program, the edited value may count as unchanged and yet differ, so the
  /// readers are marked.
  static func didTakeBack(_ edited: Version, of node: NodeRef, _ context: ContextRef) {
    if node.flags.contains(.hasOwnRule) {
      mark(below: node, context)
    } else {
      rename(edited, as: node.version, for: node)
    }
  }

  /// Whether a reader, or with `byEffect` an effect that is not dead, has computed with the
  /// property's present value.
  @usableFromInline
  static func isSeen(_ node: NodeRef, byEffect: Bool) -> Bool {
    node.readers.contains { edge in
      edge.version == node.version
        && (!byEffect || edge.subscriber.flags.intersection([.effect, .dead]) == .effect)
    }
  }

  /// Makes two versions name the same value: each reader with `version` gets `earlier` in its
  /// place.
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

/// Reverts edits in place that have changed nothing.
class EditGuest: MakingGuest {
  // SAFETY: changed only by its own operations, which run no code of the program.
  /// Collections, and nodes edited in place, to be compared at the end of the batch or round.
  @exclusivity(unchecked) final var edited = Buffer<NodeRef>()

  /// Reverts the edits in place that have changed nothing, at the end of a batch or a round.
  ///
  /// - Complexity: O(edits since the last call), plus the comparisons.
  override final func endRound(_ context: ContextRef) {
    restoreUnchanged { !$0.contains(.derived) }
    // After that the elements of collecting nodes may be unchanged, too.
    restoreUnchanged { $0.contains(.collects) }
    edited.removeAll()
    context.pointee.care.remove(.roundEnd)
  }

  @inline(__always)
  private final func restoreUnchanged(where isMeant: (Node.Flags) -> Bool) {
    // A change rule is code of the program and may edit new properties, which are appended.
    var index = 0
    while index < edited.count {
      let node = edited[index]
      if isMeant(node.flags) { node.guest?.restoreSavepointIfUnchanged() }
      index += 1
    }
  }
}

extension ContextRef {
  /// The guest that reverts edits.
  var edits: EditGuest { guest(EditGuest.self) }

  /// Compares a node at the end of the batch or round.
  func compareAtEndOfRound(_ node: NodeRef) {
    edits.edited.append(node)
    pointee.care.insert(.roundEnd)
  }
}
