/// The inputs of a collecting node: its parent, and the chosen properties of the parent's elements.
///
/// There are many children, and few of them change at a time.
///
///     node.firstInput ─> parent ─> child that may have changed ─> another  (checked by a refresh)
///                        every other child's edge: attached, but parked
///
/// Marking lists each parked edge that it passes through; once the node is fresh, the edge is
/// parked again. So a change costs time only for the children that changed.
///
/// The node's closure owns this object, so the object is released with the node, in the isolation
/// of the node's owner.
@usableFromInline
package final class Children: InputHolder {
  private struct Child {
    let edge: EdgeRef
    // The edge does not retain its input.
    let property: GraphElement
    /// The number of the latest scan that found the child.
    var scan: Int
  }

  private let node: NodeRef
  /// Whether the node restores its own state after a rollback.
  ///
  /// Then the children of the node are not compared with the start of the turn. After a rollback
  /// the node checks its children again, instead of restoring their versions.
  private let isOnlyForward: Bool
  private var parent: EdgeRef?
  /// Keeps the parent, which the edge does not retain, until `deinit` has ended.
  private let parentProperty: GraphElement
  private var children: [NodeRef: Child] = [:]
  private var scans = 0
  /// The ticket of the transaction in which the children were first found; 0 if none was open.
  var madeIn: UInt64 = 0

  @usableFromInline
  init(of node: NodeRef, parent: GraphElement, isOnlyForward: Bool = false) {
    self.node = node
    self.isOnlyForward = isOnlyForward
    parentProperty = parent
    super.init()
    if parent.node.flags.contains(.constant) { return }
    let edge = Graph.makeEdge(from: parent.node, to: node, run: 0, Context.current)
    edge.runAndTraits |= Edge.parent
    self.parent = edge
    node.firstInput = edge
  }

  deinit {
    let edges = children.values.map(\.edge) + (parent.map { [$0] } ?? [])
    let isAbandoned = node.signs.contains(.isAbandoned)
    if isAbandoned, AbandonedNodes.shared.add(edges, of: node, parent: parent) { return }
    let context = Context.current
    // While an abandoned node waits for its watchers, its need is not updated.
    let wasNeeding = isAbandoned || node.needsInputs
    for edge in edges { Graph.drop(edge, wasNeeding: wasNeeding, context) }
  }

  override var edges: [EdgeRef] { children.values.map(\.edge) }

  /// The edges that are not in the node's list of inputs.
  override var parked: [EdgeRef] { children.values.map(\.edge).filter(\.isParked) }

  /// Whether the children and their values are the same as when the turn began.
  var areAsAtStart: Bool { moved.isEmpty || isParentAllThatMoved && !parentCollects }

  /// Whether the parent certainly has the value with which the turn began; the parent may have that
  /// value under another version, too.
  var isParentAsAtStart: Bool { !isParentAllThatMoved }

  private var isParentAllThatMoved: Bool {
    guard moved.count == 1, let parent else { return false }
    return moved[parent.input] != nil
  }

  /// Whether the parent is a collecting node; such a parent changes with its elements, whatever its
  /// change rule says.
  private var parentCollects: Bool {
    parent?.input.flags.contains(.collects) == true
  }

  func forgetSavepoint() { moved = [:] }

  /// Updates `moved` after edits in place that changed nothing were reverted to their old versions.
  ///
  /// - Returns: Whether a child was among the edited inputs, and all inputs are as at the beginning
  ///   of the turn.
  func comeBack() -> Bool {
    let movedBefore = moved.count
    moved = moved.filter { input, version in
      version == nil || children[input]?.edge.version != version
    }
    return moved.count < movedBefore && areAsAtStart
  }

  /// The children and a collecting parent, each with the version that the node has seen.
  ///
  /// - Complexity: O(children).
  var parts: [Graph.Part] {
    var parts = children.values.map {
      Graph.Part(property: $0.property, version: $0.edge.version)
    }
    if let parent, parentCollects, let property = parent.input.element {
      parts.append(Graph.Part(property: property, version: parent.version))
    }
    return parts
  }

  /// The version of the parent that the node has seen.
  var parentVersion: Version { parent?.version ?? .none }

  /// Whether the children are the same as in `parts`, whatever their values.
  func areThose(of parts: [Graph.Part]) -> Bool {
    parts.count == children.count + (parentCollects ? 1 : 0)
      && parts.allSatisfy {
        children[$0.property.node] != nil || $0.property.node == parent?.input
      }
  }

  /// Whether the parent's value has changed since the last scan.
  var isParentNew: Bool {
    guard let parent else { return scans == 0 }
    return scans == 0 || parent.version != parent.input.version
  }

  /// Replaces the children, and returns whether any was added or removed; a child that stays keeps
  /// its edge.
  ///
  /// - Complexity: O(children before and after).
  func scan(_ found: [GraphElement], _ context: ContextRef) -> Bool {
    scans += 1
    var isChanged = false
    for property in found {
      if children[property.node] != nil {
        children[property.node]?.scan = scans
      } else if !property.node.flags.contains(.constant) {
        add(property, context)
        isChanged = true
      }
    }
    let gone = children.filter { $0.value.scan != scans }
    if gone.isEmpty { return isChanged }
    remove(gone, context)
    return true
  }

  private func add(_ property: GraphElement, _ context: ContextRef) {
    let child = property.node
    Graph.refreshForRead(child, context)
    insert(property, context)
    onRollback(context) { children, context in
      let gone = children.children.filter { $0.key == child }
      children.take(gone, out: context)
    }
    guard keepsSavepoint(context) else { return }
    if let before = moved[child] {
      if before == child.version { moved[child] = nil }
    } else {
      moved[child] = .some(nil)
    }
  }

  @discardableResult
  private func insert(_ property: GraphElement, _ context: ContextRef) -> EdgeRef {
    let edge = Graph.makeEdge(from: property.node, to: node, run: 0, context)
    edge.runAndTraits |= Edge.parked
    edge.attachAgain()
    children[property.node] = Child(edge: edge, property: property, scan: scans)
    return edge
  }

  private func remove(_ gone: [NodeRef: Child], _ context: ContextRef) {
    for (child, entry) in gone {
      let version = entry.edge.version
      if keepsSavepoint(context) { noteRemoval(of: child, at: version) }
      onRollback(context) { children, context in
        let edge = children.insert(entry.property, context)
        edge.version = version
        edge.list()
      }
    }
    take(gone, out: context)
  }

  /// Adds a step to the rollback, if a transaction is open and the node had a value before.
  private func onRollback(_ context: ContextRef, _ step: @escaping (Children, ContextRef) -> Void) {
    guard let journal = context.journal, !node.flags.contains(.uncomputed) else { return }
    journal.onRollback(context) { [self] context in
      if let undoing = context.undo.undoing, madeIn < undoing.ticket { step(self, context) }
      return self
    }
  }

  private func take(_ gone: [NodeRef: Child], out context: ContextRef) {
    let wasNeeding = node.needsInputs
    if wasNeeding, !node.flags.isDisjoint(with: .attachingGuests) {
      for entry in gone.values where entry.edge.isAttached { entry.edge.moveToFront() }
    }
    for child in gone.keys { children[child] = nil }
    unlistGone()
    for entry in gone.values {
      Graph.drop(entry.edge, wasNeeding: wasNeeding, context)
      // The release waits for the end of the turn, because the property's value may have a `deinit`
      // that writes.
      Graph.releaseLater(Unmanaged.passRetained(entry.property as AnyObject), context)
    }
  }

  private func noteRemoval(of child: NodeRef, at version: Version) {
    if case .some(nil) = moved[child] {
      moved[child] = nil
    } else if moved[child] == nil {
      moved[child] = version
    }
  }

  /// Removes the edges of removed children from the node's list, in one pass, because they may be
  /// the whole list.
  private func unlistGone() {
    var previous = parent
    var step = firstListed
    while let current = step {
      step = current.nextInput
      if children[current.input] != nil {
        previous = current
      } else if let previous {
        previous.nextInput = step
      } else {
        node.firstInput = step
      }
    }
  }

  /// Restores the state before the first scan.
  override func forgetAll(_ context: ContextRef) {
    take(children, out: context)
    parent?.version = .never
    scans = 0
    moved = [:]
    madeIn = 0
  }

  /// Refreshes the listed children and parks their edges.
  ///
  /// Calls `body` with each changed child. The parent's edge is brought up to date, too.
  ///
  /// - Returns: Whether a child, or a parent that collects, has changed.
  @discardableResult
  func takeChanges(_ context: ContextRef, _ body: (NodeRef) -> Void = { _ in }) -> Bool {
    var hasChanged = false
    if let parent {
      if take(parent, context), parentCollects { hasChanged = true }
      if !parent.isAttached { parent.attach() }
    }
    while let edge = firstListed {
      let child = edge.input
      Graph.refreshForRead(child, context)
      if take(edge, context) {
        hasChanged = true
        body(child)
      }
      park(edge)
    }
    return hasChanged
  }

  // MARK: - Children that are added and removed one by one

  /// Refreshes the children that may have changed, and calls `body` with each changed child.
  package func takeChanges(_ body: (GraphElement) -> Void) {
    takeChanges(Context.current) { child in
      child.withProperty(as: GraphElement.self) { body($0) }
    }
  }

  /// Adds a fresh child.
  package func adopt(_ property: GraphElement) { insert(property, Context.current) }

  package func part(with properties: some Sequence<GraphElement>) {
    var gone: [NodeRef: Child] = [:]
    for property in properties { gone[property.node] = children[property.node] }
    if !gone.isEmpty { take(gone, out: Context.current) }
  }

  /// Copies the version of an input to its edge, and returns whether the version is new.
  private func take(_ edge: EdgeRef, _ context: ContextRef) -> Bool {
    let input = edge.input
    let version = input.version
    if edge.version == version { return false }
    keepSavepoint(of: edge, context)
    // A node that goes back by itself looks at everything again that it has seen meanwhile.
    let (old, isParent) = (isOnlyForward ? .never : edge.version, edge.isParent)
    onRollback(context) { children, _ in
      guard let edge = isParent ? children.parent : children.children[input]?.edge else { return }
      edge.version = old
      edge.list()
    }
    edge.version = version
    if keepsSavepoint(context), moved[input] == .some(version) { moved[input] = nil }
    return true
  }

  /// Saves the version on an edge, which is about to be replaced or forgotten, if the turn began
  /// with that version.
  private func keepSavepoint(of edge: EdgeRef, _ context: ContextRef) {
    let input = edge.input
    if keepsSavepoint(context), moved[input] == nil { moved[input] = edge.version }
  }

  /// Parks the edges of all listed children, which were checked and have not changed.
  override func parkAll() {
    if let parent, !parent.isAttached { parent.attach() }
    while let edge = firstListed { park(edge) }
  }

  private var firstListed: EdgeRef? {
    if let parent { parent.nextInput } else { node.firstInput }
  }

  private func park(_ edge: EdgeRef) {
    if let parent {
      parent.nextInput = edge.nextInput
    } else {
      node.firstInput = edge.nextInput
    }
    edge.nextInput = nil
    edge.runAndTraits |= Edge.parked
    if !edge.isAttached { edge.attach() }
  }

  /// Whether the versions at the start of the turn are saved; before the first value there are none
  /// to save.
  private func keepsSavepoint(_ context: ContextRef) -> Bool {
    if isOnlyForward || scans == 1 && node.flags.contains(.uncomputed) { return false }
    return context.pointee.keepDepth != 0 || node.flags.contains(.hasSavepoint)
  }
}
