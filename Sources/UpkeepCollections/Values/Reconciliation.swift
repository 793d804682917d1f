public import Upkeep

/// The rows of a collection that has new elements: for each element its old row or a new cell.
///
/// `KeyedArray.reconciled(with:_:)` finds the old rows, and the plan makes the new tree of them.
@usableFromInline
struct RowPlan {
  private let tree: RowTree
  /// The next row to match by order: the row after the last matched one.
  @usableFromInline private(set) var next: (place: UInt64, cell: Unmanaged<RowCell>)?
  private var rest: RowTree.Iterator
  /// The index of `next`.
  private var nextIndex = 0
  /// Whether each old row has its element.
  private var isMatched: ContiguousArray<Bool>
  /// The index of each element's old row; -1 for a new element.
  private var sources: ContiguousArray<Int> = []
  /// The new cell of each element; nil for an element whose row keeps its cell.
  private var cells: ContiguousArray<RowCell?> = []
  /// The numbers of new cells, and of new elements among them.
  private var (countOfCells, countOfNew) = (0, 0)
  /// Whether the old rows are in their old order so far.
  private var isGrowing = true

  /// Creates the plan of a number of elements that replace the rows of a tree.
  @usableFromInline
  init(_ tree: RowTree, for count: Int) {
    self.tree = tree
    rest = tree.makeIterator()
    isMatched = ContiguousArray(repeating: false, count: tree.count)
    sources.reserveCapacity(count)
    cells.reserveCapacity(count)
    next = rest.nextUncounted()
  }

  /// Gives the next row to the next element.
  ///
  /// - Parameter cell: the new cell; nil if the row keeps its cell.
  /// - Returns: false if the row already has an element.
  @usableFromInline
  mutating func takeNext(_ cell: RowCell?) -> Bool {
    if isMatched[nextIndex] { return false }
    isMatched[nextIndex] = true
    if cell != nil { countOfCells += 1 }
    cells.append(cell)
    sources.append(nextIndex)
    nextIndex += 1
    next = rest.nextUncounted()
    return true
  }

  /// Continues with the row at a place, which must exist.
  @usableFromInline
  mutating func jump(to place: UInt64) {
    let index = tree.index(of: place)
    if index < nextIndex { isGrowing = false }
    nextIndex = index
    rest = tree.makeIterator(from: index)
    next = rest.nextUncounted()
  }

  /// Adds a new element.
  @usableFromInline
  mutating func add(_ cell: RowCell) {
    cells.append(cell)
    sources.append(-1)
    countOfCells += 1
    countOfNew += 1
  }

  // MARK: - The result

  /// Returns the new rows, with as few moves as possible.
  ///
  /// - Complexity: O(n), and O(log n) for each element that moves.
  @usableFromInline
  func makeTree() -> RowTree {
    let staying = isGrowing ? nil : longestGrowingSequence()
    let countOfStaying = staying.map { $0.lazy.filter(\.self).count }
    let countOfMoved = countOfStaying.map { sources.count - countOfNew - $0 } ?? 0
    let countOfRemoved = tree.count - (sources.count - countOfNew)
    let edits = countOfCells + countOfMoved * 2 + countOfRemoved
    if edits == 0 { return tree }
    return RowTree.makesOnePass(for: edits, of: sources.count)
      ? rebuilt(staying) : edited(staying)
  }

  /// Returns whether an element's row stays where it is.
  private func isStaying(_ position: Int, _ staying: ContiguousArray<Bool>?) -> Bool {
    staying?[position] ?? (sources[position] >= 0)
  }

  /// Edits the tree row by row.
  private func edited(_ staying: ContiguousArray<Bool>?) -> RowTree {
    var result = tree
    var goes = ContiguousArray(repeating: true, count: tree.count)
    for position in sources.indices where isStaying(position, staying) {
      goes[sources[position]] = false
    }
    for index in goes.indices.reversed() where goes[index] { result.remove(at: index) }
    for (position, cell) in cells.enumerated() {
      if !isStaying(position, staying) {
        result.insert(cell ?? tree[sources[position]].cell, at: position)
      } else if let cell {
        result.update(at: position, to: Row(place: result[position].place, cell: cell))
      }
    }
    return result
  }

