/// An engine for scenarios: with derived values that choose their inputs, values that are lists,
/// effects on many inputs, and batches.
///
/// Inputs are listed for the engines that want to know them in advance. Engines that watch the
/// reads find out by themselves.
protocol GeneralEngine: Engine where Source: AnyObject, Node: AnyObject {
  /// A derived value that is a list.
  associatedtype ListNode

  func derive<S: ChoosingStep>(_ inputs: [Node], by step: S) -> Node
  func list<S: ListingStep>(_ inputs: [Node], by step: S) -> ListNode
  func derive<S: ListReadingStep>(_ list: ListNode, _ inputs: [Node], by step: S) -> Node

  /// An effect that runs at once, and again when an input has changed.
  func effect<R: Reaction>(on inputs: ArraySlice<Node>, _ reaction: R)

  /// Effects run once, when the writes in `body` have been made.
  func batch(_ body: () -> Void)

  /// Ends all effects.
  func endEffects()
}
