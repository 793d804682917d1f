import Upkeep

/// The cells of definitions with a parameter, by key.
///
/// An open-addressing hash table: a cell lies at the place that its key names, or else at the next
/// free place. At least half of the places are free, so searches are short.
///
/// - Complexity: O(1) for each operation, on average; O(places) to visit all cells.
struct MemberTable {
  // SAFETY: nil, or `mask + 1` words (a power of two), allocated and freed here; each is nil or a
  // retained cell. Read and written whole.
  private var cells: UnsafeMutablePointer<Unmanaged<Cell>?>?
  private var mask = 0
  private(set) var count = 0
  /// The number of insertions and removals.
  private var changes = 0

  init() {}

  /// Returns the cell at the key's own place if it has this very key object.
  @inline(__always)
  func nearestCell(of key: DefinitionKey) -> Unmanaged<Cell>? {
    // SAFETY: the table retains its cells, and a cell its key.
    guard let cells, let cell = cells[key.place & mask],
      cell._withUnsafeGuaranteedRef({ $0.unretainedKey.toOpaque() })
        == Unmanaged.passUnretained(key).toOpaque()
    else { return nil }
    return cell
  }

  /// Returns the cell of a key in a table.
  @inline(__always)
  static func cell(of key: DefinitionKey, in table: () -> MemberTable) -> Unmanaged<Cell>? {
    cell(at: key.place, in: table) { $0 === key || $0.isEqual(to: key) }
  }

  /// Returns the first cell at or after a place whose key `isRight` accepts.
  ///
  /// `isRight` may run a `==` of the program, which may read the scope: the search begins again if
  /// cells were inserted or removed meanwhile.
  @inline(__always)
  static func cell(
    at place: Int, in table: () -> MemberTable, where isRight: (DefinitionKey) -> Bool
  ) -> Unmanaged<Cell>? {
    var searches = 0
    var before = table()
    var index = place & before.mask
    while let cell = before.cells?[index] {
      // SAFETY: the current table retains its cells, and a cell its key.
      if cell._withUnsafeGuaranteedRef({ $0.declaration.place == place }) {
        // Held, because `isRight` may release the cell.
        let held = cell.takeUnretainedValue()
        let isFound = isRight(held.declaration.id.key)
        let now = table()
        if now.changes != before.changes {
          searches += 1
          if searches == 1_000 {
            stopProgram(
              "the == of \(held.declaration.name)'s parameter makes or releases values of the scope that it is searched in, "
                + "each time it is called; it must only compare")
          }
          before = now
          index = place & now.mask
          continue
        }
        if isFound { return cell }
      }
      index = (index &+ 1) & before.mask
    }
    return nil
  }

  /// Inserts and retains a cell, whose key must have no cell yet.
  mutating func insert(_ cell: Cell) {
    if 2 * (count + 1) > mask { makeRoom() }
    // SAFETY: `remove`, `removeAll` or the caller of `forget` releases the reference.
    put(Unmanaged.passRetained(cell))
    count += 1
    changes += 1
  }

  /// Removes a cell and returns its reference; nil if the cell is not here.
  mutating func remove(_ cell: Cell) -> Unmanaged<Cell>? {
    guard let cells else { return nil }
    var index = cell.declaration.place & mask
    // SAFETY: compared, never followed.
    while let found = cells[index], found.toOpaque() != Unmanaged.passUnretained(cell).toOpaque() {
      index = (index &+ 1) & mask
    }
    guard let removed = cells[index] else { return nil }
    cells[index] = nil
    count -= 1
    changes += 1
    moveUp(to: index)
    return removed
  }

  /// Removes and releases all cells.
  mutating func removeAll() {
    let old = self
    forgetPlaces()
    old.visit { $0.release() }
    old.cells?.deallocate()
  }

  /// Empties the table without releasing the cells, whose references the caller has taken.
  mutating func forget() {
    cells?.deallocate()
    forgetPlaces()
  }

  private mutating func forgetPlaces() {
    (cells, mask, count) = (nil, 0, 0)
    changes += 1
  }

  /// Calls a closure with each cell, in no particular order.
  func visit(_ body: (Unmanaged<Cell>) -> Void) {
    guard let cells else { return }
    for index in 0...mask {
      if let cell = cells[index] { body(cell) }
    }
  }

  /// Moves displaced cells up into a hole, so that no search ends too early.
  private func moveUp(to hole: Int) {
    guard let cells else { return }
    var hole = hole
    var index = (hole &+ 1) & mask
    while let cell = cells[index] {
      // SAFETY: retained here.
      let home = cell._withUnsafeGuaranteedRef { $0.declaration.place } & mask
      if (index &- home) & mask >= (index &- hole) & mask {
        cells[hole] = cell
        cells[index] = nil
        hole = index
      }
      index = (index &+ 1) & mask
    }
  }

  private mutating func makeRoom() {
    let old = self
    let size = max(8, 2 * (mask + 1))
    // SAFETY: one word for each place, initialized before it is read.
    let larger = UnsafeMutablePointer<Unmanaged<Cell>?>.allocate(capacity: size)
    larger.initialize(repeating: nil, count: size)
    cells = larger
    mask = size - 1
    old.visit { put($0) }
    old.cells?.deallocate()
  }

  private func put(_ cell: Unmanaged<Cell>) {
    guard let cells else { return }
    // SAFETY: the caller retains it, then the table.
    var index = cell._withUnsafeGuaranteedRef { $0.declaration.place } & mask
    while cells[index] != nil { index = (index &+ 1) & mask }
    cells[index] = cell
  }
}
