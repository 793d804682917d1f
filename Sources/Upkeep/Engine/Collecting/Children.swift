/// The inputs of a collecting node: its parent, and the chosen properties of the parent's elements, which
/// are many and of which few change at a time.
///
///     node.firstInput ─> parent ─> child that may have changed ─> another    (what a refresh looks at)
///                        every other child's edge: attached, but parked
///
/// Marking lists a parked edge when it passes through it; when the node is fresh again it is parked. So a
/// change costs the children that changed, and no other.
///
/// The node's closure owns this object, so it ends with the node, in the isolation of its owner.
@usableFromInline
package final class Children: InputHolder {
  private struct Child {
    let edge: EdgeRef
    // The edge does not retain.
    let property: GraphElement
    /// The latest scan that found it.
    var scan: Int
  }

  private let node: NodeRef
  /// Whether the node goes back by itself: what is here is then not compared with the start of a turn, and when a
  /// transaction is undone it is not put back, but looked at again.
  private let isOnlyForward: Bool
  private var parent: EdgeRef?
  /// Keeps the parent, which the edge does not retain, until `deinit` is over.
  private let parentProperty: GraphElement
  private var children: [NodeRef: Child] = [:]
  private var scans = 0
  /// The transaction, by its ticket, in which they were found first; 0 if that was in none.
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
    // While it waited for its watchers nobody could come here to say that it is not needed any more.
    let wasNeeding = isAbandoned || node.needsInputs
    for edge in edges { Graph.drop(edge, wasNeeding: wasNeeding, context) }
  }

  /// The edges of all children.
  override var edges: [EdgeRef] { children.values.map(\.edge) }

  /// The edges that are not in the node's list.
  override var parked: [EdgeRef] { children.values.map(\.edge).filter(\.isParked) }

  /// Whether the children and their values are what they were when the turn began.
  var areAsAtStart: Bool { moved.isEmpty || isParentAllThatMoved && !parentCollects }

  /// Whether the parent's value is certain to be the one of then. (It may be so under another version.)
  var isParentAsAtStart: Bool { !isParentAllThatMoved }

  private var isParentAllThatMoved: Bool {
    guard moved.count == 1, let parent else { return false }
    return moved[parent.input] != nil
  }

  /// A parent that collects has changed with its elements, whatever the rule says of the collection.
  private var parentCollects: Bool {
    parent?.input.flags.contains(.collects) == true
  }

  func forgetSavepoint() { moved = [:] }

  /// Called when edits in place that came to nothing have gone back to their old versions: says whether one
  /// was an element's, and all is as it was when the turn began.
  func comeBack() -> Bool {
    let movedBefore = moved.count
    moved = moved.filter { input, version in
      version == nil || children[input]?.edge.version != version
    }
    return moved.count < movedBefore && areAsAtStart
  }

  /// The children, a parent that collects, and the versions of them that the node has seen.
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

  /// Whether the children are those of which these are parts, whatever their values.
  func areThose(of parts: [Graph.Part]) -> Bool {
    parts.count == children.count + (parentCollects ? 1 : 0)
      && parts.allSatisfy {
        children[$0.property.node] != nil || $0.property.node == parent?.input
      }
  }

  /// Says whether the parent's value is another one than at the last scan.
  var isParentNew: Bool {
    guard let parent else { return scans == 0 }
    return scans == 0 || parent.version != parent.input.version
  }

  /// Replaces the children by others; those that stay keep their edges.
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

  /// Adds a step of the way back, if a transaction is open and there is something to come back to.
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
      // Not before the turn has ended: the property's value may have a `deinit` that writes.
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

  /// Takes the edges of those that are no children any more out of the list: in one pass, for they may be
  /// all of it.
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

  /// Becomes what it was before the first scan.
  override func forgetAll(_ context: ContextRef) {
    take(children, out: context)
    parent?.version = .never
    scans = 0
    moved = [:]
    madeIn = 0
  }

  /// Refreshes the listed children and parks their edges; says whether one has changed, and tells which.
  ///
  /// The parent's edge is brought up to date, too.
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

  // MARK: - Children that come and go one by one

  /// Refreshes the children that may have changed, and tells which have.
  package func takeChanges(_ body: (GraphElement) -> Void) {
    takeChanges(Context.current) { child in
      child.withProperty(as: GraphElement.self) { body($0) }
    }
  }

  /// Adds a child that is fresh.
  package func adopt(_ property: GraphElement) { insert(property, Context.current) }

  /// Lets children go.
  package func part(with properties: some Sequence<GraphElement>) {
    var gone: [NodeRef: Child] = [:]
    for property in properties { gone[property.node] = children[property.node] }
    if !gone.isEmpty { take(gone, out: Context.current) }
  }

  /// Takes over the version of an input; says whether it is another one.
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

  /// Notes the version of an input that is about to be replaced, or forgotten, if it is the one of the turn's start.
  private func keepSavepoint(of edge: EdgeRef, _ context: ContextRef) {
    let input = edge.input
    if keepsSavepoint(context), moved[input] == nil { moved[input] = edge.version }
  }

  /// Parks the edges of children that were looked at and have not changed.
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

  /// Before the first scan there was nothing to come back to.
  private func keepsSavepoint(_ context: ContextRef) -> Bool {
    if isOnlyForward || scans == 1 && node.flags.contains(.uncomputed) { return false }
    return context.pointee.keepDepth != 0 || node.flags.contains(.hasSavepoint)
  }
}
