import Differential
import Observation
import Testing

@testable import Upkeep

@Observable private final class Account {
  var balance = 100
  var owner = "Ada"
  var isOpen = true
}

/// Calls a closure when a value that `reads` reads is about to change, where the change is made.
private func beforeChange(of reads: () -> Void, _ body: @escaping () -> Void) {
  let call = Call(body: body)
  withObservationTracking(reads) { call.body() }
}

// SAFETY: called in the isolation that made it.
private struct Call: @unchecked Sendable { let body: () -> Void }

/// An actor that no other test uses.
@globalActor actor ModelActor { static let shared = ModelActor() }

@Suite(.serialized) @ModelActor struct ModelTests {
  private let account: Account
  private let rate = StoredProperty(1)
  private let balance: DerivedProperty<Int>
  private let worth: DerivedProperty<Int>

  init() {
    let account = Account()
    self.account = account
    balance = DerivedProperty(.observing) { account.balance }
    worth = DerivedProperty(balance, rate) { $0 * $1 }
  }

  @Test func `law M1: a derived value that observes follows models, beside properties`() {
    let worth = DerivedProperty(.observing) { account.balance * rate.value }
    #expect(worth.value == 100)
    account.balance = 150
    #expect(worth.value == 150)
    rate.value = 3
    #expect(worth.value == 450)
    for balance in [10, 20] { account.balance = balance }
    #expect(worth.value == 60)
  }

  @Test func `law 14: a dropped updater runs no effect for an announced model change`() {
    var seen: [Int] = []
    do {
      let updater = Updater()
      updater.keepUpToDate { seen.append(balance.value) }
      updater.keepUpToDate {}
      withExtendedLifetime(updater) { account.balance = 1 }
    }
    #expect(seen == [100])
  }

  @Test func `law M1: a source of models alone is computed when they announce, and only then`()
    async
  {
    let calls = KeyedCalls()
    let balance = DerivedProperty(.observing) { calls.counted(account.balance) }
    let worth = DerivedProperty { balance.value * rate.value }
    let seen = Seen { worth.value }
    for value in 2...1_000 { rate.value = value }
    #expect(calls.count == 1)
    account.balance = 1
    for value in 2...1_000 { rate.value = value }
    account.owner = "Grace"
    #expect(await eventually { seen.values.last == 1_000 })
    for _ in 0..<1_000 { await Task.yield() }
    calls.count = 0
    rate.value = 7
    #expect((calls.count, seen.values.last) == (0, 7))
  }

  @Test func `law M1: several changes of models are one run of an observing effect`() async {
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate(.observing) { seen.append(account.balance) }
    for balance in [1, 2] { account.balance = balance }
    #expect(seen == [100])
    #expect(await eventually { seen == [100, 2] })
    account.balance = 3
    #expect(await eventually { seen == [100, 2, 3] })
  }

  @Test func `an observing effect follows properties, too, hands its errors on, and ends`() async {
    struct Bad: Error {}
    let updater = Updater()
    var seen: [Int] = []
    var errors = 0
    let token = updater.keepUpToDate(.observing, onError: { _ in errors += 1 }) { () throws(Bad) in
      if account.balance < 0 { throw Bad() }
      seen.append(account.balance * rate.value)
    }
    rate.value = 2
    #expect(seen == [100, 200])
    account.balance = -1
    #expect(await eventually { errors == 1 })
    account.balance = 5
    #expect(await eventually { seen.last == 10 })
    token.cancel()
    account.balance = 6
    rate.value = 3
    for _ in 0..<1_000 { await Task.yield() }
    #expect(seen == [100, 200, 10])
  }

  private static func loop() async {
    let accounts = (0..<4).map { _ in Account() }
    let updater = Updater()
    // Changes from outside are no loop, however many there are.
    updater.keepUpToDate(.observing) { accounts[1].balance = accounts[0].balance }
    updater.keepUpToDate(.observing) { _ = accounts[1].balance }
    for balance in 0..<2_000 {
      accounts[0].balance = balance
      await Task.yield()
    }
    updater.keepUpToDate(.observing, name: "one") { accounts[2].balance = accounts[3].balance + 1 }
    updater.keepUpToDate(.observing, name: "two") { accounts[3].balance = accounts[2].balance + 1 }
    _ = await eventually { accounts[3].balance > 3_000 }
    updater.cancel()
  }

