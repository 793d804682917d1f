// Stands in for the Apple module of this name. Signatures are those of Apple's documentation.
@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { fatalError() }
  public static func buildBlock() -> EmptyView { fatalError() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { fatalError() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { fatalError() }
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { fatalError() }
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { fatalError() }
}

public struct TupleView<T>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

public struct _ConditionalContent<TrueContent, FalseContent> {}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

public struct EmptyView: View {
  public typealias Body = Never
  nonisolated public init() { fatalError() }
  public var body: Never { fatalError() }
}

public struct Text: View {
  public typealias Body = Never
  nonisolated public init<S: StringProtocol>(_ content: S) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Color: View {
  public typealias Body = Never
  public static let blue = Color()
  public static let gray = Color()
  public var body: Never { fatalError() }
}

public struct Spacer: View {
  public typealias Body = Never
  nonisolated public init(minLength: CGFloat? = nil) { fatalError() }
  public var body: Never { fatalError() }
}

public struct TextField<Label: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension TextField where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
}

public struct Toggle<Label: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension Toggle where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { fatalError() }
}

public struct Button<Label: View>: View {
  public typealias Body = Never
  @preconcurrency public init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) { fatalError() }
  public var body: Never { fatalError() }
}

extension Button where Label == Text {
  @preconcurrency nonisolated public init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) { fatalError() }
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  nonisolated public init() where Label == EmptyView { fatalError() }
}

public struct VerticalAlignment: Sendable {
  public static let center = VerticalAlignment()
}

public struct HorizontalAlignment: Sendable {
  public static let center = HorizontalAlignment()
}

public struct Alignment: Sendable {
  public static let center = Alignment()
}

public struct VStack<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
  public var body: Never { fatalError() }
}

public struct HStack<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
  public var body: Never { fatalError() }
}

public struct LazyVStack<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { fatalError() }
  public var body: Never { fatalError() }
}

public enum Axis: Int8, Sendable {
  case horizontal, vertical

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }

    public static let vertical = Axis.Set(rawValue: 2)
  }
}

public struct ScrollView<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(
    _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Group<Content> {}

extension Group: View where Content: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}

public struct NavigationView<Content: View>: View {
  public typealias Body = Never
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  nonisolated public init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { fatalError() }
}

extension ForEach where Content: View {
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { fatalError() }
}

public protocol DynamicViewContent<Data>: View {
  associatedtype Data: Collection
  var data: Self.Data { get }
}

extension ForEach: DynamicViewContent where Content: View {
  public var data: Data { fatalError() }
}

extension DynamicViewContent {
  nonisolated public func onDelete(
    perform action: ((IndexSet) -> Void)?
  ) -> some DynamicViewContent<Data> { self }
}

public struct List<SelectionValue: Hashable, Content: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}

extension List where SelectionValue == Never {
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable
  { fatalError() }

  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}
