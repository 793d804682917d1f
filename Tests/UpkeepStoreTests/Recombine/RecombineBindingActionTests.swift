import Testing
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct Form: Equatable {
  var name = ""
  var age: Int?
  var isEdited = false
  var isSent = false
}

private enum FormAction: Equatable, BindableAction {
  case binding(BindingAction<Form>)
  case submit

  var binding: BindingAction<Form>? {
    if case .binding(let binding) = self { binding } else { nil }
  }
}

private let form = Reducer<Form, FormAction> { form, action in
  switch action {
  case .binding(\.name):
    form.name = String(form.name.prefix(5))
    form.isEdited = true
  case .binding: break
  case .submit: form.isSent = true
  }
}.binding()

/// One binding action for all fields.
@MainActor @Suite struct RecombineBindingActionTests {
  @Test func `Recombine, BindingAction: a bound value sends a binding action`() {
    var actions: [FormAction] = []
    let store = Store(Form(), form, middleware: .sideEffect { actions.append($1) })
    store.bound(\.name).value = "Ada Lovelace"
    store.bound(\.age).value = nil
    #expect(actions == [.binding(.set(\.name, "Ada Lovelace")), .binding(.set(\.age, nil))])
    #expect(store.state == Form(name: "Ada L", isEdited: true))
  }

  @Test func `Recombine, BindingAction: actions are equal if field and value are, of any type`() {
    let name = FormAction.binding(.set(\.name, "Ada"))
    #expect(name == .binding(.set(\.name, "Ada")))
    #expect(name != .binding(.set(\.name, "Bob")))
    #expect(name != .binding(.set(\.age, 1)))
    #expect(name.binding?.keyPath == \Form.name)
    #expect(name.binding?.value as? String == "Ada")
    #expect(FormAction.submit.binding == nil)
  }

  @Test func `Recombine, BindingAction: middleware, recordings, traces and tests get the action`()
    throws
  {
    var told: [String] = []
    let store = Store(Form(), form, trace: Trace { told.append("\($0)") })
    let recorder = store.record()
    store.bound(\.name).value = "Ada"
    #expect(told.contains { $0.contains("keyPath: \\Form.name") && $0.contains("value: \"Ada\"") })
    let other = Store(Form(), form)
    other.replay(recorder.recording)
    #expect(other.state == store.state)

    let test = TestStore(Form(), form)
    try test.send(.binding(.set(\.age, 3))) { $0.age = 3 }
  }

  @Test func `Recombine, BindingAction: an interactor applies it where it likes`() async {
    let saved = Notes<String>()
    let applying = Reducer<Form, FormAction> { form, action in action.binding?.apply(to: &form) }
    let saving = Acting(applying) { action, store in
      if case .binding(\.name) = action { saved.add(store.name) }
    }
    let store = Store(Form(), saving)
    await store.send(.binding(.set(\.name, "Ada"))).finish()
    await store.send(.binding(.set(\.age, 36))).finish()
    #expect(saved.all == ["Ada"])
    #expect(store.age == 36)
  }

  @Test
  func
    `a binding action sets a field without a case of its own, and a store without one is written`()
  {
    let setting = Store(Form(), Reducer<Form, FormAction>().binding())
    setting.bound(\.isSent).value = true
    #expect(setting.state == Form(isSent: true))
    let direct = Store(Form(), Reducer<Form, Never>())
    direct.bound(\.isSent).value = true
    #expect(direct.state == Form(isSent: true))
  }
}
