// A binding needs a key path that can be written, to a value of the same type. No form of `bind` is
// disfavoured, so that it finds an implicitly unwrapped property, such as `UITextView.text`.
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepUI

final class Label {
  var text = ""
  var note: String?
  var shown: String! = ""
  let title = ""
  var length: Int { text.count }
}

func binds(_ label: Label, _ count: StoredProperty<Int>, _ name: StoredProperty<String>) {
  let updater = Updater()
  updater.bind(object: label, keyPath: \.shown, toProperty: name)
  updater.bind(object: label, keyPath: \.shown, with: name)
  // expected-error@+1 {{leads to a value of another type than the property's: convert with 'map'}}
  updater.bind(object: label, keyPath: \.text, toProperty: count)
  // expected-error@+1 {{leads to a value of another type than the property's: convert with 'map'}}
  updater.bind(object: label, keyPath: \.note, toProperty: count)
  // expected-error@+1 {{leads to a value of another type than the property's: convert with 'map'}}
  updater.bind(object: label, keyPath: \.shown, toProperty: count)
  // expected-error@+1 {{the key path must lead to a property that can be set, because 'bind' sets it}}
  updater.bind(object: label, keyPath: \.title, toProperty: name)
  // expected-error@+1 {{the key path must lead to a property that can be set, because 'bind' sets it}}
  updater.bind(object: label, keyPath: \.length, toProperty: count)
  // expected-error@+1 {{value of type 'Label' has no member 'txet'}}
  updater.bind(object: label, keyPath: \.txet, toProperty: name)
  // expected-error@+1 {{both must be writable and of one type: use 'toProperty:', or convert with 'bound.map'}}
  updater.bind(object: label, keyPath: \.text, with: count)
  // expected-error@+1 {{both must be writable and of one type: use 'toProperty:', or convert with 'bound.map'}}
  updater.bind(object: label, keyPath: \.shown, with: count)
  // expected-error@+1 {{both must be writable and of one type: use 'toProperty:', or convert with 'bound.map'}}
  updater.bind(object: label, keyPath: \.title, with: name)
  // expected-error@+1 {{both must be writable and of one type: use 'toProperty:', or convert with 'bound.map'}}
  updater.bind(object: label, keyPath: \.text, with: name.map { $0 })
  // expected-error@+1 {{'StoredProperty<String>' to expected argument type 'StoredProperty<Int>'}}
  updater.bind(count, name)
}

func bindsABoundValue(_ label: Label, _ name: Bound<String>, _ count: Bound<Int>) {
  let updater = Updater()
  updater.bind(object: label, keyPath: \.shown, with: name)
  // expected-error@+1 {{both must be writable and of one type: use 'toProperty:', or convert with 'bound.map'}}
  updater.bind(object: label, keyPath: \.text, with: count)
  // expected-error@+1 {{both must be writable and of one type: use 'toProperty:', or convert with 'bound.map'}}
  updater.bind(object: label, keyPath: \.title, with: name)
}

struct Form: Equatable {
  var text = ""
  let id = 1
  var canSubmit: Bool { !text.isEmpty }
}

func bindsAField(_ store: Store<Form, String>, _ button: Button) {
  // expected-error@+1 {{this field cannot be set; use 'bound(_:send:)'}}
  _ = store.bound(\.id)
  // expected-error@+1 {{cannot convert value of type 'Bool' to expected argument type 'Property<Bool>'}}
  Updater().bind(object: button, keyPath: \.isEnabled, toProperty: store.canSubmit)
}

final class Button {
  var isEnabled = false
}

@MainActor final class Field: EditableControl {
  var level = 1.0

  func afterEdits(_ body: @escaping @MainActor () -> Bool) {}
}

@MainActor func bindsAControl(_ field: Field, _ count: StoredProperty<Int>) {
  // expected-error@+1 {{both must be writable and of one type: use 'toProperty:', or convert with 'bound.map'}}
  Updater().bind(object: field, keyPath: \.level, with: count)
}
