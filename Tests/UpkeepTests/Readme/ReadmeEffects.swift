import Testing
import Upkeep

/// What the README says of effects.
@Suite(.leavesNothing) struct ReadmeEffects {
  struct Timer {
    let stop: () -> Void
  }

  struct Unsaved: Error {}

  final class Screen {
    let a = StoredProperty(1)
    let b = StoredProperty(2)
    let text = StoredProperty("3")
    let interval = StoredProperty(5)
    let isOnline = StoredProperty(false)
    let updater = Updater()
    var log: [String] = []

    func redraw() { log.append("redraw") }

    func begin() throws {
      let (a, b, text, interval, isOnline, updater) = (a, b, text, interval, isOnline, updater)
      let print = { [unowned self] (items: Any...) in
        log.append(items.map { "\($0)" }.joined(separator: " "))
      }
      let start = { [unowned self] (interval: Int) in
        log.append("start \(interval)")
        return Timer { [weak self] in self?.log.append("stop \(interval)") }
      }
      let save = { (text: String) in if text.isEmpty { throw Unsaved() } }
      let greet = { [unowned self] in log.append("greet") }
      let upload = { [unowned self] in log.append("upload") }

      updater.keepUpToDate { print(a.value) }
      updater.keepUpToDate(dependencies: [a, b]) { print("new") }
      updater.keepUpToDate(self, Screen.redraw)
      updater.keepUpToDate(self) { screen in screen.redraw() }
      updater.keepUpToDate { effect in
        let timer = start(interval.value)
        effect.onCleanUp { timer.stop() }
      }
      updater.keepUpToDate(onError: { print($0) }) { try save(text.value) }
      try updater.keepUpToDateOrThrow { try save(text.value) }
      updater.onTransition(isOnline) { was, now in if was == false, now { greet() } }
      updater.when(isOnline) { upload() }
      updater.bind(a, text, forward: { "\($0)" }, backward: { Int($0) ?? 0 })
      updater.pause()
      updater.unpause()
    }
  }

  @Test func `effects`() throws {
    let screen = Screen()
    try screen.begin()
    #expect(screen.log == ["1", "new", "redraw", "redraw", "start 5"])
    #expect(screen.text.value == "1")

    screen.log = []
    screen.text.value = "7"
    #expect(screen.a.value == 7)
    #expect(screen.log == ["7", "new"])

    screen.log = []
    screen.isOnline.value = true
    screen.isOnline.value = false
    #expect(screen.log == ["greet", "upload"])

    screen.log = []
    screen.interval.value = 6
    let mistakes = recordingMistakes { screen.text.value = "" }
    #expect(screen.log == ["stop 5", "start 6", "Unsaved()", "0", "new"])
    #expect(mistakes.count == 1 && mistakes[0].hasSuffix("Unsaved()"))
  }

  final class Slider {
    var level = 0
    var onDrag: () -> Void = {}
    func drag(to level: Int) {
      self.level = level
      onDrag()
    }
  }

  @Test func `an object that is bound both ways`() {
    let (slider, volume, updater) = (Slider(), StoredProperty(3), Updater())

    let binding = updater.bind(object: slider, keyPath: \.level, with: volume)
    slider.onDrag = { binding.pull() }

    #expect(slider.level == 3)
    slider.drag(to: 7)
    #expect(volume.value == 7)
    volume.value = 1
    #expect(slider.level == 1)
  }

  actor Meter {
    let level = StoredProperty(0)
    var seen: [Int] = []
    let updater = Updater()

    func start() {
      updater.keepUpToDate { [weak self] in
        self?.assumeIsolated { $0.seen.append($0.level.value) }
      }
    }
  }

  @Test(.hops) func `an actor's effects use the actor`() async {
    let meter = Meter()
    await meter.start()
    await meter.show(5)
    #expect(await meter.seen == [0, 5])
  }
}

extension ReadmeEffects.Meter {
  func show(_ new: Int) { level.value = new }
}
