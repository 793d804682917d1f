import Differential
import Testing

@testable import Upkeep

/// Law 12: objects that a transaction makes, and their state after a rollback.
@Suite(.leavesNothing) struct BornInTransactionTests {
  final class Model {
    let name = StoredProperty("")
    let tentative: TentativeProperty<String>
    let connected = ConnectableProperty("none")
    let updater = Updater()
    var seen: [String] = []

    init(_ name: String) {
      tentative = TentativeProperty(self.name)
      self.name.value = name
      updater.keepUpToDate { [unowned self] in seen.append(self.name.value) }
    }
  }

  @Test(arguments: [false, true])
  func `law 12: an object made in the body stays as the body has left it`(_ isUndone: Bool) throws {
    let other = StoredProperty(1)
    var model: Model?
    var derived: DerivedProperty<String>?
    var layer: TentativeLayer?
    try? transaction {
      other.value = 2
      let made = Model("a")
      model = made
      derived = DerivedProperty { "\(made.name.value) \(other.value)" }
      #expect(derived?.value == "a 2")
      made.name.value += "b"
      made.connected.connect(made.name)
      layer = made.tentative.set("shown", until: .untilConfirmed)
      #expect(made.seen.isEmpty)
      if isUndone { throw Refusal() }
    }
    let made = try #require(model)
    let shown = [made.name.value, made.connected.value, made.tentative.value]
    #expect(shown == ["ab", "ab", "shown"])
    #expect(layer?.isActive == true)
    #expect(made.seen == ["ab"])
    #expect(derived?.value == (isUndone ? "ab 1" : "ab 2"))
    made.name.value = "shown"
    #expect(layer?.isActive == false)
    #expect(made.seen == ["ab", "shown"])
  }

  @Test
  func `law 12: an inner rollback restores the outer transaction's objects to its own beginning`()
    throws
  {
    var inner: Model?
    var outer: Model?
    var late: [String] = []
    transaction {
      let made = Model("outer")
      outer = made
      undoneTransaction {
        made.name.value = "changed"
        made.updater.keepUpToDate { late.append(made.name.value) }
        inner = Model("inner")
        inner?.name.value = "inner, changed"
      }
      #expect(made.name.value == "outer")
      #expect(inner?.name.value == "inner, changed")
      #expect(made.seen + (inner?.seen ?? []) == [])
    }
    #expect(outer?.seen == ["outer"])
    #expect(inner?.seen == ["inner, changed"])
    #expect(late == [])
  }

  @Test func `law 12: an effect of an older updater begins only with a commit`() {
    let updater = Updater()
    var runs: [String] = []
    undoneTransaction { updater.keepUpToDate { runs.append("undone") } }
    transaction { _ = updater.keepUpToDate { runs.append("kept") } }
    #expect(runs == ["kept"])
  }

  //   changed ────┐
  //   unchanged ──┴─> stale ──> computed      `stale` is out of date when the transaction begins
  @Test(arguments: [false, true], [false, true])
  func
    `law 12: the first value of a computed stays unless it has read what the transaction had changed`(
      _ readsChanged: Bool, _ isBehindStale: Bool
    )
  {
    let (changed, unchanged) = (StoredProperty(1), StoredProperty(1))
    let sum = { readsChanged ? unchanged.value + changed.value : unchanged.value }
    let stale = DerivedProperty { sum() }
    if isBehindStale {
      _ = stale.value
      unchanged.value = 2
    }
    let made = Passes()
    let computed = DerivedProperty {
      made.pass(Model("\(isBehindStale ? stale.value : sum())"))
    }
    var first: Model?
    undoneTransaction {
      changed.value = 5
      first = computed.value
      first?.name.value = "later"
    }
    let second = computed.value
    #expect((second === first) == !readsChanged)
    #expect(second.seen == ["\(sum())"])
    #expect(made.count == (readsChanged ? 2 : 1))
    unchanged.value = 3
    #expect(computed.value !== second)
  }

  @Test func `the outer rollback checks a first value again`() {
    let changed = StoredProperty(1)
    let made = Passes()
    let computed = DerivedProperty { made.pass(changed.value * 10) }
    undoneTransaction {
      changed.value = 2
      undoneTransaction { #expect(computed.value == 20) }
      #expect((computed.value, made.count) == (20, 1))
    }
    #expect((computed.value, made.count) == (10, 2))
  }

  @Test(arguments: ["tracked", "declared", "handle", "inner", "going"])
  func `law 12: an effect that a derived value has made with an older updater stays with the value`(
    _ kind: String
  ) {
    let updater = Updater()
    let (input, constant) = (StoredProperty(0), StoredProperty(0))
    var (seen, made): ([Int], Int) = ([], 0)
    func make() -> Int {
      made += 1
      updater.keepUpToDate { seen.append(input.value) }
      return made
    }
    let derived =
      switch kind {
      case "declared": DerivedProperty(constant) { _ in make() }
      case "going": DerivedProperty { constant.value < 0 ? 0 : make() + constant.value }
      default: DerivedProperty { make() }
      }
    func undone() {
      undoneTransaction {
        if kind == "going" { constant.value = 5 }
        _ = derived.value
      }
    }
    if kind == "inner" { transaction { undone() } } else { undone() }
    #expect(seen == (kind == "going" ? [] : [0]))
    _ = derived.value
    #expect(made == (kind == "going" ? 2 : 1))
    input.value = 1
    #expect(seen == [0, 1])
  }

  @Test func `a value from a rolled back transaction is never the previous value`() {
    let input = StoredProperty(1)
    let highest = DerivedProperty(fromPrevious: { max($0 ?? 0, input.value) })
    undoneTransaction {
      input.value = 9
      #expect(highest.value == 9)
    }
    #expect(highest.value == 1)
  }

  @Test func `a rollback inside a derivation restores values that the derivation made before`() {
    let derived = DerivedProperty { () -> [Int] in
      let own = StoredProperty(1)
      own.value = 2
      undoneTransaction {
        own.value = 3
        let inner = StoredProperty(4)
        inner.value = 5
      }
      let undone = own.value
      own.value = 6
      return [undone, own.value]
    }
    #expect(derived.value == [2, 6])
    #expect(derived.value == [2, 6])
  }

  @Test
  func `an updater that the body has made and paused stays so, and its cancelled effect unbegun`() {
    let stored = StoredProperty(1)
    var updater: Updater?
    var seen: [Int] = []
    undoneTransaction {
      let made = Updater()
      updater = made
      made.keepUpToDate { seen.append(stored.value) }
      made.keepUpToDate { seen.append(-1) }.cancel()
      made.pause()
    }
    #expect(updater?.isPaused == true)
    #expect(seen == [1])
    stored.value = 2
    #expect(seen == [1])
    updater?.unpause()
    #expect(seen == [1, 2])
  }
}
