/// The parts of a state at one moment: the payload of a case, or the rows of a list.
protocol PartContent {
  var partCount: Int { get }
  /// The parts' identities, in order.
  var partIDs: [AnyHashable] { get }
  /// Returns the place of a part in that order; nil if the part is missing.
  func partOffset(of id: AnyHashable) -> Int?
  /// Returns the identities of the parts that were removed and inserted since `old`, each in order.
  func partChanges(since old: Self) -> PartChanges
}

/// The identities of the parts that were removed and inserted between two moments.
struct PartChanges {
  var gone: [AnyHashable] = []
  var come: [AnyHashable] = []
}

/// A single part that may be missing.
struct OnlyPart: PartContent {
  /// The identity; nil if the part is missing.
  let id: AnyHashable?

  var partCount: Int { id == nil ? 0 : 1 }
  var partIDs: [AnyHashable] { id.map { [$0] } ?? [] }
  func partOffset(of id: AnyHashable) -> Int? { id == self.id ? 0 : nil }
  func partChanges(since old: OnlyPart) -> PartChanges {
    id == old.id ? PartChanges() : PartChanges(gone: old.partIDs, come: partIDs)
  }
}
