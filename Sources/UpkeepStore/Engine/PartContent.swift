/// The parts of a state at one moment: the payload of a case, or the rows of a list.
protocol PartContent {
  /// The number of parts.
  var partCount: Int { get }
  /// The identities of the parts, in order.
  var partIDs: [AnyHashable] { get }
  /// The place of a part in that order; nil if it is missing.
  func partOffset(of id: AnyHashable) -> Int?
  /// The identities of the parts that have gone and come since an older moment, each in order.
  func partChanges(since old: Self) -> PartChanges
}

/// The identities of the parts that have gone and come between two moments.
struct PartChanges {
  var gone: [AnyHashable] = []
  var come: [AnyHashable] = []
}

/// A part that may be missing.
struct OnlyPart: PartContent {
  /// Its identity; nil if it is missing.
  let id: AnyHashable?

  var partCount: Int { id == nil ? 0 : 1 }
  var partIDs: [AnyHashable] { id.map { [$0] } ?? [] }
  func partOffset(of id: AnyHashable) -> Int? { id == self.id ? 0 : nil }
  func partChanges(since old: OnlyPart) -> PartChanges {
    id == old.id ? PartChanges() : PartChanges(gone: old.partIDs, come: partIDs)
  }
}
