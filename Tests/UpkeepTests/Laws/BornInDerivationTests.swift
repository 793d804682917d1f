import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law 9: until a closure ends, it may write what it has made itself.
@Suite(.leavesNothing) struct BornInDerivationTests {
  /// An ordinary class, whose `init` sets its own properties.
  final class Document {
    let title = StoredProperty("")
    let pages = StoredCollection<Int, Int>([], id: { $0 })
    let shown: ConnectableProperty<String>
    let draft: TentativeProperty<String>
    let length: DerivedProperty<Int>
    let updater = Updater()
    var saved: [String] = []

    init(_ title: String) {
      shown = ConnectableProperty("none")
      draft = TentativeProperty(self.title)
      length = DerivedProperty(self.title) { $0.count }
      updater.keepUpToDate { [unowned self] in saved.append(self.title.value) }
      self.title.value = title
      self.title.value += "!"
      pages.append(1)
      pages.append(2)
      shown.connect(self.title)
      draft.value = "draft of \(title)"
    }
  }

  private let updater = scopedUpdater()

  private func state(_ document: Document) -> [String] {
    [
      document.title.peek(), "\(document.pages.peek().map { $0 })", document.shown.peek(),
      document.draft.peek(), "\(document.length.peek())", "\(document.saved)",
    ]
  }

  private let expected = ["x!", "[1, 2]", "x!", "draft of x", "2", #"["x!"]"#]

  @Test(arguments: ["tracked", "declared", "recalculated", "row", "in an effect", "in a batch"])
  func `law 9: an object made in a derivation has the state that its init set`(_ kind: String) {
    let reports = misuses {
      let name = StoredProperty("x")
      var made: Document?
      switch kind {
      case "tracked": made = DerivedProperty { Document(name.value) }.value
      case "declared": made = DerivedProperty(name) { Document($0) }.value
      case "recalculated":
        made = ManuallyRecalculatedDerivedProperty { Document(name.value) }.value
      case "row":
        made = StoredCollection(["x"], id: { $0 }).map { Document($0) }.value.first
      case "in an effect":
        let derived = DerivedProperty { Document(name.value) }
        updater.keepUpToDate { made = derived.value }
      default: batch { made = DerivedProperty { Document(name.value) }.value }
      }
      // A live derivation makes another document after the change.
      let first = made
      if let first { #expect(state(first) == expected) }
      first?.title.value = "later"
      #expect(first?.saved == ["x!", "later"])
      #expect(first?.length.value == 5)
    }
    #expect(reports.isEmpty)
  }

  @Test
  func `a derivation is stale only after other code changes the values that it made and read`() {
    let input = StoredProperty(1)
    var runs = 0
    var sum: StoredProperty<Int>?
    let derived = DerivedProperty {
      runs += 1
      let total = StoredProperty(0)
      let double = DerivedProperty { total.value * 2 }
      sum = total
      for _ in 0..<3 {
        total.value += input.value
        total.value = double.value
      }
      return total.value
    }
    #expect((derived.value, derived.value, runs) == (14, 14, 1))
    input.value = 2
    #expect((derived.value, runs) == (28, 2))
    sum?.value = 5
    #expect((derived.value, runs) == (28, 3))
  }

  @Test(arguments: ["tracked", "declared", "recalculated", "collection"])
  func `law 9: a derivation may write any value that it has made`(_ kind: String) {
    func make() -> Int {
      let own = (0..<500).map { StoredProperty($0) }
      // These derivations also make values, which are forgotten while the outer derivation runs.
      for property in own.prefix(100) {
        _ = DerivedProperty { StoredProperty(property.value).peek() }.value
      }
      for property in own { property.value += 1 }
      return own[0].value + own[499].value
    }
    let reports = misuses {
      let input = StoredProperty(1)
      let value =
        switch kind {
        case "declared": DerivedProperty(input) { _ in make() }.value
        case "recalculated": ManuallyRecalculatedDerivedProperty { make() }.value
        case "collection": StoredCollection([1], id: { $0 }).map { _ in make() }.value[0]
        default: DerivedProperty { make() }.value
        }
      #expect(value == 501)
    }
    #expect(reports.isEmpty)
  }

  /// The ways in which one closure writes a value that another closure has made.
  @Test(arguments: ["before", "earlier run", "in a batch", "inner", "outer", "declared", "again"])
  func `law 9: a derivation may not write a value that another closure made`(_ way: String) {
    var kept: StoredProperty<Int>?
    /// The first call makes a value, and later calls write it.
    func makeOrWrite() -> Int {
      if let kept { kept.value = 7 } else { kept = StoredProperty(1) }
      return kept?.peek() ?? 0
    }
    let reports = misuses {
      let input = StoredProperty(0)
      let derived = DerivedProperty { input.value + makeOrWrite() }
      let declared = DerivedProperty(input) { $0 + makeOrWrite() }
      func runTwice(_ derived: Property<Int>) {
        _ = derived.value
        input.value += 1
        _ = derived.value
      }
      switch way {
      case "before":
        _ = makeOrWrite()
        _ = derived.value
      case "earlier run": runTwice(derived)
      case "declared": runTwice(declared)
      case "in a batch": batch { runTwice(derived) }
      case "inner": _ = DerivedProperty { derived.value + makeOrWrite() }.value
      case "outer": _ = DerivedProperty { makeOrWrite() + derived.value }.value
      default:
        // The outer derivation writes a value of its own, so that the inner derivation runs twice.
        let outer = DerivedProperty { () -> Int in
          let own = StoredProperty(0)
          let inner = DerivedProperty(own) { $0 + makeOrWrite() }
          _ = inner.value
          own.value = 1
          return inner.value
        }
        _ = outer.value
      }
    }
    #expect(kept?.value == 1)
    #expect(reports.count == 1, "\(reports)")
  }

  @Test func `law 9: an effect made in a derivation runs as soon as nothing computes`() {
    let stored = StoredProperty(1)
    var log: [String] = []
    let inner = DerivedProperty { () -> Int in
      updater.keepUpToDate { log.append("effect \(stored.value)") }
      log.append("inner")
      return stored.peek()
    }
    let outer = DerivedProperty { () -> Int in
      defer { log.append("outer") }
      return inner.value
    }
    batch {
      _ = outer.value
      log.append("read")
    }
    stored.value = 2
    #expect(log == ["inner", "outer", "effect 1", "read", "effect 2"])
  }

  @Test func `an effect made in a derivation may write, and is cancelled before its first run`() {
    let count = StoredProperty(0)
    var tokens: [EffectToken] = []
    let derived = DerivedProperty { () -> Int in
      tokens.append(
        updater.keepUpToDate {
          count.value += 1
          tokens[0].cancel()
        })
      tokens.append(updater.keepUpToDate { count.value += 100 })
      tokens[1].cancel()
      return 1
    }
    _ = derived.value
    #expect(count.value == 1)
    #expect(tokens.map(\.isCancelled) == [true, true])
  }

  @Test func `a derivation may pause an updater that it made, and no other`() {
    let outside = Updater()
    var runs = 0
    var inside: Updater?
    let reports = misuses {
      let derived = DerivedProperty { () -> Int in
        let updater = Updater()
        inside = updater
        updater.pause()
        updater.keepUpToDate { runs += 1 }
        outside.pause()
        return 1
      }
      _ = derived.value
    }
    #expect(inside?.isPaused == true)
    #expect(!outside.isPaused)
    #expect((reports.count, runs) == (1, 1))
  }
}
