import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

private struct Some: Interactor {
  struct State: Equatable {
    var text = "Hello"
    var isHidden = false
  }
  enum Action: Equatable { case buttonTapped }

  func reduce(_ state: inout State, _ action: Action) { state.isHidden.toggle() }

  func hooks(_ store: StoreContext<State, Action>) -> [Hook] {
    Hook("textChanged", store.changes(of: \.text)) { store.isHidden = $0.count.isMultiple(of: 2) }
  }
}

private final class ViewController {
  let store = Store(Some.State(), Some())
  let label = UILabel()
  let textField = UITextField()
  let hiddenView = UIView()
  private let updater = Updater()

  func viewDidLoad() {
    let binding = updater.bind(object: textField, keyPath: \.text, with: store.bound(\.text))
    textField.onEdit = { [unowned binding] in binding.pull() }
    updater.bind(object: label, keyPath: \.text, toProperty: store.property(\.text))
    updater.bind(object: hiddenView, keyPath: \.isHidden, toProperty: store.property(\.isHidden))
    kept = binding
  }

  func buttonTapped() { store.send(.buttonTapped) }

  private var kept: ObjectBinding?
}

/// The examples of UIKit in Eazy's README, on plain objects.
@MainActor @Suite struct EazyReadmeUIKitTests {
  @Test func `Eazy, UIKit: a text field is bound both ways, a label and a view one way`() {
    let controller = ViewController()
    controller.viewDidLoad()
    #expect(controller.textField.text == "Hello")
    #expect(controller.label.text == "Hello")
    #expect(!controller.hiddenView.isHidden)

    controller.textField.type("!")
    #expect(controller.store.text == "Hello!")
    #expect(controller.label.text == "Hello!")
    #expect(controller.hiddenView.isHidden)
  }

  @Test func `Eazy, UIKit: a button sends an action`() {
    let controller = ViewController()
    controller.viewDidLoad()
    controller.buttonTapped()
    #expect(controller.hiddenView.isHidden)
    controller.buttonTapped()
    #expect(!controller.hiddenView.isHidden)
  }

  @Test func `Eazy, UIKit: a hook of a field assigns to another one`() {
    let store = Store(Some.State(), Some())
    let hidden = Seen { store.isHidden }
    for text in ["ab", "abc", "abcd"] { store.bound(\.text).value = text }
    #expect(hidden.values == [false, true, false, true])
  }

  @Test func `Eazy, UIKit: a controller takes its store and its bindings with it`() {
    weak var gone: ViewController?
    weak var store: Store<Some.State, Some.Action>?
    do {
      let controller = ViewController()
      controller.viewDidLoad()
      controller.textField.type("!")
      (gone, store) = (controller, controller.store)
    }
    #expect(gone == nil)
    #expect(store == nil)
  }

  @Test func `Eazy, bindings: a control writes a field, or sends an action for it`() {
    struct Form: Equatable { var name = "", isValid = false }
    enum Edit: Equatable { case nameChanged(String) }
    let reducer = Reducer<Form, Edit> { form, edit in
      if case .nameChanged(let name) = edit {
        form.name = String(name.prefix(5))
        form.isValid = !name.isEmpty
      }
    }
    let store = Store(Form(), reducer)
    let updater = Updater()
    let field = UITextField()
    let binding = updater.bind(
      object: field, keyPath: \.text, with: store.bound(\.name) { .nameChanged($0) })
    field.onEdit = { binding.pull() }
    field.type("Johan")
    #expect(store.state == Form(name: "Johan", isValid: true))
    // The control shows the reducer's result.
    field.type("na")
    #expect(field.text == "Johan")
    store.bound(\.name).value = "direct"
    #expect((field.text, store.name) == ("direct", "direct"))
  }
}
