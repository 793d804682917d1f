#if DEBUG
  import Upkeep

  /// The definitions of a scope that were written and lived no longer than the statement that did
  /// so, as those that a computed property returns.
  ///
  /// Nobody can read such a value again, so another definition from the same place is a mistake. (A
  /// snapshot that holds the definition hides it.)
  struct LostDefinitions {
    /// The cells that were written for the first time since no turn was open.
    fileprivate var candidates: [Cell] = []
    /// The places where lost definitions were made.
    fileprivate var places: Set<String> = []
    fileprivate var reported: Set<String> = []
  }

  extension ScopeCore {
    /// Notes the first write of a cell, unless that is undone.
    func noteFirstWrite(of cell: Cell) {
      if cell.declaration.place < 0 || cell.isReleased { return }
      Turn.afterCommit { self.lostDefinitions.candidates.append(cell) }
    }

    /// A definition is looked up: outside a turn, those of earlier statements that are lost are
    /// gone.
    @usableFromInline
    func noteUse(ofSlot number: Int) {
      if let cell = content(ofSlot: number) {
        // SAFETY: a cell in a slot is retained there.
        cell._withUnsafeGuaranteedRef { $0.wasUsedAgain = true }
      }
      if lostDefinitions.candidates.isEmpty || Turn.isOpen { return }
      for cell in lostDefinitions.candidates where !cell.wasUsedAgain && cell.isOnlyOwner {
        lostDefinitions.places.insert(cell.declaration.label.place)
      }
      lostDefinitions.candidates = []
    }

    /// Reports a definition that is made anew for each use, once for each place.
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
    /// Whether nobody else has the declaration any more.
    fileprivate var isOnlyOwner: Bool {
      var reference = Unmanaged.passUnretained(declaration)
      return withUnsafeMutablePointer(to: &reference) { reference in
        // SAFETY: an unmanaged reference is one word, as a strong one is, and is not released here.
        reference.withMemoryRebound(to: Declaration.self, capacity: 1) {
          isKnownUniquelyReferenced(&$0.pointee)
        }
      }
    }
  }
#endif
