import Testing
import Upkeep

/// Every form of a call of `Updater`: the test is that this file compiles.
///
/// The file imports the library as a program does.
@Suite(.leavesNothing) struct CallShapesUpdater {
  final class Screen {
    var text = ""
    var number = 0
    var title: String?
    var subtitle: Int?
    let updater = Updater()
    let source = StoredProperty(0)

    func update() { number = source.value }
    func update(with effect: EffectToken) { number = source.value }

    func keepAllUpToDate() {
      updater.keepUpToDate(self, dependencies: [source], name: "redraw") { $0.redraw() }
      updater.keepUpToDate(self, dependencies: nil) { $0.redraw() }
      updater.keepUpToDate(dependencies: [source]) { [weak self] in self?.redraw() }
      updater.bind(object: self, keyPath: \.number, toProperty: source)
    }

    func redraw() { text = "\(source.value)" }
    func save() throws { number = source.value }
    static func refresh(_ screen: Screen) { screen.redraw() }
  }

  let updater = scopedUpdater()
  let number = StoredProperty(1)
  let text = StoredProperty("a")
  let maybe = StoredProperty<Int?>(nil)
  let screen = Screen()

  @Test func `keepUpToDate takes closures of one line and of many, with and without the token`() {
    var runs = 0
    updater.keepUpToDate {}
    updater.keepUpToDate { (effect: EffectToken) in effect.cancel() }
    updater.keepUpToDate { effect -> Void in if number.value > 5 { effect.cancel() } }
    updater.keepUpToDate { _ in runs += 1 }
    updater.keepUpToDate { () -> Void in runs += 1 }
    updater.keepUpToDate(name: "named") { runs += 1 }
    updater.keepUpToDate(name: "named") { $0.cancel() }
    updater.keepUpToDate({ runs += 1 })
    #expect(runs == 4)
  }

  @Test func `keepUpToDate takes functions, methods and closures in variables`() {
    func redraw() {}
    func end(_ effect: EffectToken) { effect.cancel() }
    let closure = { screen.redraw() }
    let ending = { (effect: EffectToken) in effect.cancel() }
    updater.keepUpToDate(redraw)
    updater.keepUpToDate(end)
    updater.keepUpToDate(screen.redraw)
    updater.keepUpToDate(screen.update(with:))
    updater.keepUpToDate(closure)
    updater.keepUpToDate(ending)
    updater.keepUpToDate(name: "named", redraw)
    updater.keepUpToDate(screen) { $0.redraw() }
    updater.keepUpToDate(screen, name: "named") { $0.redraw() }
    updater.keepUpToDate(screen) { screen in screen.redraw() }
    updater.keepUpToDate(screen) { screen in
      if screen.number > 5 { screen.redraw() } else { screen.text = "" }
    }
    updater.keepUpToDate(screen, Screen.refresh)
    screen.keepAllUpToDate()
    #expect(screen.text == "0")
  }

  @Test func `keepUpToDate takes dependencies of mixed types`() {
    let double = number.map { $0 * 2 }
    let joined = DerivedProperty(number, text) { "\($0)\($1)" }
    let face: Property<Int> = double
    let list: [UntypedProperty] = [number, text]
    let numbers = [StoredProperty(1), StoredProperty(2)]
    let constant = Property.constant(3)
    var runs = 0
    updater.keepUpToDate(dependencies: [number]) { runs += 1 }
    updater.keepUpToDate(dependencies: [number, text, maybe, double, joined, face, constant]) {
      runs += 1
    }
    updater.keepUpToDate(dependencies: list) { runs += 1 }
    updater.keepUpToDate(dependencies: list + [double]) { runs += 1 }
    updater.keepUpToDate(dependencies: numbers) { runs += 1 }
    updater.keepUpToDate(dependencies: []) { runs += 1 }
    updater.keepUpToDate(dependencies: [number], name: "named") {
      let value = number.value
      runs += value
    }
    #expect(runs == 7)
  }

