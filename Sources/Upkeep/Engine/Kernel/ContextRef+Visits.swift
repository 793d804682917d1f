#if DEBUG
  extension ContextRef {
    /// Notes that this thread uses a node; stops the program if another thread is using it.
    @usableFromInline
    func visit(_ node: NodeRef) {
      if node.flags.contains(.constant) { return }
      let presence = pointee.presence
      if let other = node.live.pointee.visitor, other != presence,
        let visit = other.visit, visit == node.live.pointee.visit
      {
        return ask { $0.meetsOtherThread(at: node) }
      }
      guard let visit = presence.visit else { return }
      node.live.pointee.visitor = presence
      node.live.pointee.visit = visit
    }
  }
#endif
