/// A property or an effect, as the kernel sees it: what a node belongs to.
@_documentation(visibility: internal)
open class GraphElement {
  // SAFETY: the node comes from the slab and is given back by the engine only after `deinit`.
  @usableFromInline final let node: NodeRef

  // SAFETY: set by its maker, before others have it; read and written whole.
  /// The name it was given, and where it was made.
  @usableFromInline @exclusivity(unchecked) package private(set) final var label: Label

  @usableFromInline
  init(_ node: NodeRef, _ label: Label) {
    self.node = node
    self.label = label
    // SAFETY: not retained; a property's `deinit` tells the engine before the object goes, and an effect's node retains
    // it from the effect's end on.
    node.object = Unmanaged.passUnretained(self)
  }

  /// Makes an element without a node of its own.
  ///
  /// It must keep `other` alive.
  init(sharing other: GraphElement, _ label: Label) {
    node = other.node
    self.label = label
  }

  /// Names it by what composes the name when it is asked for; only while nobody else has it.
  package final func name(by maker: any NameMaker) { label = label.named(by: maker) }

  /// Whether the node is its own.
  final var isOwnElement: Bool {
    // SAFETY: compared, never followed.
    node.object?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: - Questions of the kernel

  /// The newest version that the node has gone back from.
  var newestVersion: Version? { nil }

  /// Drops the start of the turn.
  func forgetSavepoint() {}

  /// Called when an effect has come to work for another owner, who runs on this thread.
  func ownerChanged(_ context: ContextRef) {}

  /// Called when the node of an effect goes.
  func nodeIsGone() {}

  /// Called when an input of an effect, which does not keep it, has gone.
  func inputIsGone() {}

  /// Called in `deinit`, where letting go has nested deep: puts what may hold another property on
  /// the thread's list.
  ///
  /// Nothing of the program's may run here.
  func partWithContent(_ context: ContextRef) {}
}
