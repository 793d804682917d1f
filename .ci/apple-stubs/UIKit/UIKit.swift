// Stands in for the Apple module of this name. Signatures are those of Apple's documentation, but
// classes do not inherit from NSObject.
@_exported import Foundation
@_exported import ObjectiveCRuntime

@MainActor open class UIResponder {
  public init() { fatalError() }
  open var canBecomeFirstResponder: Bool { fatalError() }
  @discardableResult open func becomeFirstResponder() -> Bool { fatalError() }
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { fatalError() }
}

@MainActor open class UIEvent {
  public enum EventSubtype: Int, @unchecked Sendable {
    case none = 0
    case motionShake = 1
  }
}

open class UIColor: Hashable, @unchecked Sendable {
  open class var red: UIColor { fatalError() }
  public static func == (lhs: UIColor, rhs: UIColor) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

open class UIImage: Hashable, @unchecked Sendable {
  public static func == (lhs: UIImage, rhs: UIImage) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

@MainActor open class UIView: UIResponder {
  open var window: UIWindow? { fatalError() }
  open func layoutIfNeeded() { fatalError() }
  open var isHidden: Bool {
    get { fatalError() }
    set { fatalError() }
  }
  open var backgroundColor: UIColor? {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UIWindow: UIView {
  open var rootViewController: UIViewController? {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UIViewController: UIResponder {
  open func viewDidLoad() { fatalError() }
  open func viewDidAppear(_ animated: Bool) { fatalError() }
}

@MainActor open class UIAction {
  public struct Identifier: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(_ rawValue: String) { fatalError() }
    public init(rawValue: String) { fatalError() }
  }

  public convenience init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
    handler: @escaping UIActionHandler
  ) { fatalError() }
}

public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void

@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }

    public static var touchUpInside: UIControl.Event { fatalError() }
    public static var valueChanged: UIControl.Event { fatalError() }
    public static var editingChanged: UIControl.Event { fatalError() }
    public static var editingDidEnd: UIControl.Event { fatalError() }
  }

  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }

    public static var normal: UIControl.State { fatalError() }
  }

  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) { fatalError() }
  open func removeAction(
    identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: UIControl.Event
  ) { fatalError() }
}

@MainActor open class UIButton: UIControl {
  public convenience init(primaryAction: UIAction?) { fatalError() }
  open func setTitle(_ title: String?, for state: UIControl.State) { fatalError() }
}

@MainActor open class UITextField: UIControl {
  public enum BorderStyle: Int, @unchecked Sendable { case none, line, bezel, roundedRect }

  open var text: String? {
    get { fatalError() }
    set { fatalError() }
  }
  open var borderStyle: UITextField.BorderStyle {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UISearchTextField: UITextField {}

@MainActor open class UITextView: UIView {
  nonisolated open class var textDidChangeNotification: NSNotification.Name { fatalError() }

  open var text: String! {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UISwitch: UIControl {
  open var isOn: Bool {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UISlider: UIControl {
  open var value: Float {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UIStepper: UIControl {
  open var value: Double {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UISegmentedControl: UIControl {
  open var selectedSegmentIndex: Int {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UIDatePicker: UIControl {
  open var date: Date {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UIColorWell: UIControl {
  open var selectedColor: UIColor? {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UILabel: UIView {
  open var text: String? {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UIImageView: UIView {
  open var image: UIImage? {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class UIActivityIndicatorView: UIView {
  open func startAnimating() { fatalError() }
  open func stopAnimating() { fatalError() }
}
