import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Binding {
  final class View {
    var number = 0 { didSet { writes += 1 } }
    var title: String? { didSet { writes += 1 } }
    var writes = 0
    var onEnd: () -> Void = {}
    deinit { onEnd() }
  }

  let updater = scopedUpdater()
  let source = StoredProperty(3)
  let first = StoredProperty(1)
  let second = StoredProperty(2)
  let log = RunLog<String>()

  private var values: [Int] { [first.value, second.value] }

  @Test func `a binding writes at once and on each change, and to optional destinations`() {
    let (view, other) = (View(), View())
    let (title, subtitle) = (StoredProperty("a"), StoredProperty<String?>("a"))
    updater.bind(object: view, keyPath: \.number, toProperty: source.map { min($0, 5) })
    updater.bind(object: view, keyPath: \.title, toProperty: title)
    updater.bind(object: other, keyPath: \.title, toProperty: subtitle)
    #expect((view.number, view.title, other.title) == (3, "a", "a"))
    checkingInvariants(of: [source, title, subtitle]) {
      for value in [3, 8, 9] { source.value = value }
      batch { for value in [1, 6] { source.value = value } }
      title.value = "b"
      subtitle.value = nil
    }
    let found = (view.number, view.title, other.title, view.writes, other.writes)
    #expect(found == (5, "b", nil, 4, 2))
  }

  @Test func `a binding does not retain its target, and ends with it`() {
    var view: View? = View()
    view?.onEnd = { log.append("deinit") }
    let token = view.map { updater.bind(object: $0, keyPath: \.number, toProperty: source) }
    log.expect(["deinit", "next line"], around: [source]) {
      view = nil
      log.append("next line")
      source.value = 4
    }
    #expect((source.subscriberCount, token?.isCancelled) == (0, true))
  }

  /// A target whose properties are written in different ways.
  class Panel {
    struct Frame { var width = 0 }
    var frame = Frame()
    var height = 0
    var area: Int {
      get { frame.width * height }
      set { height = newValue / max(frame.width, 1) }
    }
    var cells = [0, 0]
    let inner = View()
  }

  /// Overrides how a property is written.
  final class LoudPanel: Panel {
    var heard: [Int] = []
    override var height: Int { didSet { heard.append(height) } }
  }

  @Test func `a binding writes as an assignment does, whatever its key path`() {
    let panel = LoudPanel()
    let computing = Panel()
    computing.frame.width = 2
    checkingInvariants(of: [source]) {
      updater.bind(object: panel as Panel, keyPath: \.frame.width, toProperty: source)
      updater.bind(object: panel as Panel, keyPath: \.height, toProperty: source)
      updater.bind(object: panel as Panel, keyPath: \.cells[1], toProperty: source)
      updater.bind(object: panel as Panel, keyPath: \.inner.number, toProperty: source)
      updater.bind(object: computing, keyPath: \.area, toProperty: source)
      source.value = 8
    }
    #expect((panel.frame.width, panel.height, computing.height) == (8, 8, 4))
    #expect([panel.heard, panel.cells] == [[3, 8], [0, 8]])
    #expect((panel.inner.number, panel.inner.writes) == (8, 2))
  }

  @Test func `a key path that only the running program knows is as good`() {
    let view = View()
    let paths: [ReferenceWritableKeyPath<View, Int>] = [\.number, \.writes]
    for path in paths { updater.bind(object: view, keyPath: path, toProperty: source) }
    source.value = 7
    #expect((view.number, view.writes) == (7, 7))
  }

  @Test func `the first property wins at the start, then the last write, seen by effects once`() {
    log.expect(
      ["both 1 1", "second 1", "both 5 5", "second 5", "both 6 6", "second 6"],
      around: [first, second]
    ) {
      updater.bind(first, second)
      updater.keepUpToDate { log.append("both \(first.value) \(second.value)") }
      updater.keepUpToDate { log.append("second \(second.value)") }
      first.value = 5
      second.value = 6
    }
  }

  @Test func `the first property wins if both change in one batch, in either order`() {
    updater.bind(first, second)
    let batches: [(writes: [(StoredProperty<Int>, Int)], winner: Int)] = [
      ([(first, 3), (second, 4)], 3),
      ([(second, 8), (first, 7)], 7),
      ([(first, 0), (second, 9), (first, 7)], 9),
    ]
    checkingInvariants(of: [first, second]) {
      for (writes, winner) in batches {
        batch { for (property, value) in writes { property.value = value } }
        #expect(values == [winner, winner])
      }
    }
  }

  @Test func `a lossy conversion is not written back`() {
    let text = StoredProperty("")
    let number = StoredProperty(0.0)
    var conversions: [String] = []
    updater.bind(
      text, number,
      forward: {
        conversions.append("forward \($0)")
        return Double($0) ?? 0
      },
      backward: {
        conversions.append("backward \($0)")
        return "\($0)"
      })
    conversions = []
    checkingInvariants(of: [text, number]) {
      text.value = "1"
      #expect(text.value == "1" && number.value == 1)
      text.value = "one"
      #expect(text.value == "one" && number.value == 0)
      number.value = 2.5
      #expect(text.value == "2.5" && number.value == 2.5)
    }
    #expect(conversions == ["forward 1", "forward one", "backward 2.5"])
  }

  @Test func `a value that changes with every write is carried over once`() {
    struct Opaque { let number: Int }
    let one = StoredProperty(Opaque(number: 1))
    let other = StoredProperty(Opaque(number: 2))
    updater.bind(one, other)
    var runs = 0
    updater.keepUpToDate(dependencies: [one, other]) { runs += 1 }
    runs = 0
    checkingInvariants(of: [one, other]) {
      one.value = Opaque(number: 3)
      #expect(other.value.number == 3)
      other.value = Opaque(number: 4)
    }
    #expect((one.value.number, runs) == (4, 2))
  }

  @Test func `a value that the other side's rule refuses stays refused`() {
    let rounded = StoredProperty(0, changes: ChangeRule { abs($0 - $1) > 5 })
    let exact = StoredProperty(0)
    updater.bind(exact, rounded)
    checkingInvariants(of: [exact, rounded]) {
      exact.value = 3
      #expect([exact.value, rounded.value] == [3, 0])
      exact.value = 10
      #expect([exact.value, rounded.value] == [10, 10])
      rounded.value = 12
      #expect([exact.value, rounded.value] == [10, 10])
      rounded.value = 20
      #expect([exact.value, rounded.value] == [20, 20])
    }
  }

  @Test func `three properties bound in a cycle settle`() {
    let third = StoredProperty(3)
    let reports = misuses {
      updater.bind(first, second)
      updater.bind(second, third)
      updater.bind(third, first)
      #expect([first.value, second.value, third.value] == [1, 1, 1])
      for (index, property) in [first, second, third].enumerated() {
        property.value = 10 + index
        #expect([first.value, second.value, third.value] == Array(repeating: 10 + index, count: 3))
      }
      batch {
        second.value = 20
        third.value = 30
      }
      #expect(first.value == second.value && second.value == third.value)
    }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: [first]) == [])
  }

  @Test func `a binding ends with its updater, and retains its properties`() {
    var owner: Updater? = Updater()
    var source: StoredProperty<Int>? = StoredProperty(3)
    weak let kept = source
    if let source { owner?.bind(source, second) }
    source = nil
    second.value = 4
    #expect(kept?.value == 4)
    owner = nil
    #expect(kept == nil)
    second.value = 5
    #expect((second.value, second.subscriberCount) == (5, 0))
  }

  @Test func `two stored properties that are bound pass on a NaN once`() {
    let (first, second) = (StoredProperty(0.0), StoredProperty(0.0))
    updater.bind(first, second)
    let seen = Seen { [first.value, second.value] }
    checkingInvariants(of: [first, second]) {
      #expect(misuses { first.value = .nan }.isEmpty)
      #expect(second.value.isNaN)
      #expect(misuses { second.value = .nan }.isEmpty)
    }
    #expect(seen.values.count <= 5)
  }
}
