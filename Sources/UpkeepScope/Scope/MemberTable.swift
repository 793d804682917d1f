import Upkeep

/// The cells of definitions with a parameter, found by the keys of those.
///
/// A cell lies at the place that its key names, or, where others have that, at one of the next ones. At least half of the
/// places are free, so of those there are few.
///
/// - Complexity: O(1) for each operation, on average; O(places) to go through all.
struct MemberTable {
  // SAFETY: nil, or `mask + 1` words, a power of two, allocated and freed here; each is nil or a cell with a reference to
  // it. Read and written whole.
  private var cells: UnsafeMutablePointer<Unmanaged<Cell>?>?
  private var mask = 0
  private(set) var count = 0
  /// How often cells have come or gone.
  private var changes = 0

  init() {}

  /// The cell of a key, if it lies where the key says, and has this very object.
  @inline(__always)
  func nearestCell(of key: DefinitionKey) -> Unmanaged<Cell>? {
    // SAFETY: an object that lies here is retained, and so is its key.
    guard let cells, let cell = cells[key.place & mask],
      cell._withUnsafeGuaranteedRef({ $0.unretainedKey.toOpaque() })
        == Unmanaged.passUnretained(key).toOpaque()
    else { return nil }
    return cell
  }

  /// The cell of a key in a table.
  @inline(__always)
  static func cell(of key: DefinitionKey, in table: () -> MemberTable) -> Unmanaged<Cell>? {
    cell(at: key.place, in: table) { $0 === key || $0.isEqual(to: key) }
  }

  /// The cell that lies at a place or at one of the next ones, and whose key a closure calls the right one.
  ///
  /// The closure may run a `==` of the program's, which may read the scope: where cells come or go meanwhile, the search
  /// begins again.
  @inline(__always)
  static func cell(
    at place: Int, in table: () -> MemberTable, where isRight: (DefinitionKey) -> Bool
  ) -> Unmanaged<Cell>? {
    var searches = 0
    var before = table()
    var index = place & before.mask
    while let cell = before.cells?[index] {
      // SAFETY: an object that lies in the table as it is now is retained, and so is its key.
      if cell._withUnsafeGuaranteedRef({ $0.declaration.place == place }) {
        // Held, for `isRight` may let go of it.
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

  /// Retains a cell whose key has none yet.
  mutating func insert(_ cell: Cell) {
    if 2 * (count + 1) > mask { makeRoom() }
    // SAFETY: `remove`, `removeAll` or the caller of `forget` gives the reference back.
    put(Unmanaged.passRetained(cell))
    count += 1
    changes += 1
  }

  /// Takes a cell out; returns its reference, nil if it does not lie here.
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

  /// Gives back all references.
  mutating func removeAll() {
    let old = self
    forgetPlaces()
    old.visit { $0.release() }
    old.cells?.deallocate()
  }

  /// Empties the table without giving back the references, which somebody has taken.
  mutating func forget() {
    cells?.deallocate()
    forgetPlaces()
  }

  private mutating func forgetPlaces() {
    (cells, mask, count) = (nil, 0, 0)
    changes += 1
  }

  /// Calls a closure with each, in no order.
  func visit(_ body: (Unmanaged<Cell>) -> Void) {
    guard let cells else { return }
    for index in 0...mask {
      if let cell = cells[index] { body(cell) }
    }
  }

  /// After one has gone: those that lie behind where they belong come nearer, so that no search ends too early.
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
    // SAFETY: as many words as there are places, initialized before they are read.
    let larger = UnsafeMutablePointer<Unmanaged<Cell>?>.allocate(capacity: size)
    larger.initialize(repeating: nil, count: size)
    cells = larger
    mask = size - 1
    old.visit { put($0) }
    old.cells?.deallocate()
  }

  private func put(_ cell: Unmanaged<Cell>) {
    guard let cells else { return }
    // SAFETY: retained by the caller, and then here.
    var index = cell._withUnsafeGuaranteedRef { $0.declaration.place } & mask
    while cells[index] != nil { index = (index &+ 1) & mask }
    cells[index] = cell
  }
}
