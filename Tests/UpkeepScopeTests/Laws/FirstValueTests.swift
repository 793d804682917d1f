import Differential
import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope

/// Laws 9 and 12: the first values of definitions, wherever they are made.
@Suite(.leavesNothing) struct FirstValueTests {
  private let scope = Scope()

  /// An ordinary class, whose `init` sets its own properties.
  fileprivate final class Document {
    let title = StoredProperty("")
    let pages = StoredCollection<Int, Int>([], id: { $0 })
    let updater = Updater()
    var saved: [String] = []

    init(_ title: String) {
      self.title.value = title
      pages.append(1)
      updater.keepUpToDate { [unowned self] in saved.append(self.title.value) }
    }
  }

  private static let limit = Atom(1)
  private static let color = Atom("light")
  private static let document = Atom { Document("Untitled") }
  private static let numbered = Family { (number: Int) in Atom { Document("\(number)") } }
  private static let window = Atom { Scope { $0[color] = "dark" } }
  private static let shown = Computed { get in
    "\(get(document).title.value) \(get(numbered(7)).title.value) \(get(window)[color])"
  }
  private static let made = Computed { get in Document("limit \(get(limit))") }

  @Test(arguments: ["first", "in a computed", "in an effect", "in a batch", "undone"])
  func `law 9: a first value has the state that its closure set, at any first read`(_ kind: String)
  {
    let updater = Updater()
    let reports = mistakes {
      switch kind {
      case "first":
        _ = scope[Self.document]
        _ = scope[Self.numbered(7)]
        _ = scope[Self.window]
      case "in an effect": updater.keepUpToDate { _ = scope[Self.shown] }
      case "in a batch": batch { _ = scope[Self.shown] }
      case "undone": undone { _ = scope[Self.shown] }
      default: break
      }
      #expect(scope[Self.shown] == "Untitled 7 dark")
      let document = scope[Self.document]
      #expect((document.saved, document.pages.peek().count) == (["Untitled"], 1))
      document.title.value = "Renamed"
      scope[Self.window][Self.color] = "red"
      #expect((scope[Self.shown], document.saved) == ("Renamed 7 red", ["Untitled", "Renamed"]))
    }
    #expect(reports == [])
  }

  @Test func `law 9: a computed may not write an atom, although it is the first to read it`() {
    // SAFETY: everything here runs on the thread of the test, while the scope is there.
    nonisolated(unsafe) unowned let held = scope
    let computed = Computed { get in
      held[Self.limit] = 5
      get(Self.document).title.value = "mine"
      return get(Self.limit)
    }
    let reports = mistakes { #expect(scope[computed] == 1) }
    #expect((reports.count, scope[Self.document].title.value) == (2, "Untitled"))
  }

  @Test func `law 12: a rollback restores a first value to its state at the end of its closure`() {
    var first: Document?
    undone {
      first = scope[Self.document]
      first?.title.value = "changed"
      scope[Self.window][Self.color] = "changed"
      scope[Self.limit] = 9
    }
    #expect(scope[Self.document] === first && first?.saved == ["Untitled"])
    #expect((scope[Self.shown], scope[Self.limit]) == ("Untitled 7 dark", 1))
  }

  @Test(arguments: [false, true])
  func `law 12: the effects of a first value stay though the body cancels them`(_ isNested: Bool) {
    undone {
      if isNested {
        undone {
          scope[Self.document].updater.cancel()
          _ = scope[Self.made]
        }
      }
      scope[Self.document].updater.cancel()
      scope[Self.made].updater.cancel()
    }
    let documents = [scope[Self.document], scope[Self.made]]
    #expect(documents.map(\.saved) == [["Untitled"], ["limit 1"]])
    for document in documents { document.title.value = "new" }
    #expect(documents.map(\.saved) == [["Untitled", "new"], ["limit 1", "new"]])
  }

  /// An object that cancels one of its effects in its `init`.
  private final class Draft {
    let text = StoredProperty("")
    let updater = Updater()
    var seen: [String] = []

    init() {
      let effect = updater.keepUpToDate { [unowned self] in seen.append(text.value) }
      effect.cancel()
    }
  }

  private static let draft = Atom { Draft() }

  @Test func `law 12: an effect that the closure of a first value has cancelled does not begin`() {
    let derived = DerivedProperty { Draft() }
    undone {
      _ = scope[Self.draft]
      _ = derived.value
    }
    for draft in [scope[Self.draft], derived.value] {
      draft.text.value = "new"
      #expect(draft.seen == [])
    }
  }

  @Test func `law 12: a scope that the body made keeps the values that the body wrote`() {
    var scope: Scope?
    undone {
      let made = Scope()
      made[Self.limit] = 5
      made[Self.document].title.value = "kept"
      scope = made
    }
    #expect(scope?[Self.limit] == 5)
    // The atom has made the document, and not the body, so the rollback undoes the body's write.
    #expect(scope?[Self.document].title.value == "Untitled")
  }

  @Test(arguments: [false, true])
  func `law 12: a first value that depends on a rolled back change is dropped`(_ readsChanged: Bool)
  {
    let changed = StoredProperty("old")
    let input = readsChanged ? changed : StoredProperty("other")
    // SAFETY: used on this thread alone.
    nonisolated(unsafe) let source = input
    let atom = Atom { Document(source.value) }
    var first: Document?
    undone {
      changed.value = "new"
      first = scope[atom]
    }
    let second = scope[atom]
    #expect((second === first) == !readsChanged)
    #expect((second.title.value, second.saved) == (input.value, [input.value]))
  }

  @Test(arguments: [false, true])
  func `law 12: a computed of an undone transaction stays unless its input was changed`(
    _ isChanged: Bool
  ) {
    _ = scope[Self.limit]
    var first: Document?
    undone {
      if isChanged { scope[Self.limit] = 2 }
      first = scope[Self.made]
    }
    #expect((scope[Self.made] === first) == !isChanged)
    #expect(scope[Self.made].title.value == "limit 1")
  }

  @Test func `law 12: a first value's effect of an older updater begins if the value stays`() {
    let changed = StoredProperty(1)
    // SAFETY: used on this thread alone.
    nonisolated(unsafe) let source = changed
    nonisolated(unsafe) let updater = Updater()
    nonisolated(unsafe) var runs: [String] = []
    let staying = Atom { () -> Int in
      updater.keepUpToDate { runs.append("staying") }
      return 1
    }
    let going = Atom { () -> Int in
      updater.keepUpToDate { runs.append("going") }
      return source.value
    }
    undone {
      changed.value = 2
      _ = scope[staying] + scope[going]
      #expect(runs == [])
    }
    #expect((runs, scope[going]) == (["staying"], 1))
    #expect(runs == ["staying", "going"])
  }
}
