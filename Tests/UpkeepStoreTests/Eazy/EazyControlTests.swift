import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

private struct Settings: Equatable {
  var draft = "Hello"
  var nickname: String?
  var age = 30
  var isOn = false
  var isLoud: Bool?
  var level: Float = 0.5
  var count = 1.0
  var segment = 0
  var colour: String?
}

@MainActor private func makeStore() -> Store<Settings, String> {
  let hearing = Acting(
    Reducer<Settings, String> { $0.nickname = String($1.prefix(5)) },
    hooks: { store in
      Hook("draft", store.changes(of: \.draft)) { store.isOn = $0.count.isMultiple(of: 2) }
    })
  return Store(Settings(), hearing)
}

@MainActor private final class ViewController {
  let store = makeStore()
  let label = UILabel()
  let textField = UITextField()
  let hiddenView = UIView()
  private let updater = Updater()

  init() {
    let binding = updater.bind(object: textField, keyPath: \.text, with: store.bound(\.draft))
    textField.onEdit = { binding.pull() }
    updater.bind(object: label, keyPath: \.text, toProperty: store.property(\.draft))
    updater.bind(object: hiddenView, keyPath: \.isHidden, toProperty: store.property(\.isOn))
  }
}

/// Controls as UIKit declares them, each bound to fields of the usual types.
@MainActor @Suite struct EazyControlTests {
  private let store = makeStore()
  private let updater = Updater()
  private let field = UITextField()

  /// Binds the text of the field; each edit of the field pulls.
  private func bindField(with bound: Bound<String>) {
    let binding = updater.bind(object: field, keyPath: \.text, with: bound)
    field.onEdit = { binding.pull() }
  }

  @Test func `Eazy, UIKit: a text field is bound both ways, a label and a view one way`() {
    let controller = ViewController()
    #expect(controller.label.text == "Hello" && !controller.hiddenView.isHidden)
    controller.textField.type("!")
    #expect(controller.store.draft == "Hello!")
    #expect(controller.label.text == "Hello!" && controller.hiddenView.isHidden)
  }

  @Test func `Eazy, UIKit: a controller takes its store and its bindings with it`() {
    weak var gone: ViewController?
    weak var store: Store<Settings, String>?
    do {
      let controller = ViewController()
      controller.textField.type("!")
      (gone, store) = (controller, controller.store)
    }
    #expect(gone == nil && store == nil)
  }

  @Test func `Eazy, bindings: a control writes a field, or sends an action for it`() {
    bindField(
      with: store.bound(\.nickname) { $0 ?? "" }.map(to: { $0 ?? "" }, from: { $0 }))
    field.type("Johan")
    #expect(store.nickname == "Johan")
    // The control shows the reducer's result.
    field.type("na")
    #expect(field.text == "Johan")
    store.bound(\.nickname).value = "direct"
    #expect((field.text, store.nickname) == ("direct", "direct"))
  }

  @Test func `Eazy, UIKit: an optional field is bound to an optional property, nil both ways`() {
    let well = UIColorWell()
    let binding = updater.bind(object: well, keyPath: \.selectedColor, with: store.bound(\.colour))
    #expect(well.selectedColor == nil)
    store.bound(\.colour).value = "blue"
    #expect(well.selectedColor == "blue")
    for colour in [nil, "green"] {
      well.selectedColor = colour
      binding.pull()
      #expect(store.colour == colour)
    }
    store.bound(\.colour).value = nil
    #expect(well.selectedColor == nil)
  }

  @Test func `Eazy, UIKit: an optional field is bound to a property that is not optional`() {
    let toggle = UISwitch()
    let binding = updater.bind(
      object: toggle, keyPath: \.isOn,
      with: store.bound(\.isLoud).map(to: { $0 ?? true }, from: { $0 }))
    #expect(toggle.isOn)
    binding.pull()
    #expect(store.isLoud == nil)
    toggle.isOn = false
    binding.pull()
    #expect(store.isLoud == false)
    store.bound(\.isLoud).value = nil
    #expect(toggle.isOn)
  }

  @Test func `Eazy, UIKit: a text view with an implicitly unwrapped text is bound both ways`() {
    let view = UITextView()
    let binding = updater.bind(object: view, keyPath: \.text, with: store.bound(\.draft))
    #expect(view.text == "Hello")
    for text in ["Bye", nil] {
      view.text = text
      binding.pull()
      #expect(view.text == "Bye" && store.draft == "Bye")
    }
  }

  @Test func `Eazy, UIKit: a number is a text in a text field`() {
    let age = store.bound(\.age)
    bindField(with: age.map(to: { "\($0)" }, from: { Int($0) ?? age.value }))
    #expect(field.text == "30")
    for text in ["31", "old"] {
      field.text = text
      field.onEdit()
      #expect(field.text == "31" && store.age == 31)
    }
  }

  @Test func `Eazy, UIKit: a switch, a slider, a stepper and segments are bound both ways`() {
    let (toggle, slider) = (UISwitch(), UISlider())
    let (stepper, segments) = (UIStepper(), UISegmentedControl())
    let bindings = [
      updater.bind(object: toggle, keyPath: \.isOn, with: store.bound(\.isOn)),
      updater.bind(object: slider, keyPath: \.value, with: store.bound(\.level)),
      updater.bind(object: stepper, keyPath: \.value, with: store.bound(\.count)),
      updater.bind(object: segments, keyPath: \.selectedSegmentIndex, with: store.bound(\.segment)),
    ]
    #expect(slider.value == 0.5 && stepper.value == 1 && segments.selectedSegmentIndex == 0)
    (toggle.isOn, slider.value, stepper.value) = (true, 0.75, 2)
    segments.selectedSegmentIndex = 3
    for binding in bindings { binding.pull() }
    #expect(store.state == Settings(isOn: true, level: 0.75, count: 2, segment: 3))
    store.bound(\.isOn).value = false
    #expect(!toggle.isOn)
  }

  @Test func `Eazy, UIKit: optional properties are assigned optional values, and others`() {
    let (label, image) = (UILabel(), UIImageView())
    updater.bind(object: label, keyPath: \.text, toProperty: store.property(\.draft))
    updater.bind(object: image, keyPath: \.image, toProperty: store.property(\.colour))
    #expect(label.text == "Hello" && image.image == nil)
    for colour in ["photo", nil] {
      store.bound(\.colour).value = colour
      #expect(image.image == colour)
    }
  }
}
