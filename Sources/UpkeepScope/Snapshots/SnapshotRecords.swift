/// The records of one scope's cells, by definition: a value whose copies share their equal parts.
///
/// A hash trie with 32 branches a level, as in P. Bagwell, "Ideal Hash Trees" (2001). A change
/// copies the path to the change unless the path is uniquely referenced. Two copies of one value
/// differ only where their objects differ.
///
/// - Complexity: O(log n) on average to find or change a record; O(differences · log n) to compare
///   two copies of one value, O(n) for others.
struct SnapshotRecords {
  private(set) var count = 0
  private var root = Branch()

  /// The records below one place.
  private final class Branch {
    /// The taken places, one bit for each of the 32; `children` has their contents in order.
    var taken: UInt32 = 0
    var children: [Child] = []

    func copy() -> Branch {
      let copy = Branch()
      (copy.taken, copy.children) = (taken, children)
      return copy
    }

    func index(of place: UInt32) -> Int { (taken & (place - 1)).nonzeroBitCount }
  }

  private enum Child {
    case one(SnapshotRecord)
    case branch(Branch)
    /// Records whose hashes are equal in all bits.
    case several([SnapshotRecord])
  }

  private static func place(_ hash: UInt, _ depth: Int) -> UInt32 {
    1 << UInt32(truncatingIfNeeded: (hash >> UInt(depth * 5)) & 31)
  }

  /// The number of levels that use up the bits of a hash.
  private static let depth = (UInt.bitWidth + 4) / 5

  private static func hash(_ id: DefinitionID) -> UInt { UInt(bitPattern: id.hashValue) }

  subscript(_ id: DefinitionID) -> SnapshotRecord? {
    let hash = Self.hash(id)
    var branch = root
    for depth in 0..<Self.depth {
      let place = Self.place(hash, depth)
      if branch.taken & place == 0 { return nil }
      switch branch.children[branch.index(of: place)] {
      case .one(let record): return record.id == id ? record : nil
      case .several(let records): return records.first { $0.id == id }
      case .branch(let next): branch = next
      }
    }
    return nil
  }

  /// Inserts a record, replacing the one of the same definition.
  mutating func set(_ record: SnapshotRecord) {
    if Self.set(record, Self.hash(record.id), 0, &root) { count += 1 }
  }

  /// Removes the record of a definition, if any.
  mutating func remove(_ id: DefinitionID) {
    if self[id] == nil { return }
    Self.remove(id, Self.hash(id), 0, &root)
    count -= 1
  }

  /// Inserts a record; returns whether the definition had none.
  private static func set(
    _ record: SnapshotRecord, _ hash: UInt, _ depth: Int, _ branch: inout Branch
  ) -> Bool {
    if !isKnownUniquelyReferenced(&branch) { branch = branch.copy() }
    let place = place(hash, depth)
    let index = branch.index(of: place)
    if branch.taken & place == 0 {
      branch.taken |= place
      branch.children.insert(.one(record), at: index)
      return true
    }
    switch branch.children[index] {
    case .one(let other) where other.id == record.id:
      branch.children[index] = .one(record)
      return false
    case .one(let other):
      if depth == self.depth - 1 {
        branch.children[index] = .several([other, record])
        return true
      }
      var next = Branch()
      _ = set(other, self.hash(other.id), depth + 1, &next)
      _ = set(record, hash, depth + 1, &next)
      branch.children[index] = .branch(next)
      return true
    case .several(var records):
      let old = records.firstIndex { $0.id == record.id }
      if let old { records[old] = record } else { records.append(record) }
      branch.children[index] = .several(records)
      return old == nil
    case .branch(var next):
      // Keeps the branch uniquely referenced, so that it need not be copied.
      branch.children[index] = .several([])
      defer { branch.children[index] = .branch(next) }
      return set(record, hash, depth + 1, &next)
    }
  }

  private static func remove(
    _ id: DefinitionID, _ hash: UInt, _ depth: Int, _ branch: inout Branch
  ) {
    if !isKnownUniquelyReferenced(&branch) { branch = branch.copy() }
    let place = place(hash, depth)
    let index = branch.index(of: place)
    let child = branch.children[index]
    branch.children[index] = .several([])
    switch child {
    case .one: break
    case .several(let records):
      branch.children[index] = .several(records.filter { $0.id != id })
      if records.count > 1 { return }
    case .branch(var next):
      remove(id, hash, depth + 1, &next)
      branch.children[index] = .branch(next)
      if next.taken != 0 { return }
    }
    branch.taken &= ~place
    branch.children.remove(at: index)
  }

  /// All records, in no particular order.
  var all: [SnapshotRecord] {
    var found: [SnapshotRecord] = []
    found.reserveCapacity(count)
    Self.collect(root, &found)
    return found
  }

  private static func collect(_ branch: Branch, _ found: inout [SnapshotRecord]) {
    for child in branch.children { collect(child, &found) }
  }

  private static func collect(_ child: Child?, _ found: inout [SnapshotRecord]) {
    switch child {
    case nil: break
    case .one(let record): found.append(record)
    case .several(let records): found += records
    case .branch(let branch): collect(branch, &found)
    }
  }

  /// Calls a closure with each definition whose record is not the same object in both.
  static func forEachDifference(
    _ left: SnapshotRecords, _ right: SnapshotRecords, _ body: (DefinitionID) -> Void
  ) { compare(left.root, right.root, body) }

  private static func compare(
    _ left: Branch, _ right: Branch, _ body: (DefinitionID) -> Void
  ) {
    if left === right { return }
    var places = left.taken | right.taken
    while places != 0 {
      let place = places & ~(places - 1)
      places &= ~place
      let old = left.taken & place == 0 ? nil : left.children[left.index(of: place)]
      let new = right.taken & place == 0 ? nil : right.children[right.index(of: place)]
      if case .branch(let old) = old, case .branch(let new) = new {
        compare(old, new, body)
        continue
      }
      if case .one(let old) = old, case .one(let new) = new, old === new { continue }
      var (before, after) = ([SnapshotRecord](), [SnapshotRecord]())
      collect(old, &before)
      collect(new, &after)
      let kept = Set(before.map(ObjectIdentifier.init))
        .intersection(after.map(ObjectIdentifier.init))
      let differing = (before + after).filter { !kept.contains(ObjectIdentifier($0)) }
      for id in Set(differing.map(\.id)) { body(id) }
    }
  }
}
