#if canImport(SwiftUI)
  public import SwiftUI
  import UpkeepScope

  /// Shows a row of a collection, and is rendered again when its element changes.
  ///
  /// `ForEach` and `List` create it.
  ///
  /// The row's value is made and tested on Linux. This file has been type-checked only, against
  /// stand-ins for SwiftUI's declarations; it has not run.
  public struct CollectionRowView<Element, Content: View>: View {
    private let bound: Bound<Element>
    private let content: (Binding<Element>) -> Content

    init(_ bound: Bound<Element>, _ content: @escaping (Binding<Element>) -> Content) {
      self.bound = bound
      self.content = content
    }

    /// The content for the element.
    public var body: some View {
      // With this read, the view follows the element even if the content only passes the binding
      // on.
      _ = bound.value
      return content(bound.binding)
    }
  }
#endif
