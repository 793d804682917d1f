import Testing
import Upkeep

/// The page SeveralChanges.
@MainActor @Suite(.statedResults()) struct SeveralChangesPage {
  @Test func `the code about batches and transactions gives its stated results`() throws {
    struct Overdrawn: Error {}
    let (a, b, account) = (StoredProperty(1), StoredProperty(2), StoredProperty(10))
    func pay(_ amount: Int) throws {
      batch {
        a.value = 5
        b.value = 6
      }  // effects run once, at the end
      try transaction {  // the same, and if the body throws nothing has happened
        account.value -= amount
        if account.value < 0 { throw Overdrawn() }
      }
    }
    let updater = Updater()
    updater.keepUpToDate { print("a + b is", a.value + b.value) }  // prints "a + b is 3"
    updater.keepUpToDate { print("balance", account.value) }  // prints "balance 10"
    try pay(4)  // prints "a + b is 11", then "balance 6"
    do {
      try pay(7)  // prints nothing: it is undone
    } catch {
      print(error)  // Overdrawn()
    }
    print(account.value)  // 6

    transaction {
      a.value = 1
      try? transaction {
        a.value = 100
        throw Overdrawn()
      }
      print(a.value)  // 1
    }  // prints "a + b is 7"
  }
}
