import Differential
import UpkeepCollections
import UpkeepScope

/// An element of a saved collection.
struct SavedTodo: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title = "tea"
  var note: String?
}

/// An edited collection, and the array that it must equal.
@MainActor struct EditedTodos {
  private(set) var value: KeyedArray<Int, SavedTodo>
  private(set) var model: [SavedTodo]
  private var random: SplitMix64
  private var lastID = 1_000_000

  init(_ elements: some Sequence<SavedTodo>, seed: UInt64) {
    model = Array(elements)
    value = KeyedArray(model)
    random = SplitMix64(seed: seed)
  }

  /// Continues with a value that was read.
  mutating func goOn(from value: KeyedArray<Int, SavedTodo>) {
    self.value = value
    model = Array(value)
  }

  /// Makes a random edit that changes something.
  mutating func edit() {
    let before = model
    while model == before { tryEdit() }
  }

  private mutating func tryEdit() {
    let kind = random.pick([30, 25, 20, 20, 1, 2])
    if kind == 0 || model.isEmpty {
      let todo = SavedTodo(id: newID(), title: title())
      let position = random.below(model.count + 1)
      model.insert(todo, at: position)
      value.insert(todo, at: position)
      return
    }
    let position = random.below(model.count)
    let id = model[position].id
    switch kind {
    case 1:
      model[position].title = title()
      value[id: id] = model[position]
    case 2:
      model.remove(at: position)
      value.remove(id: id)
    case 3:
      let target = random.below(model.count)
      model.insert(model.remove(at: position), at: target)
      value.move(id: id, to: target)
    case 4:
      model = []
      value.removeAll()
    default:
      model.shuffle(using: &random)
      model.removeLast()
      model.insert(SavedTodo(id: newID(), note: title()), at: 0)
      value.replaceAll(with: model)
    }
  }

  private mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// A title of any length, with characters that JSON must escape.
  private mutating func title() -> String {
    let letters = ["a", "\t", "\n", "\"", "\\", "/", "é", "👍", "\u{0}", ",", "]", "{"]
    return (0..<random.below(12)).map { _ in letters[random.below(letters.count)] }.joined()
  }
}