  @Test func `a loop of effects through models is reported once, and goes on`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ModelTests.loop()
    }
    let reports = standardError(result).ranges(of: #/has woken (one|two) \(/#)
    #expect(reports.count == 1)
  }

  #if DEBUG
    @Test func `the thousandth registration without an announcement is reported, once`() {
      let rate = StoredProperty(0)
      let worth = DerivedProperty(.observing, name: "worth") { account.balance * rate.value }
      let found = misuses {
        for value in 0..<3_000 {
          rate.value = value
          _ = worth.value
        }
      }
      #expect(found.count == 1, "\(found)")
      #expect("\(found)".contains("1000") && "\(found)".contains("worth"))
      account.balance = 1
    }
  #endif

  @Test func `law M1: a value first computed inside a tracking makes it follow the models`() {
    let balance = DerivedProperty(.observing) { account.balance / 1_000 }
    var announcements = 0
    beforeChange(of: { _ = balance.value }) { announcements += 1 }
    account.balance = 101
    #expect(announcements == 1)
  }

  @Test
  func `law M2: from the announcement on each read is true, however deep, and effects come once`()
    async
  {
    let double = DerivedProperty(balance) { $0 * 2 }
    let sum = DerivedProperty { double.value + balance.value }
    let seen = Seen { sum.value }
    var early: [Int] = []
    beforeChange(of: { _ = account.balance }) { early.append(sum.value) }
    account.balance = 200
    #expect((early, sum.value, seen.values) == ([300], 600, [300]))
    account.balance = 300
    #expect(sum.value == 900)
    #expect(await eventually { seen.values == [300, 900] })
  }

  @Test
  func `law M2: a turn between the announcement and the job wakes effects with true values`()
    async
  {
    let seen = Seen { worth.value }
    account.balance = 150
    rate.value = 3
    #expect(seen.values == [100, 450])
    for _ in 0..<1_000 { await Task.yield() }
    #expect(seen.values == [100, 450])
  }

  @Test func `law M2: a turn before the change is stored misses nothing`() async {
    let seen = Seen { worth.value }
    beforeChange(of: { _ = account.balance }) { rate.value = 2 }
    account.balance = 150
    #expect((seen.values, worth.value) == ([100, 200], 300))
    #expect(await eventually { seen.values == [100, 200, 300] })
    account.balance = 200
    #expect(await eventually { seen.values == [100, 200, 300, 400] })
  }

  @Test func `law M2: an effect that comes before the job is woken, too`() async {
    #expect(balance.value == 100)
    var seen: Seen<Int>?
    beforeChange(of: { _ = account.balance }) { seen = Seen { balance.value } }
    account.balance = 150
    #expect(await eventually { seen?.values == [100, 150] })
  }

  @Test func `law M2: reads are true in a batch, in an effect and in a rolled back transaction`()
    async
  {
    let worth = DerivedProperty { balance.value * rate.value }
    let updater = Updater()
    let seen = Seen(in: updater) { worth.value }
    batch {
      for balance in [110, 120] {
        account.balance = balance
        #expect(worth.value == balance)
      }
    }
    #expect(seen.values == [100, 120])
    undoneTransaction {
      rate.value = 2
      account.balance = 130
      #expect(worth.value == 260)
    }
    #expect(worth.value == 130)
    #expect(await eventually { seen.values.last == 130 })
    let trigger = StoredProperty(false)
    updater.keepUpToDate {
      if trigger.value {
        account.balance = 140
        #expect(worth.value == 140)
      }
    }
    trigger.value = true
    #expect(worth.value == 140)
    #expect(await eventually { seen.values == [100, 120, 130, 140] })
  }

  @Test func `an inner transaction that is undone keeps a model's change for the outer one`() {
    let worth = DerivedProperty(.observing) { account.balance * rate.value }
    #expect(worth.value == 100)
    transaction {
      undoneTransaction {
        rate.value = 2
        #expect(worth.value == 200)
        account.balance = 130
      }
      #expect(worth.value == 130)
    }
    #expect(worth.value == 130)
  }

  @Test func `a released value is told nothing, and models keep nothing of the graph`() async {
    weak var gone: DerivedProperty<Int>?
    do {
      let balance = DerivedProperty(.observing) { account.balance }
      gone = balance
      #expect(balance.value == 100)
      account.balance = 1
    }
    #expect(gone == nil)
    account.balance = 2
    for _ in 0..<1_000 { await Task.yield() }
  }

  @Test func `a paused updater catches up with models`() async {
    let updater = Updater()
    let seen = Seen(in: updater) { balance.value }
    var direct: [Int] = []
    updater.keepUpToDate(.observing) { direct.append(account.balance) }
    updater.pause()
    account.balance = 7
    for _ in 0..<1_000 { await Task.yield() }
    #expect([seen.values, direct] == [[100], [100]])
    updater.unpause()
    #expect(await eventually { seen.values == [100, 7] && direct == [100, 7] })
  }

  @Test func `an outdated value computes no input first that it may not read any more`() {
    let calls = KeyedCalls()
    let detail = DerivedProperty { calls.counted(rate.value) }
    let shown = DerivedProperty(.observing) { account.isOpen ? detail.value : 0 }
    #expect(shown.value == 1)
    rate.value = 2
    account.isOpen = false
    #expect((shown.value, calls.count) == (0, 1))
    account.isOpen = true
    #expect(shown.value == 2)
  }

  @Test func `a woken effect computes no input first that it may not read any more`() async {
    let calls = KeyedCalls()
    let detail = DerivedProperty(.observing) { calls.counted(account.balance) }
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate(.observing) { seen.append(account.isOpen ? detail.value : 0) }
    account.isOpen = false
    account.balance = 150
    // If the job of the detail comes first, the effect's own job runs the effect once more.
    #expect(await eventually { seen.last == 0 })
    #expect(calls.count == 1)
  }

  @Test func `an effect whose model has announced computes no input first`() {
    let calls = KeyedCalls()
    let detail = DerivedProperty { calls.counted(rate.value) }
    let updater = Updater()
    // A second reader of the rate, so that no lane computes from the top down.
    updater.keepUpToDate { _ = rate.value }
    var seen: [Int] = []
    updater.keepUpToDate(.observing) { seen.append(account.isOpen ? detail.value : 0) }
    account.isOpen = false
    rate.value = 2
    #expect((seen, calls.count) == ([1, 0], 1))
  }

  @Test func `law M2: a turn inside a deinit wakes effects with true values`() {
    let seen = Seen { worth.value }
    var doomed: DerivedProperty<Int>?
    do {
      let last = Witness { rate.value = 3 }
      doomed = DerivedProperty { withExtendedLifetime(last) { rate.value } }
    }
    #expect(doomed?.value == 1)
    account.balance = 150
    doomed = nil
    #expect(seen.values == [100, 450])
  }

  @Test func `law M2: many turns before the actor lets go leave few registrations`() {
    let rate = StoredProperty(0)
    let updater = Updater()
    var seen = 0
    updater.keepUpToDate { seen = balance.value * rate.value }
    account.balance = 1
    let found = misuses { for value in 1...3_000 { rate.value = value } }
    #expect(seen == 3_000 && found.isEmpty, "\(found)")
  }

  @Test func `law M2: turns before the change is stored leave nothing unheard`() {
    account.isOpen = false
    let trigger = StoredProperty(0)
    let shown = DerivedProperty(.observing) { account.isOpen ? account.balance : 0 }
    let updater = Updater()
    let seen = Seen(in: updater) { shown.value + 0 * trigger.value }
    var inside: [Int] = []
    updater.keepUpToDate {
      if trigger.value != 2 { return }
      account.balance = 5
      inside.append(shown.value)
    }
    // Some of these closures are called before the value hears of the change, and some afterwards.
    for _ in 0..<10 { beforeChange(of: { _ = account.isOpen }) { trigger.value -= 1 } }
    account.isOpen = true
    trigger.value = 2
    #expect((inside, seen.values.last) == ([5], 5))
  }

  #if DEBUG
    @Test func `law M4: a value without .observing is reported, once, with name and place`() {
      let worth = DerivedProperty(name: "worth") { account.balance * rate.value }
      let outer = DerivedProperty(name: "outer") { worth.value + 1 }
      let found = misuses {
        _ = outer.value
        rate.value = 2
        _ = outer.value
      }
      #expect(found.count == 1)
      let facts = ["worth (UpkeepTests/ModelTests.swift:", ".observing"]
      #expect(facts.allSatisfy { "\(found)".contains($0) })
    }

    @Test(arguments: ["read", "in a derived value", "untracked", "dependencies", "following"])
    func `law M4: an effect without .observing is reported, once, with name and place`(
      form: String
    ) {
      let updater = Updater()
      let worth = DerivedProperty { account.balance * rate.value }
      let found = misuses {
        switch form {
        case "read": updater.keepUpToDate(name: "draw") { _ = account.balance + rate.value }
        case "in a derived value": updater.keepUpToDate { _ = worth.value }
        case "untracked":
          updater.keepUpToDate { _ = rate.value + untracked { account.balance } }
        case "dependencies":
          updater.keepUpToDate(dependencies: [rate]) { _ = account.balance }
        default: updater.keepUpToDate(.observing) { _ = account.balance + rate.value }
        }
        for value in 2..<5 { rate.value = value }
      }
      let expected = ["read": "draw (UpkeepTests/M", "in a derived value": "UpkeepTests/M"]
      #expect(found.map(\.kind) == (expected[form] == nil ? [] : ["unfollowedModel"]))
      #expect(found.allSatisfy { "\($0)".contains("but \(expected[form] ?? "")") })
    }
  #endif

  @Test func `a value may read a model in untracked, and need not follow it`() {
    let worth = DerivedProperty { untracked { account.balance } * rate.value }
    let outer = DerivedProperty { worth.value + 1 }
    let found = misuses { #expect(outer.value == 101) }
    #expect(found.isEmpty)
  }

  @Test func `law M4: a value over observing ones is not reported, also if it computes them`() {
    let outer = DerivedProperty { balance.value + 1 }
    let found = misuses { #expect(outer.value == 101) }
    #expect(found.isEmpty)
  }
}
