// Stands in for the Apple module of this name. Signatures are those of Apple's documentation, but
// classes do not inherit from NSObject.
@_exported import Foundation
@_exported import ObjectiveCRuntime

@MainActor open class NSResponder {
  public init() { fatalError() }
  public required init?(coder: NSCoder) { fatalError() }
  open func cancelOperation(_ sender: Any?) { fatalError() }
}

@MainActor open class NSApplication: NSResponder {
  open class var shared: NSApplication { fatalError() }
  @discardableResult
  open func sendAction(_ action: Selector, to target: Any?, from sender: Any?) -> Bool {
    fatalError()
  }
}

@MainActor open class NSView: NSResponder {
  open var isHidden: Bool {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class NSControl: NSView {
  nonisolated open class var textDidChangeNotification: NSNotification.Name { fatalError() }

  open weak var target: AnyObject?
  open var action: Selector? {
    get { fatalError() }
    set { fatalError() }
  }
  open var stringValue: String {
    get { fatalError() }
    set { fatalError() }
  }
  open var integerValue: Int {
    get { fatalError() }
    set { fatalError() }
  }
  open var doubleValue: Double {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class NSTextField: NSControl {
  open var placeholderString: String? {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class NSSlider: NSControl {}

@MainActor open class NSButton: NSControl {
  open var state: NSControl.StateValue {
    get { fatalError() }
    set { fatalError() }
  }
}

extension NSControl {
  public struct StateValue: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let on = NSControl.StateValue(rawValue: 1)
    public static let off = NSControl.StateValue(rawValue: 0)
  }
}

@MainActor open class NSText: NSView {
  nonisolated open class var didChangeNotification: NSNotification.Name { fatalError() }

  open var string: String {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class NSTextView: NSText {}
