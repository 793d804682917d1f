extension Graph {
  /// At the end of a batch, and of a round: what was edited in place and ends as it began has not changed.
  ///
  /// - Complexity: O(what was edited since this was called last), and the comparisons.
  @inline(never)
  static func restoreUnchanged(_ context: ContextRef) {
    restoreUnchanged(context) { !$0.contains(.derived) }
    // Their elements may be as they were now.
    restoreUnchanged(context) { $0.contains(.collects) }
    context.edits.edited.removeAll()
    context.pointee.care.remove(.roundEnd)
  }

  @inline(__always)
  private static func restoreUnchanged(
    _ context: ContextRef, where isMeant: (Node.Flags) -> Bool
  ) {
    // A change rule is the program's: what it makes may edit, too.
    var index = 0
    while index < context.edits.edited.count {
      let node = context.edits.edited[index]
      if isMeant(node.flags) { node.guest?.restoreSavepointIfUnchanged() }
      index += 1
    }
  }

  /// Before the check of an effect: what an older one has edited in this round, and is as it was,
  /// has not changed.
  ///
  /// - Complexity: O(inputs), and the comparisons.
  @inline(never)
  static func restoreUnchangedInputs(of effect: NodeRef) {
    var edge = effect.firstInput
    while let current = edge {
      edge = current.nextInput
      restoreIfUnchanged(current.input)
    }
  }

  /// Takes back what was edited in place, if it is as it was.
  static func restoreIfUnchanged(_ node: NodeRef) {
    if node.flags.intersection([.hasSavepoint, .derived]) == .hasSavepoint {
      node.guest?.restoreSavepointIfUnchanged()
    }
  }

  /// Called when an edit has been taken back: `edited` was its version.
  ///
  /// By the rule of the type those who have seen the edit have seen the value that is there. A rule of the
  /// program's own calls unchanged what can be told apart: they look again.
  static func didTakeBack(_ edited: Version, of node: NodeRef, _ context: ContextRef) {
    if node.flags.contains(.hasOwnRule) {
      mark(below: node, context)
    } else {
      rename(edited, as: node.version, for: node)
    }
  }

  /// Whether an effect that goes on, or anybody, has computed with the value that a property has
  /// now.
  @usableFromInline
  static func isSeen(_ node: NodeRef, byEffect: Bool) -> Bool {
    var edge = node.firstSubscriber
    while let current = edge {
      if current.version == node.version,
        !byEffect || current.subscriber.flags.intersection([.effect, .dead]) == .effect
      {
        return true
      }
      edge = current.nextSubscriber
    }
    return false
  }

  /// Those who computed with the value under one version computed with it under the other.
  ///
  /// Paused effects keep the value, to compare it, under both.
  @usableFromInline
  static func rename(_ version: Version, as earlier: Version, for node: NodeRef) {
    if version == earlier { return }
    var edge = node.firstSubscriber
    while let current = edge {
      if current.version == version {
        current.version = earlier
        let reader = current.subscriber
        if reader.flags.contains(.effect), !reader.flags.isDisjoint(with: .checkingGuests) {
          reader.guest?.renamed(version, as: earlier, of: node)
        }
      }
      edge = current.nextSubscriber
    }
  }
}

/// Takes edits in place back that come to nothing.
class EditGuest: MakingGuest {
  // SAFETY: changed by its own operations alone, which run nothing of the program's.
  /// Nodes edited in place, and collections: only the end of the batch or round tells whether they have changed.
  @exclusivity(unchecked) final var edited = Buffer<NodeRef>()
}

extension ContextRef {
  /// The guest that takes edits back.
  var edits: EditGuest { guest(EditGuest.self) }

  /// Has the end of the batch or round look at a node.
  func compareAtEndOfRound(_ node: NodeRef) {
    edits.edited.append(node)
    pointee.care.insert(.roundEnd)
  }
}
