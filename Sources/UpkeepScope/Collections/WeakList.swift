/// Objects in the order of insertion, held weakly.
///
/// - Complexity: O(1) for adding, on average.
package struct WeakList<Object: AnyObject> {
  private struct Reference { weak var object: Object? }

  private var references: [Reference] = []
  private var limit = 16

  package init() {}

  /// The objects that are alive.
  package var objects: [Object] { references.compactMap(\.object) }

  package mutating func append(_ object: Object) {
    if references.count >= limit {
      references.removeAll { $0.object == nil }
      limit = max(16, references.count * 2)
    }
    references.append(Reference(object: object))
  }
}
