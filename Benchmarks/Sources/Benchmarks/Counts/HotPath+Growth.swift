import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore

extension HotPath {
  /// The operations of scopes and stores that hold few values, and a hundred times as many.
  ///
  /// A send looks at each followed field and each followed row: these are its parts.
  static var growth: [HotPath] { [10, 1_000].flatMap(growth(of:)) }

  private static func growth(of n: Int) -> [HotPath] {
    [
      HotPath("scope.create.of.\(n)", parts: n, operations: max(1, 1_000 / n)) {
        let members = (0..<n).map { Numbers.member($0) }
        return { operations in
          for _ in 0..<operations {
            let scope = Scope()
            for member in members { Opaque.consume(scope[member]) }
          }
        }
      },
      HotPath("scope.read.of.\(n)") {
        let scope = Scope()
        let members = (0..<n).map { Numbers.member($0) }
        for member in members { Opaque.consume(scope[member]) }
        return { operations in
          for number in 0..<operations { Opaque.consume(scope[members[number % n]]) }
        }
      },
      HotPath("scope.write.effect.of.\(n)") {
        let scope = Scope()
        let updater = Updater()
        let atoms = (0..<n).map { Atom($0) }
        for atom in atoms {
          let next = Computed { get in get(atom) + 1 }
          updater.keepUpToDate { Opaque.consume(scope[next]) }
        }
        return { [updater] operations in
          for number in 0..<operations { scope[atoms[number % n]] += 1 }
          withExtendedLifetime(updater) {}
        }
      },
      HotPath("store.send.row.of.\(n)", parts: n, operations: max(1, 1_000 / n)) {
        let store = Store(Ledger(n), Ledger.reducer)
        let updater = Updater()
        for row in store.scope(toEach: \.accounts, action: { Ledger.Entry(id: $0, amount: $1) }) {
          updater.keepUpToDate { Opaque.consume(row.state.balance) }
        }
        return { [updater] operations in
          for number in 0..<operations { store.send(Ledger.Entry(id: number % n, amount: 1)) }
          withExtendedLifetime(updater) {}
        }
      },
      HotPath("store.send.field.of.\(n)", parts: n, operations: max(1, 1_000 / n)) {
        let store = Store(
          Array(repeating: 0, count: n), Reducer<[Int], Int> { $0[$1] += 1 })
        let updater = Updater()
        for index in 0..<n {
          let field = store.scope(\.[index])
          updater.keepUpToDate { Opaque.consume(field.state) }
        }
        return { [updater] operations in
          for number in 0..<operations { store.send(number % n) }
          withExtendedLifetime(updater) {}
        }
      },
    ]
  }
}

/// A state of rows, each with an identity.
private struct Ledger: Equatable {
  struct Account: Equatable, Identifiable {
    let id: Int
    var balance = 0
  }
  struct Entry {
    let id: Int
    let amount: Int
  }

  static let reducer = Reducer<Ledger, Entry> { $0.accounts[id: $1.id]?.balance += $1.amount }

  var accounts: KeyedArray<Int, Account>

  init(_ count: Int) { accounts = KeyedArray((0..<count).map { Account(id: $0) }) }
}
