import AppKit
import SwiftUI
import UIKit
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepUI

nonisolated private struct Settings: Equatable {
  var name = ""
  var nickname: String?
  var volume: Float = 0
  var count = 0
  var isOn = false
  var date = Date()
}

private final class Model {
  @Stored var name = ""
  @Stored var image: UIImage?
}

/// `updater.bind(object:keyPath:with:)` with controls, to which the binding listens.
@MainActor struct ControlBindings {
  private let updater = Updater()
  private let store = Store(Settings(), Reducer<Settings, Never>())
  private let model = Model()

  func `UIKit: optional destinations, and optional sources`() {
    let binding = updater.bind(
      object: UITextField(), keyPath: \.text, with: store.bound(\.name))
    updater.bind(object: UITextField(), keyPath: \.text, with: store.bound(\.nickname))
    updater.bind(object: UITextField(), keyPath: \.text, with: model.$name)
    updater.bind(object: UISearchTextField(), keyPath: \.text, with: store.bound(\.name))
    updater.bind(object: UITextView(), keyPath: \.text, with: store.bound(\.name))
    updater.bind(object: UIColorWell(), keyPath: \.selectedColor, with: StoredProperty(UIColor.red))
    updater.bind(object: UIImageView(), keyPath: \.image, toProperty: model.$image)
    binding.cancel()
  }

  func `UIKit: a switch, a slider, a stepper, segments and a date`() {
    updater.bind(object: UISwitch(), keyPath: \.isOn, with: store.bound(\.isOn))
    updater.bind(object: UISlider(), keyPath: \.value, with: store.bound(\.volume))
    updater.bind(
      object: UIStepper(), keyPath: \.value,
      with: store.bound(\.count).map(to: { Double($0) }, from: { Int($0) }))
    updater.bind(
      object: UISegmentedControl(), keyPath: \.selectedSegmentIndex, with: store.bound(\.count))
    updater.bind(object: UIDatePicker(), keyPath: \.date, with: store.bound(\.date))
  }

  func `AppKit: a text field, a slider, a button and a text view`() {
    updater.bind(object: NSTextField(), keyPath: \.stringValue, with: store.bound(\.name))
    updater.bind(
      object: NSTextField(), keyPath: \.placeholderString, toProperty: store.property(\.nickname))
    updater.bind(
      object: NSSlider(), keyPath: \.doubleValue,
      with: store.bound(\.volume).map(to: { Double($0) }, from: { Float($0) }))
    updater.bind(
      object: NSButton(), keyPath: \.state,
      with: store.bound(\.isOn).map(to: { $0 ? .on : .off }, from: { $0 == .on }))
    updater.bind(object: NSTextView(), keyPath: \.string, with: model.$name)
  }

  func `SwiftUI: the bindings of a stored property, a definition and a field`(
    _ scope: Scope
  ) -> [Binding<String>] {
    [
      model.$name.binding, scope.bound(Atom("")).binding, store.binding(\.name),
      store.bound(\.nickname).map(to: { $0 ?? "" }, from: { $0 }).binding,
    ]
  }
}
