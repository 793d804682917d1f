public import Foundation
import Upkeep
public import UpkeepScope

/// Todo lists whose changes show at once, are accepted later, are saved, and can be undone.
///
/// Until the service answers, a change shows as a tentative layer over the items. If the service
/// accepts the change, the model makes the change in the scope, and confirms the layer. If the
/// service refuses, the layer fails and disappears, and all other edits stay. Requests are made one
/// after the other, in the order of the edits.
@MainActor public final class TodoModel {
  /// The values of `Todos`.
  public let scope: Scope

  private let service: TodoService
  private let saved: Atom<SavedTodos>
  private let items: TentativeProperty<[Todo]>
  private var request: Task<Void, Never>?

  // The accepted changes that can be undone, and the undone changes that can be redone.
  private let past = StoredProperty<[Change]>([])
  private let future = StoredProperty<[Change]>([])

  /// The state before and after an accepted change.
  private struct Change {
    let before: Snapshot
    let after: Snapshot
  }

  /// Creates a model with the saved state.
  ///
  /// - Parameters:
  ///   - folder: The folder in which state is saved.
  ///   - service: The service that is asked for each change.
  public init(folder: URL, service: TodoService) {
    self.service = service
    let scope = Scope { $0[Todos.folder] = folder }
    let saved = Todos.saved(folder)
    // Not `scope.property`, which would retain the scope that retains this property.
    items = TentativeProperty(DerivedProperty { [unowned scope] in scope[saved].items })
    self.scope = scope
    self.saved = saved
    scope[Todos.tentative] = items
  }

  /// Waits until the service has answered all requests and all changes are saved.
  public func settle() async throws {
    await request?.value
    try await scope.saved()
  }
}

// MARK: - Changes

extension TodoModel {
  /// Adds an item to the shown list.
  public func add(_ title: String) {
    scope[saved].lastID += 1
    make(TodoEdit(put: [Todo(id: scope[saved].lastID, list: scope[Todos.list], title: title)]))
  }

  /// Marks an item as done or open.
  public func setDone(_ isDone: Bool, _ todo: Todo) {
    var new = todo
    new.isDone = isDone
    make(TodoEdit(put: [new]))
  }

  /// Removes an item.
  public func remove(_ todo: Todo) { make(TodoEdit(removed: [todo.id])) }

  private func make(_ edit: TodoEdit) {
    send(edit) { [past, future] change in
      guard let change else { return }
      past.value.append(change)
      future.value = []
    }
  }
}

// MARK: - Undo

extension TodoModel {
  /// Whether there is an accepted change to undo.
  public var canUndo: Bool { !past.value.isEmpty }

  /// Whether there is an undone change to redo.
  public var canRedo: Bool { !future.value.isEmpty }

  /// Undoes the last accepted change; pending edits stay.
  public func undo() {
    move(from: past, to: future) { edit(from: $0.after, to: $0.before) }
  }

  /// Redoes the last undone change.
  public func redo() {
    move(from: future, to: past) { edit(from: $0.before, to: $0.after) }
  }

  private func edit(from old: Snapshot, to new: Snapshot) -> TodoEdit {
    TodoEdit(from: old[saved]?.items ?? [], to: new[saved]?.items ?? [])
  }

  private func move(
    from source: StoredProperty<[Change]>, to target: StoredProperty<[Change]>,
    _ edit: (Change) -> TodoEdit
  ) {
    guard let change = source.value.popLast() else { return }
    send(edit(change)) { accepted in
      // A refused undo or redo can be tried again.
      (accepted == nil ? source : target).value.append(change)
    }
  }
}

// MARK: - The service

extension TodoModel {
  private func send(_ edit: TodoEdit, then finish: @escaping (Change?) -> Void) {
    let layer = items.apply { edit.applied(to: $0) }
    scope[Todos.problem] = nil
    request = Task { [earlier = request] in
      await earlier?.value
      do {
        try await service.send(edit)
        let before = scope.snapshot()
        batch {
          scope[saved].items = edit.applied(to: scope[saved].items)
          layer.confirm()
        }
        finish(Change(before: before, after: scope.snapshot()))
      } catch {
        batch {
          layer.fail()
          scope[Todos.problem] = "\(error)"
        }
        finish(nil)
      }
    }
  }
}
