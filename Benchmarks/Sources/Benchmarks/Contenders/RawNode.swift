/// A node of the `raw` contender: its value, links and function.
struct RawNode {
  var value: Int
  /// The pass in which the value last changed.
  var changedIn = 0
  /// One more than the index of the last node that reads this one.
  var reach = 0
  /// The inputs' indices; a fold finds a list of them at `inputs`, `first` long.
  var first = 0
  var second = 0
  var inputs: UnsafePointer<Int>?
  var operand = 0
  /// `nil` for a source.
  var function: RawFunction?
  /// Whether the node is a derived value and not an effect.
  var computes = false
}
