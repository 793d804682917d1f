/// Two compared objects, retained so that no other object can reuse their addresses.
struct ObjectPair: Hashable {
  let old: AnyObject
  let new: AnyObject

  static func == (left: ObjectPair, right: ObjectPair) -> Bool {
    left.old === right.old && left.new === right.new
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(old))
    hasher.combine(ObjectIdentifier(new))
  }
}

extension ValueComparison {
  /// Returns whether two values are the same at any depth, by `==` or else by their parts.
  ///
  /// The function is iterative, because it descends below the levels that are shown.
  func areSame(_ old: Any, _ new: Any) -> Bool { areSame([(old, new)]) }

  func haveSameParts(_ old: ValueShape.Group, _ new: ValueShape.Group) -> Bool {
    pairs(old, new).map(areSame) ?? false
  }

  private func areSame(_ pairs: [(Any, Any)]) -> Bool {
    var pairs = pairs
    var met: Set<ObjectPair> = []
    while let (old, new) = pairs.popLast() {
      if let areEqual = reader.areEqual(old, new) {
        if areEqual { continue }
        return false
      }
      switch (reader.shape(of: old), reader.shape(of: new)) {
      case (.plain(let old), .plain(let new)) where old == new: continue
      case (.quoted(let old), .quoted(let new)) where old == new: continue
      case (.group(let old), .group(let new)):
        if let oldObject = old.object, let newObject = new.object {
          if oldObject === newObject { continue }
          if !met.insert(ObjectPair(old: oldObject, new: newObject)).inserted { continue }
        }
        guard let parts = self.pairs(old, new) else { return false }
        pairs += parts
      default: return false
      }
    }
    return true
  }

  /// Returns the pairs of parts of two groups in reverse order; nil if a part has no counterpart.
  private func pairs(_ old: ValueShape.Group, _ new: ValueShape.Group) -> [(Any, Any)]? {
    guard old.isLike(new) else { return nil }
    let (old, new) = (reader.sorted(old, level: 0), reader.sorted(new, level: 0))
    guard old.parts.count == new.parts.count,
      zip(old.parts, new.parts).allSatisfy({ $0.label == $1.label })
    else { return nil }
    return zip(old.parts, new.parts).reversed().map { ($0.value, $1.value) }
  }
}
