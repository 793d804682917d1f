import AppKit
import SwiftUI
import UIKit
import Upkeep
import UpkeepCollections
import UpkeepUI

nonisolated private struct Todo: Identifiable, Equatable {
  let id: Int
  var title: String
  var day = "today"
  var isDone = false
}

/// `updater.follow(_:in:)` with tables and collection views, and with their diffable data sources.
@MainActor struct TableViews {
  private let updater = Updater()
  private let todos = StoredCollection([Todo(id: 1, title: "tea")])

  func `UIKit: a table and a collection view, with sections and without`() {
    let rows = TableRows(todos.filter { !$0.isDone })
    updater.follow(rows, in: UITableViewController().tableView)
    let days = TableSections(todos.grouped { $0.day })
    updater.follow(days, in: UITableViewController().tableView)
  }

  func `UIKit: collection views`(_ view: UICollectionView) {
    updater.follow(TableRows(todos), in: view).cancel()
    updater.follow(TableSections(todos.grouped { $0.day }), in: view)
  }

  func `UIKit: diffable data sources`(_ table: UITableView, _ view: UICollectionView) {
    let rows = TableRows(todos)
    let flat = UITableViewDiffableDataSource<Int, Int>(tableView: table) { _, path, id in
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.textLabel?.text = rows[id: id]?.title ?? rows[path.row].title
      return cell
    }
    updater.follow(rows, in: flat, section: 0)
    let days = TableSections(todos.grouped { $0.day })
    let sectioned = UITableViewDiffableDataSource<String, Int>(tableView: table) { _, path, _ in
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.textLabel?.text = days[path].title
      return cell
    }
    updater.follow(days, in: sectioned, animatingDifferences: false)
    let items = UICollectionViewDiffableDataSource<String, Int>(collectionView: view) { _, _, _ in
      nil
    }
    updater.follow(days, in: items)
    updater.follow(rows, in: items, section: "all")
  }

  func `AppKit: a table, and its diffable data source`(_ table: NSTableView) {
    let rows = TableRows(todos)
    updater.follow(rows, in: table)
    let source = NSTableViewDiffableDataSource<Int, Int>(tableView: table) { _, _, row, _ in
      let field = NSTextField()
      field.stringValue = rows[row].title
      return field
    }
    updater.follow(rows, in: source, section: 0)
    let sectioned = NSTableViewDiffableDataSource<String, Int>(tableView: table) { _, _, _, _ in
      NSTextField()
    }
    updater.follow(TableSections(todos.grouped { $0.day }), in: sectioned)
  }

  func `SwiftUI: lists of rows, each with a binding`() -> some View {
    let open = todos.filter { !$0.isDone }.sorted { $0.title < $1.title }
    return VStack {
      List(todos.rows) { $todo in
        TextField("Title", text: $todo.title)
        Text(todo.title)
      }
      List {
        ForEach(todos.rows(of: open)) { $todo in
          Toggle("Done", isOn: $todo.isDone)
        }
        .onDelete { offsets in
          let ids = todos.rows(of: open).value.map(\.id)
          for offset in offsets { todos.remove(ids[offset]) }
        }
      }
      ForEach(open.value) { todo in Text(todo.title) }
    }
  }
}
