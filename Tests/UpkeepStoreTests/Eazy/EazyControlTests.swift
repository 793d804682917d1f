import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

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
  var accent = "red"
}

private let nothing = Reducer<Settings, Never>()

/// Controls as UIKit declares them, each bound to fields as states have them.
@MainActor @Suite struct EazyControlTests {
  private let store = Store(Settings(), nothing)
  private let updater = Updater()

  @Test func `Eazy, UIKit: the optional text of a text field is bound to a text`() {
    let field = UITextField()
    let binding = updater.bind(object: field, keyPath: \.text, with: store.bound(\.draft))
    field.onEdit = { binding.pull() }
    #expect(field.text == "Hello")
    field.type("!")
    #expect(store.draft == "Hello!")
    store.bound(\.draft).value = "Bye"
    #expect(field.text == "Bye")
  }

  @Test func `Eazy, UIKit: nil in a control is no text, and the true one shows again`() {
    let bar = UISearchBar()
    let binding = updater.bind(object: bar, keyPath: \.text, with: store.bound(\.draft))
    bar.onEdit = { binding.pull() }
    let seen = Seen { store.draft }
    bar.clear()
    #expect(bar.text == "Hello")
    #expect(seen.values == ["Hello"])
  }

  @Test func `Eazy, UIKit: nil in a control is what a conversion says`() {
    let bar = UISearchBar()
    let draft = store.bound(\.draft).map(to: { $0 }, from: { $0 ?? "" }) as Bound<String?>
    let binding = updater.bind(object: bar, keyPath: \.text, with: draft)
    bar.onEdit = { binding.pull() }
    bar.clear()
    #expect(store.draft == "")
    #expect(bar.text == "")
  }

  @Test func `Eazy, UIKit: an optional field is bound to an optional property, nil both ways`() {
    let (bar, well) = (UISearchBar(), UIColorWell())
    let text = updater.bind(object: bar, keyPath: \.text, with: store.bound(\.nickname))
    let colour = updater.bind(object: well, keyPath: \.selectedColor, with: store.bound(\.colour))
    #expect(bar.text == nil && well.selectedColor == nil)
    store.bound(\.nickname).value = "Ada"
    store.bound(\.colour).value = "blue"
    #expect(bar.text == "Ada" && well.selectedColor == "blue")
    (bar.text, well.selectedColor) = (nil, nil)
    text.pull()
    colour.pull()
    #expect(store.nickname == nil && store.colour == nil)
    (bar.text, well.selectedColor) = ("Bob", "green")
    text.pull()
    colour.pull()
    store.bound(\.nickname).value = nil
    #expect(bar.text == nil && store.colour == "green")
  }

  @Test func `Eazy, UIKit: an optional field is bound to a property that is not optional`() {
    let (field, toggle) = (UITextField(), UISwitch())
    let text = updater.bind(
      object: field, keyPath: \.text,
      with: store.bound(\.nickname).map(to: { $0 ?? "nobody" }, from: { $0 }))
    let loud = updater.bind(
      object: toggle, keyPath: \.isOn,
      with: store.bound(\.isLoud).map(to: { $0 ?? true }, from: { $0 }))
    #expect(field.text == "nobody" && toggle.isOn)
    text.pull()
    loud.pull()
    #expect(store.nickname == nil && store.isLoud == nil)
    field.text = "Ada"
    toggle.isOn = false
    text.pull()
    loud.pull()
    #expect(store.nickname == "Ada" && store.isLoud == false)
    store.bound(\.nickname).value = nil
    #expect(field.text == "nobody")
  }

  @Test func `Eazy, UIKit: a text view, whose text is unwrapped implicitly`() {
    let view = UITextView()
    let binding = updater.bind(object: view, keyPath: \.text, with: store.bound(\.draft))
    #expect(view.text == "Hello")
    view.text = "Bye"
    binding.pull()
    #expect(store.draft == "Bye")
    view.text = nil
    binding.pull()
    #expect(view.text == "Bye" && store.draft == "Bye")
  }

  @Test func `Eazy, UIKit: a number is a text in a text field`() {
    let field = UITextField()
    let age = store.bound(\.age)
    let binding = updater.bind(
      object: field, keyPath: \.text, with: age.map(to: { "\($0)" }, from: { Int($0) ?? age.value })
    )
    #expect(field.text == "30")
    field.text = "31"
    binding.pull()
    #expect(store.age == 31)
    field.text = "old"
    binding.pull()
    #expect(field.text == "31" && store.age == 31)
  }

  @Test func `Eazy, UIKit: a switch, a slider, a stepper and segments`() {
    let (toggle, slider) = (UISwitch(), UISlider())
    let (stepper, segments) = (UIStepper(), UISegmentedControl())
    let bindings = [
      updater.bind(object: toggle, keyPath: \.isOn, with: store.bound(\.isOn)),
      updater.bind(object: slider, keyPath: \.value, with: store.bound(\.level)),
      updater.bind(object: stepper, keyPath: \.value, with: store.bound(\.count)),
      updater.bind(object: segments, keyPath: \.selectedSegmentIndex, with: store.bound(\.segment)),
    ]
    #expect(slider.value == 0.5 && stepper.value == 1 && segments.selectedSegmentIndex == 0)
    toggle.isOn = true
    slider.value = 0.75
    stepper.value = 2
    segments.selectedSegmentIndex = 3
    for binding in bindings { binding.pull() }
    #expect(
      store.state
        == Settings(isOn: true, level: 0.75, count: 2, segment: 3))
  }

  @Test func `Eazy, UIKit: optional properties are assigned what is not optional, and what is`() {
    let (label, image, view) = (UILabel(), UIImageView(), UIView())
    updater.bind(object: label, keyPath: \.text, toProperty: store.property(\.draft))
    updater.bind(object: image, keyPath: \.image, toProperty: store.property(\.colour))
    updater.bind(object: view, keyPath: \.isHidden, toProperty: store.property(\.isOn))
    #expect(label.text == "Hello" && image.image == nil && !view.isHidden)
    store.bound(\.colour).value = "photo"
    store.bound(\.isOn).value = true
    #expect(image.image == "photo" && view.isHidden)
    store.bound(\.colour).value = nil
    #expect(image.image == nil)
  }

  @Test func `Eazy, Combine extensions: what is not optional is assigned to an optional field`()
    async
  {
    struct Naming: Interactor {
      typealias State = Settings
      typealias Action = Never
      let names: AsyncStream<String>
      func hooks(_ store: Context) -> [Hook] {
        Hook("draft", store.changes(of: \.draft)) { store.nickname = $0 }
        Hook("names", names) { store.colour = $0 }
        Hook("loud", store.changes(of: \.isLoud)) { store.colour = $0.map { "\($0)" } }
      }
    }
    let (names, feed) = AsyncStream<String>.makeStream()
    let store = Store(Settings(), Naming(names: names))
    store.bound(\.draft).value = "Ada"
    #expect(store.nickname == "Ada")
    feed.yield("blue")
    await store.settle()
    #expect(store.colour == "blue")
    store.bound(\.isLoud).value = true
    #expect(store.colour == "true")
    store.bound(\.isLoud).value = nil
    #expect(store.colour == nil)
  }
}
