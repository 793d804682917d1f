import Differential
import Upkeep

/// Uses every public type once in each way that matters for memory.
func useEverything(_ checks: Checks) {
  let all: [(name: String, use: Use)] = [
    ("stored and derived values", useValues), ("failures", useFailures), ("updaters", useUpdaters),
    ("bindings", useBindings), ("transactions", useTransactions),
    ("other properties", useOtherProperties), ("tentative values", useTentativeValues),
    ("wrappers", useWrappers), ("mistakes", useMistakes),
  ]
  for (name, use) in all {
    checks.expectNothingLeft(name) { census in
      use(census, census.load(), StoredProperty(1, name: "number"), Updater())
    }
  }
}

/// Uses some types, with an object to hold, a number and an updater.
private typealias Use = @Sendable (Census, Load, StoredProperty<Int>, Updater) -> Void

private let useValues: Use = { census, load, _, updater in
  let loads = StoredProperty(census.load())
  let number = StoredProperty(1, changes: ChangeRule { $0 != $1 + load.zero }, name: "number")
  let optional = StoredProperty<Int?>(nil)
  let tracked = DerivedProperty { number.value + load.zero + loads.value.zero }
  let declared = DerivedProperty(number, optional) { $0 + ($1 ?? 0) + load.zero }
  let listed = DerivedProperty(dependencies: [number, tracked]) { tracked.value + load.zero }
  let previous = DerivedProperty(fromPrevious: { (old: Int?) in
    (old ?? 0) + number.value + load.zero
  })
  let inner = DerivedProperty { StoredProperty(number.value).map { $0 + load.zero }.value }
  let fixed = Property.constant(3)
  let all = DerivedProperty {
    tracked.value + declared.value + listed.value + previous.value + inner.value + fixed.value
  }
  for value in 1...5 {
    number.value = value
    number.modify { $0 += 1 }
    number.touch()
    optional.value = value
    loads.value = census.load()
    _ = all.value
    _ = all.peek()
    _ = all.untypedValue
    _ = number.write(untyped: value)
  }
  updater.keepUpToDate { _ = all.value }
  all.livenessHandler = { _ in _ = load.zero }
  number.value = 9
}

private let useFailures: Use = { _, load, number, updater in
  let failing = DerivedProperty.catching { () throws(any Error) -> Int in
    if number.value % 2 == 0 { throw Refusal() }
    return number.value + load.zero
  }
  let further = failing.map { try? $0.get() }
  let listed = DerivedProperty.catching(dependencies: [number]) { () throws(Refusal) -> Int in
    if number.value % 2 == 0 { throw Refusal() }
    return load.zero
  }
  updater.keepUpToDate(onError: { _ in _ = load.zero }) { effect in
    effect.onCleanUp { _ = load.zero }
    effect.onCleanUp { () throws in throw Refusal() }
    _ = try failing.value.get()
  }
  _ = try? updater.keepUpToDateOrThrow { throw Refusal() }
  withMisuseHandler({ _ in _ = load.zero }) {
    for value in 1...4 {
      number.value = value
      _ = (further.value, listed.value)
    }
  }
}

private let useUpdaters: Use = { census, load, number, updater in
  let double = number.map { $0 * 2 + load.zero }
  updater.keepUpToDate { effect in
    let held = census.load()
    effect.onCleanUp { _ = held.zero }
    _ = double.value
  }
  updater.keepUpToDate(dependencies: [number]) { _ = load.zero }
  let token = updater.keepUpToDate {
    let inner = Updater()
    inner.keepUpToDate { _ = double.value + load.zero }
  }
  updater.onTransition(double) { _, _ in _ = load.zero }
  updater.when({ double.value > 5 }) { _ = load.zero }
  let observation = double.onChange { _ in _ = load.zero }
  let untyped = (double as UntypedProperty).onChange { _ = load.zero }
  for value in 1...5 {
    number.value = value
    updater.pause()
    number.value = -value
    untracked { updater.unpause() }
  }
  token.cancel()
  for observation in [observation, untyped] { observation.cancel() }
  updater.cancel()
  updater.keepUpToDate { _ = double.value + load.zero }
}

private let useBindings: Use = { _, load, number, _ in
  final class Screen {
    var number = 0
    var text = ""
    let updater = Updater()
    let load: Load
    init(_ load: Load) { self.load = load }
    func redraw() { number += 1 }
  }
  let screen = Screen(load)
  let text = StoredProperty("1")
  screen.updater.keepUpToDate(screen) { $0.redraw() }
  screen.updater.keepUpToDate(screen, dependencies: [number]) { $0.redraw() }
  screen.updater.keepUpToDate(screen) { screen in screen.redraw() }
  screen.updater.bind(object: screen, keyPath: \.text, toProperty: text)
  let binding = screen.updater.bind(object: screen, keyPath: \.number, with: number)
  screen.updater.bind(
    number, text, forward: { "\($0)" }, backward: { Int($0) ?? 0 })
  number.value = 2
  text.value = "3"
  screen.number = 4
  binding.pull()
}

