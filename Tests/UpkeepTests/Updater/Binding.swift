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

  @Test func `a binding writes at once and on each change`() {
    let view = View()
    checkingInvariants(of: [source]) {
      updater.bind(object: view, keyPath: \.number, toProperty: source)
      #expect(view.number == 3)
      source.value = 7
    }
    #expect(view.number == 7)
    #expect(view.writes == 2)
  }

  @Test func `a binding does not retain its target, and ends with it`() {
    var log: [String] = []
    var view: View? = View()
    view?.onEnd = { log.append("deinit") }
    let token = view.map { updater.bind(object: $0, keyPath: \.number, toProperty: source) }
    checkingInvariants(of: [source]) {
      view = nil
      log.append("next line")
      source.value = 4
    }
    #expect(view == nil)
    #expect(log == ["deinit", "next line"])
    #expect(source.subscriberCount == 0)
    #expect(token?.isCancelled == true)
  }

  @Test func `a binding ends with its updater, and with its token`() {
    let view = View()
    var owner: Updater? = Updater()
    owner?.bind(object: view, keyPath: \.number, toProperty: source)
    let token = updater.bind(object: view, keyPath: \.title, toProperty: source.map { "\($0)" })
    checkingInvariants(of: [source]) {
      owner = nil
      token.cancel()
      source.value = 4
    }
    #expect(owner == nil)
    #expect(view.number == 3)
    #expect(view.title == "3")
    #expect(source.subscriberCount == 0)
  }

  @Test func `an optional destination takes a source that is not optional`() {
    let view = View()
    let title = StoredProperty("a")
    checkingInvariants(of: [title]) {
      updater.bind(object: view, keyPath: \.title, toProperty: title)
      #expect(view.title == "a")
      title.value = "b"
    }
    #expect(view.title == "b")
  }

  @Test func `an optional destination takes an optional source`() {
    let view = View()
    let title = StoredProperty<String?>("a")
    updater.bind(object: view, keyPath: \.title, toProperty: title)
    checkingInvariants(of: [title]) { title.value = nil }
    #expect(view.title == nil)
    #expect(view.writes == 2)
  }

  @Test func `a binding writes only on change`() {
    let view = View()
    let capped = source.map { min($0, 5) }
    updater.bind(object: view, keyPath: \.number, toProperty: capped)
    checkingInvariants(of: [source]) {
      source.value = 3
      source.value = 8
      source.value = 9
      batch {
        source.value = 1
        source.value = 6
      }
    }
    #expect(view.number == 5)
    #expect(view.writes == 2)
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
    checkingInvariants(of: [source]) {
      updater.bind(object: panel as Panel, keyPath: \.frame.width, toProperty: source)
      updater.bind(object: panel as Panel, keyPath: \.height, toProperty: source)
      updater.bind(object: panel as Panel, keyPath: \.cells[1], toProperty: source)
      updater.bind(object: panel as Panel, keyPath: \.inner.number, toProperty: source)
      source.value = 7
    }
    #expect((panel.frame.width, panel.height) == (7, 7))
    #expect(panel.heard == [3, 7])
    #expect(panel.cells == [0, 7])
    #expect((panel.inner.number, panel.inner.writes) == (7, 2))
  }

  @Test func `a binding through a computed property calls its setter`() {
    let panel = Panel()
    panel.frame.width = 2
    updater.bind(object: panel, keyPath: \.area, toProperty: source)
    source.value = 8
    #expect(panel.height == 4)
  }

  @Test func `a key path that only the running program knows is as good`() {
    let view = View()
    let paths: [ReferenceWritableKeyPath<View, Int>] = [\.number, \.writes]
    for path in paths { updater.bind(object: view, keyPath: path, toProperty: source) }
    source.value = 7
    #expect((view.number, view.writes) == (7, 7))
  }
}
