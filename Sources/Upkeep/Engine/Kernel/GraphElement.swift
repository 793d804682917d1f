/// A property or an effect, as the kernel sees it: the object that a node belongs to.
@_documentation(visibility: internal)
open class GraphElement {
  // SAFETY: the node comes from the slab, and the engine returns it only after `deinit`.
  @usableFromInline final let node: NodeRef

  // SAFETY: set by the element's maker, before other code has the element; read and written whole.
  /// The given name, and the place where the element was made.
  @usableFromInline @exclusivity(unchecked) package private(set) final var label: Label

  @usableFromInline
  init(_ node: NodeRef, _ label: Label) {
    self.node = node
    self.label = label
    // SAFETY: not retained; a property's `deinit` tells the engine before the object is freed, and
    // an effect's node retains the effect from its end on.
    node.object = Unmanaged.passUnretained(self)
  }

  /// Makes an element without a node of its own.
  ///
  /// The element must keep `other` alive.
  init(sharing other: GraphElement, _ label: Label) {
    node = other.node
    self.label = label
  }

  /// Lets a maker compose the name on demand; called before any other code has the element.
  package final func name(by maker: any NameMaker) { label = label.named(by: maker) }

  /// Whether the element has a node of its own; false if it shares another element's node.
  final var isOwnElement: Bool {
    // SAFETY: compared, never followed.
    node.object?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: - Questions of the kernel

  /// The newest version that the node held before it returned to an earlier one.
  var newestVersion: Version? { nil }

  /// Drops the value with which the turn began.
  func forgetSavepoint() {}

  /// Called when an effect gets another owner, which runs on this thread.
  func ownerChanged(_ context: ContextRef) {}

  /// Called when the node of an effect is being freed.
  func nodeIsGone() {}

  /// Called on an effect when an input that it does not retain is freed.
  func inputIsGone() {}

  /// Called in a deeply nested `deinit`: moves content that may hold another property to
  /// `Context.releases`.
  ///
  /// No code of the program may run here.
  func partWithContent(_ context: ContextRef) {}
}
