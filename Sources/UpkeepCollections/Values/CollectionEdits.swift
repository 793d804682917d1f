/// The difference between two values of a keyed collection, for a table on screen.
///
///     updater.follow(shown) { edits in
///       for step in edits.steps { table.apply(step) }
///     }
///
/// The edits are the net difference: an element that was inserted and removed again is in none of
/// them. As few elements as possible move.
public struct CollectionEdits<ID: Hashable, Element> {
  /// One edit of a list.
  ///
  /// Its position is in the list that the steps before it have made.
  public enum Step {
    /// Removes the element at a position.
    case remove(at: Int)
    /// Inserts an element at a position.
    case insert(Element, at: Int)
    /// Replaces the element at a position.
    case update(Element, at: Int)
  }

  /// The old value; empty at first.
  public let old: KeyedArray<ID, Element>
  /// The new value.
  public let new: KeyedArray<ID, Element>
  /// The removed elements with their old positions, in ascending order.
  public let removals: [(offset: Int, element: Element)]
  /// The inserted elements with their new positions, in ascending order.
  public let insertions: [(offset: Int, element: Element)]
  /// The old and the new position of each moved element, in ascending order of the new ones.
  ///
  /// A moved element that has also changed is in `updates`, too.
  public let moves: [(from: Int, to: Int)]
  /// The old and the new position of each changed element, in ascending order of the new ones.
  public let updates: [(from: Int, to: Int)]

  /// Computes the edits between two values.
  ///
  /// - Parameters:
  ///   - old: the value from which the edits lead.
  ///   - new: the value to which they lead.
  /// - Complexity: O(k log n) if one value follows from the other by k changes.
  @inlinable
  public init(from old: KeyedArray<ID, Element>, to new: KeyedArray<ID, Element>) {
    self.init(from: old, to: new, isUnchanged: new.isUnchanged)
  }

  /// Computes the edits between two values.
  ///
  /// Every element that was written again is an update, even if the change rule of the collection
  /// calls it unchanged.
  package init(fromAll old: KeyedArray<ID, Element>, to new: KeyedArray<ID, Element>) {
    self.init(from: old, to: new) { _, _ in false }
  }

  @inlinable
  init(
    from old: KeyedArray<ID, Element>, to new: KeyedArray<ID, Element>,
    isUnchanged: (Element, Element) -> Bool
  ) {
    typealias Cell = KeyedCell<ID, Element>
    var removals: [(offset: Int, element: Element)] = []
    var insertions: [(offset: Int, element: Element)] = []
    var updates: [(from: Int, to: Int)] = []
    var pairs: [(from: Int, to: Int)] = []
    let difference = RowDifference(from: old.tree, to: new.tree)
    for change in difference.changes(of: ID.self) {
      let from = change.old.map { old.tree.index(of: $0.place) }
      let to = change.new.map { new.tree.index(of: $0.place) }
      let (before, after) = (change.old?.cell(as: Cell.self), change.new?.cell(as: Cell.self))
      if let from, let before, let to, let after {
        pairs.append((from, to))
        if before !== after, !isUnchanged(before.element, after.element) {
          updates.append((from, to))
        }
      } else if let from, let before {
        removals.append((from, before.element))
      } else if let to, let after {
        insertions.append((to, after.element))
      }
    }
    self.old = old
    self.new = new
    self.removals = removals.sorted { $0.offset < $1.offset }
    self.insertions = insertions.sorted { $0.offset < $1.offset }
    self.updates = updates.sorted { $0.to < $1.to }
    moves = movedRows(
      among: pairs, removed: self.removals.map(\.offset), inserted: self.insertions.map(\.offset),
      count: old.count)
  }

  /// Whether there are no edits.
  @inlinable
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// The edits one after the other, for a list that knows only these steps: a move is a removal and
  /// an insertion.
  ///
  /// - Complexity: O(k log n) for k edits.
  @inlinable
  public var steps: [Step] {
    let gone = (removals.map(\.offset) + moves.map(\.from)).sorted(by: >)
    let come = (insertions + moves.map { ($0.to, new[$0.to]) }).sorted { $0.offset < $1.offset }
    let moved = Set(moves.map(\.to))
    return gone.map { Step.remove(at: $0) }
      + come.map { Step.insert($0.element, at: $0.offset) }
      + updates.filter { !moved.contains($0.to) }.map { Step.update(new[$0.to], at: $0.to) }
  }
}