  @Test func `onTransition takes every kind of property, optional ones too`() {
    var log: [String] = []
    func record(_ old: Int?, _ new: Int) { log.append("function") }
    let double = number.map { $0 * 2 }
    let face: Property<Int> = double
    updater.onTransition(number) { old, new in
      guard let old else { return }
      log.append("\(old + new)")
    }
    updater.onTransition(number, record)
    updater.onTransition(number, initially: false, record)
    updater.onTransition(number, changes: ChangeRule { $0 < $1 }) { _, _ in log.append("rule") }
    updater.onTransition(number, changes: .always, name: "named") { _, _ in log.append("always") }
    updater.onTransition(double) { _, new in log.append("\(new)") }
    updater.onTransition(face) { (old: Int?, new: Int) in log.append("\(new)") }
    updater.onTransition(maybe) { old, new in
      switch (old, new) {
      case (.none, nil): log.append("first, nothing")
      case (.none, let new?): log.append("first \(new)")
      case (.some(let old), let new): log.append("\(old ?? 0) \(new ?? 0)")
      }
    }
    updater.onTransition(maybe) { (old: Int??, new: Int?) in log.append("\(new ?? 0)") }
    #expect(log == ["function", "rule", "always", "2", "2", "first, nothing", "0"])
  }

  @Test func `each form takes a closure that may throw, with a handler and without`() throws {
    let isOnline = StoredProperty(true)
    var runs = 0
    func run() throws { runs += 1 }
    func record(_ old: Int?, _ new: Int) throws { try run() }
    let report = { (error: any Error) in runs += 100 }
    updater.keepUpToDate(run)
    updater.keepUpToDate { effect in
      effect.onCleanUp { try run() }
      try run()
    }
    updater.keepUpToDate(onError: { print($0) }) { try run() }
    updater.keepUpToDate(screen, onError: { print($0) }) { try $0.save() }
    updater.keepUpToDate(screen) { screen in try screen.save() }
    try updater.keepUpToDateOrThrow(run)
    updater.onTransition(number, record)
    updater.onTransition(number, onError: report) { try record($0, $1) }
    updater.onTransition(number, initially: false, changes: .equal, onError: report, record)
    updater.when({ isOnline.value }, perform: run)
    updater.when(
      {
        try record(1, 2)
        return true
      }, onError: report
    ) { try run() }
    updater.when {
      try record(1, 2)
      return false
    } perform: {
      try run()
    }
    updater.when {
      isOnline.value
    } onError: {
      print($0)
    } perform: {
      try run()
    }
    #expect(runs == 11)
  }

  @Test func `bind takes plain and optional destinations`() {
    let length = text.map(\.count)
    updater.bind(object: screen, keyPath: \.text, toProperty: text)
    updater.bind(object: screen, keyPath: \.number, toProperty: length)
    updater.bind(object: screen, keyPath: \.title, toProperty: text)
    updater.bind(object: screen, keyPath: \Screen.title, toProperty: text, name: "named")
    updater.bind(object: screen, keyPath: \.subtitle, toProperty: number)
    updater.bind(object: screen, keyPath: \.subtitle, toProperty: number as Property<Int>)
    updater.bind(object: screen, keyPath: \.title, toProperty: text.map { Optional($0) })
    updater.bind(object: screen, keyPath: \.text, toProperty: Property.constant("c"))
    let token = updater.bind(object: screen, keyPath: \.subtitle, toProperty: maybe)
    token.cancel()
    #expect((screen.text, screen.title, screen.subtitle) == ("c", "a", nil))
  }

  @Test func `onChange takes closures and functions, on every kind of property`() {
    var log: [String] = []
    func record(_ new: Int) { log.append("function \(new)") }
    let observations = [
      number.onChange { _ in log.append("ignored") },
      number.onChange(record),
      number.onChange(name: "named") { (new: Int) in log.append("named \(new)") },
      number.map { $0 * 3 }.onChange { log.append("\($0)") },
      maybe.onChange { log.append("\($0 ?? -1)") },
    ]
    number.value = 2
    maybe.value = 5
    #expect(log == ["ignored", "function 2", "named 2", "6", "5"])
    withExtendedLifetime(observations) {}
  }
}
