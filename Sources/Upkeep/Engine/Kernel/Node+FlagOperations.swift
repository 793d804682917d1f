#if DEBUG
  // The operations of an `OptionSet` are generic. A debug build does not specialize them, and
  // spends a third of its time there. These operations do the same without a protocol witness. A
  // release build does not use them: there the generic `init(arrayLiteral:)` is a constant, and
  // this one is a loop.
  extension Node.Flags {
    @inlinable static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    @inlinable init(arrayLiteral flags: Self...) {
      var bits: UInt32 = 0
      for flag in flags { bits |= flag.rawValue }
      self.init(rawValue: bits)
    }

    @inlinable func contains(_ flags: Self) -> Bool { rawValue & flags.rawValue == flags.rawValue }

    @inlinable func isDisjoint(with flags: Self) -> Bool { rawValue & flags.rawValue == 0 }

    @inlinable func union(_ flags: Self) -> Self { Self(rawValue: rawValue | flags.rawValue) }

    @inlinable func intersection(_ flags: Self) -> Self {
      Self(rawValue: rawValue & flags.rawValue)
    }

    @inlinable func subtracting(_ flags: Self) -> Self {
      Self(rawValue: rawValue & ~flags.rawValue)
    }

    @inlinable mutating func formUnion(_ flags: Self) { self = union(flags) }

    @inlinable mutating func subtract(_ flags: Self) { self = subtracting(flags) }

    @discardableResult
    @inlinable mutating func insert(_ flags: Self) -> (inserted: Bool, memberAfterInsert: Self) {
      let old = intersection(flags)
      formUnion(flags)
      return old == flags ? (false, old) : (true, flags)
    }

    @discardableResult
    @inlinable mutating func remove(_ flags: Self) -> Self? {
      let old = intersection(flags)
      subtract(flags)
      return old.rawValue == 0 ? nil : old
    }
  }
#endif
