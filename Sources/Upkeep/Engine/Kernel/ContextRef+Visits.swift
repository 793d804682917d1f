#if DEBUG
  extension ContextRef {
    /// Notes that this thread uses a node; stops the program if another thread is using it.
    @usableFromInline
    func visit(_ node: NodeRef) {
      if node.flags.contains(.constant) { return }
      if !pointee.presence.note(in: &node.live.pointee.visit) {
        ask { $0.meetsOtherThread(at: node) }
      }
    }
  }
#endif