  /// Builds a new tree in one pass.
  private func rebuilt(_ staying: ContiguousArray<Bool>?) -> RowTree {
    var old: ContiguousArray<(place: UInt64, cell: Unmanaged<RowCell>)> = []
    old.reserveCapacity(tree.count)
    tree.visitRows { place, cell in old.append((place, .passUnretained(cell))) }
    var merger = RowMerger()
    for (position, cell) in cells.enumerated() {
      // SAFETY: the tree retains the old cells.
      let shown = cell ?? old[sources[position]].cell.takeUnretainedValue()
      if isStaying(position, staying) {
        merger.append(Row(place: old[sources[position]].place, cell: shown))
      } else {
        merger.append(shown)
      }
    }
    return withExtendedLifetime(tree) { merger.finish() }
  }

  /// Returns for each element whether it is in a longest sequence of old rows in their old order.
  private func longestGrowingSequence() -> ContiguousArray<Bool> {
    // Patience sorting: `ends[k]` is the position of the least index that ends a sequence of
    // length k + 1.
    var ends: ContiguousArray<Int> = []
    var previous = ContiguousArray(repeating: -1, count: sources.count)
    for position in sources.indices where sources[position] >= 0 {
      let source = sources[position]
      let length: Int
      if let last = ends.last, sources[last] >= source {
        length = (0..<ends.count).partitionPoint { sources[ends[$0]] < source }
      } else {
        length = ends.count
      }
      if length > 0 { previous[position] = ends[length - 1] }
      if length == ends.count { ends.append(position) } else { ends[length] = position }
    }
    var stays = ContiguousArray(repeating: false, count: sources.count)
    var position = ends.last ?? -1
    while position >= 0 {
      stays[position] = true
      position = previous[position]
    }
    return stays
  }
}

extension KeyedArray {
  /// Returns this value, updated to a list of elements.
  ///
  /// Of duplicates the last one stays, at its own place, and each duplicate is reported.
  @inlinable
  func reconciled(
    with elements: some Sequence<Element>, id: (Element) -> ID, _ label: Label?
  ) -> KeyedArray {
    let elements = Array(elements)
    if tree.isEmpty {
      // The index tells whether there are duplicates.
      var builder = RowTreeBuilder()
      for element in elements { builder.append(Cell(id: id(element), element: element)) }
      let new = RowTree(builder)
      let keys = KeyIndex<ID>()
      if keys.begin(with: new) { return KeyedArray(new, keys, isUnchanged) }
    }
    if let result = reconciled(with: elements, id) { return result }
    let distinct = Self.withoutDuplicates(elements, id, label)
    return reconciled(with: distinct, id) ?? self
  }

  /// Returns this value, updated to a list of elements; nil if two of them have one identity.
  @inlinable
  func reconciled(with elements: [Element], _ id: (Element) -> ID) -> KeyedArray? {
    var plan = RowPlan(tree, for: elements.count)
    var fresh: Set<ID> = []
    for element in elements {
      let newID = id(element)
      // Most elements follow each other as their rows do, and are found without a lookup.
      if plan.next?.cell._withUnsafeGuaranteedRef({ $0.id(as: ID.self) == newID }) != true {
        guard let place = keys.place(of: newID, in: tree) else {
          guard fresh.insert(newID).inserted else { return nil }
          plan.add(Cell(id: newID, element: element))
          continue
        }
        plan.jump(to: place)
      }
      // SAFETY: the plan retains the tree, and the tree its cells.
      let isSame = plan.next.map { next in
        next.cell._withUnsafeGuaranteedRef { isUnchanged(Cell.of($0).element, element) }
      }
      let cell = isSame == true ? nil : Cell(id: newID, element: element)
      guard plan.takeNext(cell) else { return nil }
    }
    return KeyedArray(plan.makeTree(), keys, isUnchanged)
  }

  /// Returns the last element with each identity, and reports the others.
  @inlinable
  static func withoutDuplicates(
    _ elements: [Element], _ id: (Element) -> ID, _ label: Label?
  ) -> [Element] {
    var seen: [ID: Int] = Dictionary(minimumCapacity: elements.count)
    var doubled: Set<Int> = []
    for (index, element) in elements.enumerated() {
      let id = id(element)
      if let earlier = seen.updateValue(index, forKey: id) {
        doubled.insert(earlier)
        Misuse.reportDuplicate("\(id)", in: label, Element.self, first: earlier, second: index)
      }
    }
    return elements.enumerated().lazy.filter { !doubled.contains($0.offset) }.map(\.element)
  }
}
