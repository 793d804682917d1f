import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

@testable import UpkeepUI

private enum Profile {
  static let name = Atom("Ann")
  static let friends = Family { (id: Int) in Atom("friend \(id)") }
  static let pair = Atom(Pair())
}

private struct Pair {
  var left = 1
  var right = 2
}

private final class Form {
  @Stored var name = "Ann"
  @Stored var age = 30
}

private struct Chat: Equatable {
  var draft = ""
  var isSent = false
}

private enum ChatAction: BindableAction {
  case binding(BindingAction<Chat>)

  var binding: BindingAction<Chat>? {
    switch self {
    case .binding(let action): action
    }
  }
}

/// The key path that SwiftUI receives for a bound value.
private func path<Value>(_ bound: Bound<Value>) -> ReferenceWritableKeyPath<BindingRoot, Value> {
  \BindingRoot.[BindingPlace(bound)]
}

/// The identity and the lifetime of a binding, which is a key path of one object.
@Suite struct BindingRootTests {
  private let root = BindingRoot.shared

  @Test func `a value is read and written through the root`() {
    let scope = Scope()
    let name = path(scope.bound(Profile.name))
    #expect(root[keyPath: name] == "Ann")
    root[keyPath: name] = "Bob"
    root[keyPath: name].append("!")
    #expect(scope[Profile.name] == "Bob!")
  }

  @Test func `bindings to one definition, in one scope, are equal`() {
    let (scope, other) = (Scope(), Scope())
    let name = path(scope.bound(Profile.name))
    #expect(name == path(scope.bound(Profile.name)))
    #expect(name.hashValue == path(scope.bound(Profile.name)).hashValue)
    #expect(name != path(other.bound(Profile.name)))
    #expect(path(scope.bound(Profile.friends(1))) == path(scope.bound(Profile.friends(1))))
    #expect(path(scope.bound(Profile.friends(1))) != path(scope.bound(Profile.friends(2))))
    let pair = scope.bound(Profile.pair)
    #expect(path(pair.map(\.left)) == path(pair.map(\.left)))
    #expect(path(pair.map(\.left)) != path(pair.map(\.right)))
  }

  @Test func `bindings to one stored property of an object are equal`() {
    let (form, other) = (Form(), Form())
    #expect(path(Bound(form, \.name)) == path(Bound(form, \.name)))
    #expect(path(Bound(form, \.name)) != path(Bound(other, \.name)))
    #expect(path(form.$age.bound) == path(form.$age.bound))
    #expect(path(form.$age.bound) != path(other.$age.bound))
    root[keyPath: path(form.$age.bound)] += 1
    #expect(form.age == 31)
  }

  @Test func `bindings to one field of a store are equal, by its binding action, too`() {
    let plain = Store(Chat(), Reducer<Chat, Never>())
    #expect(path(plain.bound(\.draft)) == path(plain.bound(\.draft)))
    #expect(path(plain.bound(\.draft)) != path(plain.bound(\.draft, animation: "slow")))
    let store = Store(Chat(), Reducer<Chat, ChatAction>().binding())
    #expect(path(store.bound(\.draft)) == path(store.bound(\.draft)))
    #expect(path(store.bound(\.draft)) != path(plain.bound(\.draft)))
    func written<Action>(_ store: Store<Chat, Action>) -> Bound<String> { store.bound(\.draft) }
    #expect(path(store.bound(\.draft)) != path(written(store)))
    root[keyPath: path(store.bound(\.draft))] = "Hello"
    #expect(store.draft == "Hello")
  }

  @Test func `a binding that is made by closures is unlike all others, and like itself`() {
    let name = StoredProperty("Ann")
    let store = Store(Chat(), Reducer<Chat, ChatAction>().binding())
    func expectUnlike<Value>(_ made: () -> Bound<Value>) {
      let one = path(made())
      #expect(one == one && one != path(made()))
    }
    expectUnlike { Bound(get: { name.value }) { name.value = $0 } }
    expectUnlike { store.bound(\.draft) { .binding(.set(\.draft, $0)) } }
    expectUnlike { name.bound.map(to: \.count) { String($0) } }
  }

  @Test func `a view that reads through a binding is told of each change, and of no other`() {
    ObservationSwitch.isOn = true
    let form = Form()
    let name = path(Bound(form, \.name))
    let view = TrackingView { [root] in root[keyPath: name] }
    form.age = 31
    #expect(view.announcements == 0)
    root[keyPath: name] = "Bob"
    #expect(view.announcements == 1)
    view.render()
    root[keyPath: name] = "Bob"
    #expect((view.announcements, view.shown) == (0, ["Ann", "Bob"]))
  }

  @Test func `a binding keeps its source, and nothing does when it has gone`() {
    weak var gone: Scope?
    do {
      let scope = Scope()
      gone = scope
      let binding = path((consume scope).bound(Profile.name))
      #expect(gone != nil && root[keyPath: binding] == "Ann")
    }
    #expect(gone == nil)
  }
}
