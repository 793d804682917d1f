import Testing
import Upkeep

private struct Timer { let stop: () -> Void }

private struct Unsaved: Error {}

private final class Screen {
  let a = StoredProperty(1)
  let text = StoredProperty("3")
  let interval = StoredProperty(5)
  let isOnline = StoredProperty(false)
  let updater = Updater()

  func redraw() { print("redraw") }

  func begin() throws {
    let (a, b, text, interval) = (a, StoredProperty(2), text, interval)
    // Where the main actor is the default isolation, a `deinit` has no task-local values.
    let (isOnline, updater, print) = (isOnline, updater, Transcript.current)
    let start = { (interval: Int) in
      print("start", interval)
      return Timer { print("stop", interval) }
    }
    let save = { (text: String) in if text.isEmpty { throw Unsaved() } }
    let greet = { print("greet") }
    let upload = { print("upload") }

    updater.keepUpToDate { print(a.value) }  // tracked
    updater.keepUpToDate(dependencies: [a, b]) { print("new") }  // declared
    updater.keepUpToDate(self) { screen in screen.redraw() }  // weak target
    updater.keepUpToDate { effect in
      let timer = start(interval.value)
      effect.onCleanUp { timer.stop() }  // before the next run, and at the end
    }
    updater.keepUpToDate(onError: { print($0) }) { try save(text.value) }
    try updater.keepUpToDateOrThrow { try save(text.value) }  // no effect if the first run throws
    updater.onTransition(isOnline) { was, now in if was == false, now { greet() } }
    updater.when({ isOnline.value }) { upload() }  // once
    updater.bind(a, text, forward: { "\($0)" }, backward: { Int($0) ?? a.peek() })  // two-way
    updater.pause()
    updater.unpause()  // each runs once, if a value that it has read is another one now
  }
}

private final class Slider {
  var level = 0
  var onDrag: () -> Void = {}
  func drag(to level: Int) {
    self.level = level
    onDrag()
  }
}

private final class Field {
  var text = ""
  var onEdit: () -> Void = {}
  func type(_ text: String) {
    self.text = text
    onEdit()
  }
}

private actor Meter {
  let level = StoredProperty(0)
  var seen: [Int] = []
  let updater = Updater()

  func start() {
    updater.keepUpToDate { [weak self] in
      self?.assumeIsolated { $0.seen.append($0.level.value) }
    }
  }
}

extension Meter {
  fileprivate func show(_ new: Int) { level.value = new }
}

/// The page Effects.
@MainActor @Suite(.statedResults()) struct EffectsPage {
  @Test func `every form of effect runs as the page says`() throws {
    let screen = Screen()
    try screen.begin()  // prints 1, then new, then redraw, then start 5
    #expect(screen.text.value == "1")
    screen.text.value = "7"  // prints 7, then new
    #expect(screen.a.value == 7)
    screen.isOnline.value = true  // prints greet, then upload
    screen.isOnline.value = false  // prints nothing
    screen.interval.value = 6  // prints stop 5, then start 6
    var mistakes: [String] = []
    withMisuseHandler({ mistakes.append("\($0)") }) {
      screen.text.value = ""  // prints Unsaved()
    }
    #expect(mistakes.count == 1 && mistakes[0].contains("Unsaved()"))
    // prints stop 6; when the screen goes
  }

  @Test func `the code about writing, inner effects and bindings gives its stated results`() {
    let updater = Updater()
    let celsius = StoredProperty(20)
    let highest = StoredProperty(20)
    updater.keepUpToDate { highest.value = max(highest.peek(), celsius.value) }
    updater.keepUpToDate { print("at most", highest.value) }  // prints "at most 20"
    celsius.value = 25  // prints "at most 25"
    celsius.value = 22  // prints nothing

    final class Document {
      let title: StoredProperty<String>
      init(_ title: String) { self.title = StoredProperty(title) }
    }
    let (notes, letter) = (Document("Notes"), Document("Letter"))
    let selection = StoredProperty(notes)
    updater.keepUpToDate { effect in
      let document = selection.value
      effect.keepUpToDate { print("title:", document.title.value) }  // prints "title: Notes"
    }
    notes.title.value = "Ideas"  // prints "title: Ideas"
    selection.value = letter  // prints "title: Letter"
    notes.title.value = "Plans"  // prints nothing

    let (slider, volume) = (Slider(), StoredProperty(3))
    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    slider.onDrag = { binding.pull() }  // now `volume` is what the slider shows

    print(slider.level)  // 3
    slider.drag(to: 7)
    print(volume.value)  // 7
    volume.value = 1
    print(slider.level)  // 1

    let (field, age) = (Field(), StoredProperty(18))
    let text = StoredProperty("")
    updater.bind(age, text, forward: { "\($0)" }, backward: { Int($0) ?? age.peek() })
    let typing = updater.bind(object: field, keyPath: \.text, with: text)
    field.onEdit = { typing.pull() }

    field.type("21")
    field.type("2a")
    print(field.text, age.value)  // 2a 21
    age.value = 30
    print(field.text)  // 30

    let observation = volume.onChange { print("now", $0) }
    volume.value = 5  // prints "now 5"
    observation.cancel()
    volume.value = 6  // prints nothing
  }

  @Test func `an actor's effects use the actor`() async {
    let meter = Meter()
    await meter.start()
    await meter.show(5)
    #expect(await meter.seen == [0, 5])
  }
}
