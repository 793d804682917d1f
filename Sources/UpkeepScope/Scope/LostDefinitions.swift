#if DEBUG
  import Upkeep

  /// The definitions of a scope that were written and released in one statement.
  ///
  /// An example is a definition that a computed property makes.
  ///
  /// Nothing can read the written value again, so another definition from the same place is a
  /// mistake. (A snapshot that holds the definition hides the mistake.)
  struct LostDefinitions {
    /// The cells whose first write came after the last check outside a turn.
    fileprivate var candidates: [Cell] = []
    /// The places where lost definitions were made.
    fileprivate var places: Set<String> = []
    fileprivate var reported: Set<String> = []
  }

  extension ScopeCore {
    /// Notes the first write of a cell, unless the write is rolled back.
    func noteFirstWrite(of cell: Cell) {
      if cell.declaration.place < 0 || cell.isReleased { return }
      Turn.afterCommit { self.lostDefinitions.candidates.append(cell) }
    }

    /// Notes a use of a definition; outside a turn, finds lost definitions of earlier statements.
    @usableFromInline
    func noteUse(ofSlot number: Int) {
      if let cell = content(ofSlot: number) {
        // SAFETY: a slot retains its cell.
        cell._withUnsafeGuaranteedRef { $0.wasUsedAgain = true }
      }
      if lostDefinitions.candidates.isEmpty || Turn.isOpen { return }
      for cell in lostDefinitions.candidates where !cell.wasUsedAgain && cell.isOnlyOwner {
        lostDefinitions.places.insert(cell.declaration.label.place)
      }
      lostDefinitions.candidates = []
    }

    /// Reports a definition that is made again for each use, once for each place.
    func reportIfMadeAnew(_ cell: Cell) {
      if lostDefinitions.places.isEmpty || cell.declaration.place < 0 { return }
      let label = cell.declaration.label
      if lostDefinitions.places.contains(label.place),
        lostDefinitions.reported.insert(label.place).inserted
      {
        Misuse.report(.definitionMadeAnew(definition: label.description))
      }
    }
  }

  extension Cell {
    /// Whether only the cell holds the declaration.
    fileprivate var isOnlyOwner: Bool {
      var reference = Unmanaged.passUnretained(declaration)
      return withUnsafeMutablePointer(to: &reference) { reference in
        // SAFETY: an unmanaged reference is one word, like a strong one, and is not released here.
        reference.withMemoryRebound(to: Declaration.self, capacity: 1) {
          isKnownUniquelyReferenced(&$0.pointee)
        }
      }
    }
  }
#endif