private let useTransactions: Use = { census, _, number, updater in
  let loads = StoredProperty(census.load())
  let level = ConnectableProperty(0)
  let total = DerivedProperty { number.value + level.value + loads.value.zero }
  let token = updater.keepUpToDate { _ = total.value }
  for isUndone in [false, true, false, true] {
    transaction(isUndone: isUndone) {
      loads.value = census.load()
      level.connect(number.map { $0 * 2 })
      transaction(isUndone: true) {
        number.value += 1
        token.cancel()
        updater.keepUpToDate { _ = total.value }
        _ = total.value
      }
      batch {
        number.value += 1
        loads.modify { $0 = census.load() }
      }
      _ = total.value
      updater.keepUpToDate { _ = total.value }
    }
  }
}

private let useOtherProperties: Use = { _, load, number, updater in
  let other = DerivedProperty { 2 + number.value * 0 + load.zero }
  let sources: [Property<Int>] = [number, other]
  let index = StoredProperty(0)
  let level = ConnectableProperty(0)
  let inner = MultilevelProperty(index) { sources[$0] }
  let perhaps = MultilevelOptionalProperty(index) { $0 == 0 ? nil : sources[1] }
  let list = StoredProperty([number])
  let all = MultilevelCollectionProperty(list, \.self)
  let table = StoredProperty(["one": number])
  let entries = MultilevelCollectionProperty(table, \.self)
  let shared = PassThroughProperty(level)
  let ruled = PassThroughProperty(level, changes: .always)
  let manual = ManuallyRecalculatedDerivedProperty { number.value + load.zero }
  updater.keepUpToDate {
    _ = (inner.value, perhaps.value, all.value, entries.value, shared.value, ruled.value)
    _ = manual.value
  }
  for step in 1...6 {
    index.value = step % 2
    level.connect(sources[step % 2])
    list.value.append(StoredProperty(step))
    table.value["\(step)"] = StoredProperty(step)
    if step % 3 == 0 {
      list.value.removeAll()
      level.disconnect()
      level.connect(constant: step)
    }
    number.value = step
    manual.recalculate()
  }
}

private let useTentativeValues: Use = { _, load, number, updater in
  let clock = ManualClock()
  let shown = TentativeProperty(number, clock: clock)
  let short = TentativeProperty(shown, tentativeValueValidFor: .seconds(1), clock: clock)
  updater.keepUpToDate { _ = (shown.value, short.value, short.isTentative) }
  for step in 1...5 {
    let layer = shown.set(step)
    shown.apply { $0 + load.zero }
    shown.set(step, until: .untilConfirmed)
    shown.set(step, until: .untilConfirmedWithin(.seconds(2)))
    short.value = step
    transaction(isUndone: true) {
      shown.set(100, until: .for(.seconds(1)))
      short.value = 7
    }
    layer.confirm()
    clock.advance(by: .milliseconds(1_500))
    number.value = step
    if step == 3 { shown.revertTentative() }
  }
  shown.set(8, until: .for(.seconds(60)))
}

private final class Cart {
  @Stored var count = 1
  @Stored(changes: .always) var prices = [1, 2]
  @Derived({ (cart: Cart) in cart.count * 2 + cart.load.zero }) var double: Int
  @Derived(changes: .always, { (cart: Cart) in cart.prices.count + cart.double }) var total: Int
  let load: Load
  init(_ load: Load) { self.load = load }
}

private let useWrappers: Use = { _, load, _, _ in
  let cart = Cart(load)
  let updater = Updater()
  updater.keepUpToDate { [unowned cart] in _ = cart.total }
  for step in 1...5 {
    cart.count += step
    cart.prices.append(step)
    _ = cart.$double.value
  }
}

private let useMistakes: Use = { _, load, number, updater in
  let isClosed = StoredProperty(false)
  let level = ConnectableProperty(0)
  let next = level.map { $0 + 1 + load.zero }
  let cycle = MultilevelProperty(isClosed) { [unowned level] in $0 ? level : number }
  withMisuseHandler({ _ in _ = load.zero }) {
    _ = next.value
    level.connect(next)
    level.connect(cycle)
    updater.keepUpToDate { _ = next.value }
    isClosed.value = true
    isClosed.value = false
    updater.keepUpToDate { if number.value > 5 { number.value += 1 } }
    number.value = 6
    number.value = 0
    updater.keepUpToDate { if number.value == 1 { throw Refusal() } }
    number.value = 1
    let impure = DerivedProperty {
      number.value = 3
      return number.value + load.zero
    }
    _ = impure.value
    let undeclared = DerivedProperty(isClosed) { $0 ? 1 : number.value + load.zero }
    _ = undeclared.value
    _ = number.write(untyped: "text")
    _ = next.write(untyped: 1)
  }
  level.disconnect()
}
