// Controls without a framework, declared as in UIKit, with the same optionals.

class Control {
  var onEdit: () -> Void = {}
}

/// `open var text: String?`; nil becomes the empty text, as in UIKit.
final class UITextField: Control {
  var text: String? = "" { didSet { text = text ?? "" } }

  func type(_ text: String) {
    self.text = (self.text ?? "") + text
    onEdit()
  }
}

/// `open var text: String!`.
final class UITextView: Control {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var text: String! = ""
}

final class UILabel { var text: String? }

final class UISwitch: Control { var isOn = false }

final class UISlider: Control { var value: Float = 0 }

final class UIStepper: Control { var value = 0.0 }

final class UISegmentedControl: Control { var selectedSegmentIndex = -1 }

/// `open var selectedColor: UIColor?`.
final class UIColorWell: Control { var selectedColor: String? }

final class UIImageView { var image: String? }

final class UIView { var isHidden = false }
