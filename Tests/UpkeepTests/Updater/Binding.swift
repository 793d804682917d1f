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
}
