extension Race {
  /// The races to edit one item in lists of these sizes; all other races use lists of 100,000.
  static func items(_ sizes: [Int]) -> [Race] {
    let n = 100_000
    return sizes.map { items(.edit, n: $0) }
      + ItemTaskKind.allCases.filter { $0 != .edit }.map { items($0, n: n) } + [itemCreation(n: n)]
  }

  /// The race to change a list of `n` items.
  private static func items(_ kind: ItemTaskKind, n: Int) -> Race {
    func entrant<List: ItemList>(_: List.Type) -> Entrant {
      Entrant(List.identity, count: { try ItemTask<List>.count(kind, n: n) }) {
        ItemTask<List>(kind, n: n)
      }
    }
    let entrants = [
      entrant(KeyedItems.self), entrant(HandwrittenItems.self), entrant(ArrayItems.self),
    ]
    return Race(
      name: kind.name, n: n, runs: kind.edits(of: n), entrants: entrants, absences: [])
  }

  /// The race to make a list of `n` items.
  private static func itemCreation(n: Int) -> Race {
    func entrant<List: ItemList>(_: List.Type) -> Entrant {
      Entrant(List.identity, count: { try ItemCreation<List>.count(n: n) }) {
        ItemCreation<List>(n: n)
      }
    }
    let entrants = [
      entrant(KeyedItems.self), entrant(HandwrittenItems.self), entrant(ArrayItems.self),
    ]
    return Race(
      name: ItemCreation<KeyedItems>.name, n: n, runs: n, entrants: entrants, absences: [])
  }
}
