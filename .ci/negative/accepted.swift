// Code that must compile as it stands, without an annotation for Upkeep and without a diagnostic.
import Upkeep

@MainActor final class ViewModel {
  let count = StoredProperty(0)
  let title: Property<String>
  @Stored var limit = 10
  @Stored(changes: .always, name: "items") var items: [String] = []
  @Derived({ (model: ViewModel) in model.count.value < model.limit }) var canAdd: Bool
  private let updater = Updater()
  private var shown = ""

  init() {
    title = count.map { "\($0) items" }
    updater.keepUpToDate { [unowned self] in shown = "\(title.value) \(canAdd)" }
    updater.keepUpToDate(self) { model in model.shown = model.title.value }
    updater.bind(object: self, keyPath: \.shown, toProperty: title)
    updater.onTransition($limit) { [weak self] _, new in self?.shown = "\(new)" }
  }

  func add() {
    batch {
      count.value += 1
      items.append("item")
    }
  }

  func load() async {
    await Task.yield()
    add()
  }
}

@MainActor func usesTheModel() async {
  let model = ViewModel()
  model.add()
  await model.load()
  let observation = model.$canAdd.onChange { print($0, model.title.value) }
  Task { model.limit += 1 }
  observation.cancel()
}

actor Ledger {
  private let balance = StoredProperty(0)
  private let updater = Updater()
  private var adopted: StoredProperty<Int>?
  @Stored private var limit = 100
  private var seen: [Int] = []

  func watch() {
    updater.keepUpToDate { [weak self] in
      self?.assumeIsolated { $0.seen.append($0.balance.value) }
    }
    updater.keepUpToDate(self) { ledger in ledger.assumeIsolated { $0.look() } }
    updater.onTransition(balance) { [weak self] _, new in
      self?.assumeIsolated { $0.seen.append(new) }
    }
  }

  private func look() { seen.append(balance.value) }

  func deposit(_ amount: Int) -> Bool {
    if balance.value + amount > limit { return false }
    balance.value += amount
    return true
  }

  func adopt(_ property: sending StoredProperty<Int>) {
    adopted = property
    let updater = updater
    updater.keepUpToDate { print(property.value) }
  }
}

func handsOver(_ ledger: Ledger) async {
  let count = StoredProperty(1)
  count.value += 1
  await ledger.adopt(count)
  print(await ledger.deposit(5))
}

func makesAGraph() -> sending Property<Int> {
  let count = StoredProperty(1)
  return count.map { $0 + 1 }
}

func detaches() {
  Task.detached {
    let count = StoredProperty(1)
    let double = DerivedProperty(count) { $0 * 2 }
    let updater = Updater()
    updater.keepUpToDate { print(double.value) }
    count.value = 2
  }
  let sent = StoredProperty(1)
  Task.detached { sent.value += 1 }
}

func isSynchronous(_ count: StoredProperty<Int>, _ updater: Updater) -> Property<Int> {
  batch { count.value = 1 }
  transaction { count.value = 2 }
  updater.keepUpToDate { print(1 + count.value) }
  untracked { _ = count.value }
  return DerivedProperty { count.value }
}

final class Worker {
  @Stored var count = 0
  @Derived({ (worker: Worker) in worker.count * 2 }) var double: Int
  private let updater = Updater()

  func run() {
    updater.keepUpToDate { [unowned self] in print(double) }
    count += 1
  }
}

@concurrent func runsElsewhere() async {
  Worker().run()
  print(makesAGraph().value)
}
