/// An engine for scenarios, which need more than workloads.
///
/// Scenarios use derived values that choose their inputs, values that are lists, effects on many
/// inputs, and batches. Inputs are listed for the engines that need them in advance; engines that
/// track reads ignore the list.
protocol GeneralEngine: Engine where Source: AnyObject, Node: AnyObject {
  /// A derived value that is a list.
  associatedtype ListNode

  func derive<S: ChoosingStep>(_ inputs: [Node], by step: S) -> Node
  func list<S: ListingStep>(_ inputs: [Node], by step: S) -> ListNode
  func derive<S: ListReadingStep>(_ list: ListNode, _ inputs: [Node], by step: S) -> Node

  /// Makes an effect that runs at once, and again after an input has changed.
  func effect<R: Reaction>(on inputs: ArraySlice<Node>, _ reaction: R)

  /// Runs `body` and then each effect once, for all writes together.
  func batch(_ body: () -> Void)

  /// Ends all effects.
  func endEffects()
}
