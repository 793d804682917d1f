import Upkeep

/// The inner effects of two runs of an effect, from the log of a program.
enum InnerEffectsPicture {
  private enum Event {
    case run(Int, of: String, inside: String?)
    case end(Int, of: String)
  }

  static func drawing() -> Drawing {
    let selection = StoredProperty("Notes", name: "selection")
    let updater = Updater()
    var events: [Event] = []
    var run = 0

    updater.keepUpToDate { effect in
      _ = selection.value
      run += 1
      let number = run
      events.append(.run(number, of: "show document", inside: nil))
      effect.onCleanUp { events.append(.end(number, of: "show document")) }
      for name in ["show title", "show words"] {
        effect.keepUpToDate { inner in
          events.append(.run(number, of: name, inside: "show document"))
          inner.onCleanUp { events.append(.end(number, of: name)) }
        }
      }
    }
    selection.value = "Letter"

    var drawing = Drawing(width: 720, height: 230)
    for number in 1...2 {
      let x = 20 + (number - 1) * 480
      drawing.text(x: x, y: 24, "Run \(number)")
      var row = 0
      for case .run(number, let name, let outer) in events {
        let isInner = outer != nil
        drawing.box(
          x: x + (isInner ? 40 : 0), y: 40 + row * 60, width: isInner ? 160 : 200,
          number == 1 ? .still : .changed, name,
          isInner ? "belongs to the run" : "the outer effect")
        row += 1
      }
    }
    drawing.text(x: 250, y: 24, "selection.value = \"Letter\"")
    var row = 0
    for case .end(1, let name) in events {
      drawing.box(
        x: 260, y: 40 + row * 60, width: 190, .stale, "\(row + 1). \(name)",
        name == "show document" ? "cleans up" : "ends")
      if row > 0 { drawing.arrow(from: (355, 24 + row * 60), to: (355, 38 + row * 60)) }
      row += 1
    }
    drawing.arrow(from: (224, 62), to: (256, 62))
    drawing.arrow(from: (454, 182), to: (496, 66))
    return drawing
  }
}
