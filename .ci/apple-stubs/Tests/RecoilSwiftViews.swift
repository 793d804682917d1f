import SwiftUI
import UIKit
import Upkeep
import UpkeepScope
import UpkeepUI

private struct CartItem: Equatable { var count = 1 }

private func fetchAllData() async throws -> [String: String] { ["1": "One"] }

/// The examples of RecoilSwift's README that show views, written with Upkeep.
@MainActor struct RecoilSwiftViews {
  func `Recoil, RecoilRoot: a scope around the views of an app`() {
    struct AppView: View {
      var body: some View { Text("Hello") }
    }
    struct YourApp: App {
      var body: some Scene {
        WindowGroup {
          ScopeRoot {
            AppView()
          }
        }
      }
    }
  }

  nonisolated private enum CartState {
    static let allCartItem = Atom<[CartItem]>([])
    /// If there are fewer than 10 items it shows their number, otherwise 9+.
    static let numberOfProductBadge = Computed<String?> { get in
      let count = get(allCartItem).reduce(into: 0) { $0 += $1.count }
      return count < 10 ? "\(count)" : "9+"
    }
  }

  func `Recoil, Creating and Using State: a view reads a badge`() {
    struct YourView: View {
      @Environment(\.scope) private var scope

      var body: some View {
        let badge = scope[CartState.numberOfProductBadge]

        Text(badge ?? "")
      }
    }
  }

  nonisolated private struct AllCartItem: AtomNode {
    func initial() -> [CartItem] { [] }
  }

  nonisolated private struct NumberOfProductBadge: ComputedNode {
    func compute(_ get: Reader) -> String? {
      let count = get(AllCartItem()).reduce(into: 0) { $0 += $1.count }
      return count < 10 ? "\(count)" : "9+"
    }
  }

  func `Recoil, Creating Custom State: a view reads a badge`() {
    struct YourView: View {
      @Environment(\.scope) private var scope

      var body: some View {
        let badge = scope[NumberOfProductBadge()]

        Text(badge ?? "")
      }
    }
  }

  nonisolated private enum Remote {
    static let dataById = Family { (id: String) in
      Resource<String?> { get in try await fetchAllData()[id] }
    }
  }

  private struct RemoteData: ResourceNode {
    let id: String

    func load(_ get: LoadReader) async throws -> String? { try await fetchAllData()[id] }
  }

  func `Recoil, Parameterized State: a view is loading, shows its value, or why there is none`() {
    struct DataView: View {
      let text: String?
      let onRetry: () -> Void

      var body: some View {
        Text(text ?? "")
        Button("Again") { onRetry() }
      }
    }
    struct YourView: View {
      @Environment(\.scope) private var scope
      let id: String

      var body: some View {
        let loadable = scope[Remote.dataById(id)]

        return VStack {
          if loadable.isLoading {
            ProgressView()
          }

          if let error = loadable.error {
            Text("\(error)")
          }

          // when data fulfill
          if let text = loadable.value {
            DataView(text: text, onRetry: { scope.refresh(Remote.dataById(id)) })
          }
        }
      }
    }
    struct CustomView: View {
      @Environment(\.scope) private var scope
      let id: String

      var body: some View {
        LoadableView(scope[RemoteData(id: id)]) { text in
          DataView(text: text, onRetry: { scope.refresh(RemoteData(id: id)) })
        } failure: { error in
          Text("\(error)")
        }
      }
    }
  }

  func `Recoil, State Debugging: a shaken device shows the graph`() {
    struct Root<Content: View>: View {
      let content: Content

      var body: some View {
        ScopeRoot {
          content.shakeToDebug()
        }
      }
    }
  }

  nonisolated private struct MyState: AtomNode {
    func initial() -> String { "Hello" }
  }

  nonisolated private enum BookList {
    static let currentBooks = Resource<[String]> { get in [] }
  }

  func `Recoil, UIKit Usage: a view controller is refreshed, a simple one and a complex one`() {
    final class SimpleViewController: UIViewController {
      let scope = Scope()
      let updater = Updater()
      let valueLabel = UILabel()

      override func viewDidLoad() {
        super.viewDidLoad()
        updater.keepUpToDate(self) { $0.refresh() }
      }

      func refresh() {
        let value = scope[MyState()]

        valueLabel.text = value
      }
    }
    final class BooksViewController: UIViewController {
      let scope = Scope()
      let updater = Updater()
      let loadingSpinner = UIActivityIndicatorView()
      let tableView = UITableView()
      let emptyDataLabel = UILabel()
      let errorLabel = UILabel()
      var books: [String] = []

      override func viewDidLoad() {
        super.viewDidLoad()
        updater.keepUpToDate(self) { $0.refresh() }
      }

      func refresh() {
        let booksLoader = scope[BookList.currentBooks]

        if let error = booksLoader.error {
          loadingSpinner.stopAnimating()
          tableView.isHidden = true
          emptyDataLabel.isHidden = true
          errorLabel.text = error.localizedDescription
          errorLabel.isHidden = false
        } else if let books = booksLoader.value {
          loadingSpinner.stopAnimating()

          if books.isEmpty {
            tableView.isHidden = true
            emptyDataLabel.isHidden = false
          } else {
            tableView.isHidden = false
            emptyDataLabel.isHidden = true
            self.books = books
            tableView.reloadData()
          }
        } else {
          tableView.isHidden = true
          emptyDataLabel.isHidden = true
          loadingSpinner.startAnimating()
        }
      }
    }
  }

  nonisolated private enum Names {
    static let names = Atom(["", "Ella", "Chris", "", "Paul"])
    static let filteredNames = WritableComputed(
      get: { get in get(names).filter { !$0.isEmpty } },
      set: { scope, filtered in scope[names] = filtered })
  }

  func `Recoil, Hooks API Usage: a view shows names, and a button resets them`() {
    struct YourView: View {
      @Environment(\.scope) private var scope

      var body: some View {
        let names = scope[Names.names]
        let filteredNames = scope.bound(Names.filteredNames).binding

        return VStack {
          Text("Original names: \(names.joined(separator: ","))")
          Text("Filtered names: \(filteredNames.wrappedValue.joined(separator: ","))")

          Button("Reset to original") {
            filteredNames.wrappedValue = names
          }
        }
      }
    }
  }
}
