/// The difference between two values of a keyed collection, for a table on screen.
///
///     updater.follow(shown) { edits in
///       for step in edits.steps { table.apply(step) }
///     }
///
/// The edits are net and few. An element that was inserted and removed again is in none of them,
/// and as few elements as possible move.
public struct CollectionEdits<ID: Hashable, Element> {
  /// An element that is removed.
  public struct Removal {
    /// The position in the old value.
    public let offset: Int
    /// The element.
    public let element: Element

    @inlinable
    init(offset: Int, element: Element) {
      self.offset = offset
      self.element = element
    }
  }

  /// An element that is inserted or updated.
  public struct Placement {
    /// The position in the new value.
    public let offset: Int
    /// The element.
    public let element: Element

    @inlinable
    init(offset: Int, element: Element) {
      self.offset = offset
      self.element = element
    }
  }

  /// An element that changes its order relative to the elements that stay.
  public struct Move {
    /// The position in the old value.
    public let from: Int
    /// The position in the new value.
    public let to: Int

    @inlinable
    init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

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
  /// The removed elements, in ascending order of their old positions.
  public let removals: [Removal]
  /// The inserted elements, in ascending order of their new positions.
  public let insertions: [Placement]
  /// The moved elements, in ascending order of their new positions.
  ///
  /// A moved element that has also changed is in `updates`, too.
  public let moves: [Move]
  /// The changed elements, in ascending order of their new positions.
  public let updates: [Placement]

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
    var removals: [Removal] = []
    var insertions: [Placement] = []
    var updates: [Placement] = []
    var pairs: [MovedRow] = []
    let difference = RowDifference(from: old.tree, to: new.tree)
    for change in difference.changes(of: ID.self) {
      let from = change.old.map { old.tree.index(of: $0.place) }
      let to = change.new.map { new.tree.index(of: $0.place) }
      let (before, after) = (change.old?.cell(as: Cell.self), change.new?.cell(as: Cell.self))
      if let from, let before, let to, let after {
        pairs.append(MovedRow(from: from, to: to))
        if before !== after, !isUnchanged(before.element, after.element) {
          updates.append(Placement(offset: to, element: after.element))
        }
      } else if let from, let before {
        removals.append(Removal(offset: from, element: before.element))
      } else if let to, let after {
        insertions.append(Placement(offset: to, element: after.element))
      }
    }
    self.old = old
    self.new = new
    self.removals = removals.sorted { $0.offset < $1.offset }
    self.insertions = insertions.sorted { $0.offset < $1.offset }
    self.updates = updates.sorted { $0.offset < $1.offset }
    moves = MovedRow.moves(
      among: pairs, removed: self.removals.map(\.offset), inserted: self.insertions.map(\.offset),
      count: old.count
    ).map { Move(from: $0.from, to: $0.to) }
  }

  /// Whether there are no edits.
  @inlinable
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// The edits one after the other, for a list that knows only these steps: a move is a removal and
  /// an insertion.
  ///
  /// - Complexity: O(k log k).
  @inlinable
  public var steps: [Step] {
    let gone = (removals.map(\.offset) + moves.map(\.from)).sorted(by: >)
    let come = (insertions + moves.map { Placement(offset: $0.to, element: new[$0.to]) })
      .sorted { $0.offset < $1.offset }
    let moved = Set(moves.map(\.to))
    return gone.map { Step.remove(at: $0) }
      + come.map { Step.insert($0.element, at: $0.offset) }
      + updates.filter { !moved.contains($0.offset) }.map { Step.update($0.element, at: $0.offset) }
  }

  /// The edits as a `CollectionDifference`: a change or a move is a removal and an insertion, which
  /// are associated for a move.
  ///
  /// - Complexity: O(k log n).
  public var difference: CollectionDifference<Element> {
    typealias Change = CollectionDifference<Element>.Change
    let moved = Set(moves.map(\.to))
    var changes: [Change] = removals.map {
      .remove(offset: $0.offset, element: $0.element, associatedWith: nil)
    }
    changes += insertions.map {
      .insert(offset: $0.offset, element: $0.element, associatedWith: nil)
    }
    for move in moves {
      changes.append(.remove(offset: move.from, element: old[move.from], associatedWith: move.to))
      changes.append(.insert(offset: move.to, element: new[move.to], associatedWith: move.from))
    }
    for update in updates where !moved.contains(update.offset) {
      let row = new.tree[update.offset]
      guard let from = old.index(of: row.id(as: ID.self)) else { continue }
      changes.append(.remove(offset: from, element: old[from], associatedWith: nil))
      changes.append(.insert(offset: update.offset, element: update.element, associatedWith: nil))
    }
    guard let difference = CollectionDifference(changes) else {
      preconditionFailure("edits of a collection must be a difference")
    }
    return difference
  }
}
