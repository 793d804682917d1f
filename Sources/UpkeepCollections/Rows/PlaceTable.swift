/// The places of identities: a hash table of numbers, which index a list without gaps.
///
/// Only the table of numbers, of eight bytes each, is accessed at random; a dictionary accesses its
/// keys and values at random. A new collection looks up as many identities as it has elements. The
/// table cannot be copied, so that a search counts no references.
@usableFromInline
struct PlaceTable<ID: Hashable>: ~Copyable {
  @usableFromInline
  struct Entry {
    @usableFromInline let id: ID
    @usableFromInline var place: UInt64

    @inlinable
    init(id: ID, place: UInt64) {
      self.id = id
      self.place = place
    }
  }

  /// A part of an identity's hash, and the position of its entry; 0 if the slot is free.
  @usableFromInline typealias Slot = UInt64

  @usableFromInline var entries: ContiguousArray<Entry> = []
  /// The slots: a power of two, of which at most four fifths are taken.
  ///
  /// A new identity takes the first free slot at or after the slot that its hash names (linear
  /// probing).
  @usableFromInline var slots: ContiguousArray<Slot> = []

  init() {}

  @inlinable var count: Int { entries.count }

  /// The place of an identity; nil if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  subscript(id: ID) -> UInt64? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[position(of: id, Self.mark(of: id))]
    return slot == 0 ? nil : entries[Self.index(of: slot)].place
  }

  /// Makes room for a number of identities.
  @inlinable
  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    if count > slots.count / 5 * 4 { spread(over: count) }
  }

  /// Sets the place of a new or a known identity.
  @inlinable
  mutating func set(_ place: UInt64, for id: ID) {
    if entries.count == slots.count / 5 * 4 { spread(over: 2 * entries.count + 3) }
    let mark = Self.mark(of: id)
    let position = position(of: id, mark)
    let slot = slots[position]
    if slot != 0 {
      entries[Self.index(of: slot)].place = place
      return
    }
    slots[position] = Self.slot(mark, at: entries.count)
    entries.append(Entry(id: id, place: place))
  }

  /// Removes an identity, if it is there.
  @inlinable
  mutating func remove(_ id: ID) {
    guard !slots.isEmpty else { return }
    let position = position(of: id, Self.mark(of: id))
    let slot = slots[position]
    guard slot != 0 else { return }
    free(position)
    // The last entry fills the gap.
    let (index, last) = (Self.index(of: slot), entries.count - 1)
    if index != last {
      let moved = self.position(ofEntry: last)
      slots[moved] = Self.slot(Self.mark(in: slots[moved]), at: index)
      entries.swapAt(index, last)
    }
    entries.removeLast()
  }

  // MARK: - Slots

  /// Returns a part of the hash that `Dictionary` uses.
  ///
  /// It distinguishes as many slots as there can be.
  ///
  /// `hashValue` would not do: a type may implement it without mixing bits.
  @inlinable
  static func mark(of id: ID) -> UInt32 {
    UInt32(truncatingIfNeeded: id._rawHashValue(seed: 0) >> 32)
  }

  @inlinable
  static func slot(_ mark: UInt32, at index: Int) -> Slot { UInt64(mark) << 32 | UInt64(index + 1) }

  @inlinable
  static func mark(in slot: Slot) -> UInt32 { UInt32(slot >> 32) }

  @inlinable
  static func index(of slot: Slot) -> Int { Int(slot & 0xffff_ffff) &- 1 }

  /// Returns the slot in which a search for a mark begins.
  @inlinable
  func home(of mark: UInt32) -> Int { Int(mark) & (slots.count &- 1) }

  @inlinable
  func next(after position: Int) -> Int { (position &+ 1) & (slots.count &- 1) }

  @inlinable
  func distance(from one: Int, to other: Int) -> Int { (other &- one) & (slots.count &- 1) }

  /// Returns the slot of an identity, or the free slot for it.
  @inlinable
  func position(of id: ID, _ mark: UInt32) -> Int {
    var position = home(of: mark)
    while case let slot = slots[position], slot != 0 {
      if Self.mark(in: slot) == mark, entries[Self.index(of: slot)].id == id { break }
      position = next(after: position)
    }
    return position
  }

  /// Returns the slot of an entry.
  ///
  /// It is found, slowly, even if the identity's hash has changed since.
  @inlinable
  func position(ofEntry index: Int) -> Int {
    var position = home(of: Self.mark(of: entries[index].id))
    while slots[position] == 0 || Self.index(of: slots[position]) != index {
      position = next(after: position)
    }
    return position
  }

  /// Frees a slot and closes the gap: later slots that it has displaced move up.
  @inlinable
  mutating func free(_ position: Int) {
    var gap = position
    var candidate = next(after: gap)
    while case let slot = slots[candidate], slot != 0 {
      if distance(from: home(of: Self.mark(in: slot)), to: candidate)
        >= distance(from: gap, to: candidate)
      {
        slots[gap] = slot
        gap = candidate
      }
      candidate = next(after: candidate)
    }
    slots[gap] = 0
  }

  /// Distributes the entries over a table with room for `count` of them.
  @usableFromInline
  mutating func spread(over count: Int) {
    var size = 8
    while size / 5 * 4 < count { size *= 2 }
    let old = slots
    slots = ContiguousArray(repeating: 0, count: size)
    for slot in old where slot != 0 {
      var position = home(of: Self.mark(in: slot))
      while slots[position] != 0 { position = next(after: position) }
      slots[position] = slot
    }
  }
}
