import Combine
import SwiftUI
import UIKit
import Upkeep
import UpkeepStore
import UpkeepUI
import os

nonisolated private enum Counting {
  struct State: Equatable {
    var counter = 0
    var name = ""
  }

  enum Action: BindableAction {
    case modify(Modification)
    case binding(BindingAction<State>)

    enum Modification { case increase, decrease }

    var binding: BindingAction<State>? {
      if case .binding(let binding) = self { binding } else { nil }
    }
  }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .modify(.increase): state.counter += 1
    case .modify(.decrease): state.counter -= 1
    case .binding: break
    }
  }

  @MainActor static let store = Store(State(), reducer.binding())
}

/// The examples of Recombine's README, and its features, that show views, written with Upkeep.
@MainActor struct RecombineViews {
  func `Recombine, App.store: a view finds the store in its environment`(_ window: UIWindow) {
    struct ContentView: View {
      @Environment(Store<Counting.State, Counting.Action>.self) private var store

      var body: some View {
        Text("\(store.counter)")
        Button("More") { store.send(.modify(.increase)) }
      }
    }
    window.rootViewController = UIHostingController(
      rootView: ContentView().environment(Counting.store)
    )
  }

  func `Recombine, BindableState: a field is written by its binding action`() {
    struct NameView: View {
      let store: Store<Counting.State, Counting.Action>

      var body: some View {
        TextField("Name", text: store.binding(\.name))
      }
    }
  }

  func `Recombine, receive(on:): a state is delivered by a scheduler`(
    _ cancellables: inout Set<AnyCancellable>
  ) {
    Counting.store.property(\.counter).publisher
      .receive(on: DispatchQueue.main)
      .sink { print($0) }
      .store(in: &cancellables)
  }

  func `Recombine, sync: two values of a view are kept in step`() {
    struct NameView: View {
      let store: Store<Counting.State, Counting.Action>
      @State private var name = ""

      var body: some View {
        TextField("Name", text: $name)
          .onChange(of: name) { _, name in store.binding(\.name).wrappedValue = name }
          .onChange(of: store.name, initial: true) { _, new in name = new }
      }
    }
  }

  func `Recombine, signpost: each action is an event of a signposter`() {
    let signposter = OSSignposter(subsystem: "app", category: "store")
    let store = Store(
      Counting.State(), Counting.reducer,
      trace: Trace { event in
        if case .action = event { signposter.emitEvent("action") }
      })
    store.send(.modify(.increase))
  }
}
