import Upkeep

/// A turn and its rounds, from the log of a program in which an effect writes.
enum TurnPicture {
  private struct Run {
    let effect: String
    let round: Int
    let note: String
  }

  static func drawing() -> Drawing {
    let level = StoredProperty(5, name: "level")
    let alarms = StoredProperty(0, name: "alarms")
    let updater = Updater()
    var runs: [Run] = []
    // The round of the last write to each value: 0 outside the flush.
    var (levelRound, alarmsRound) = (0, 0)

    updater.keepUpToDate(name: "show level") {
      runs.append(Run(effect: "show level", round: levelRound + 1, note: "reads \(level.value)"))
    }
    updater.keepUpToDate(name: "count alarms") {
      let isHigh = level.value > 10
      runs.append(
        Run(
          effect: "count alarms", round: levelRound + 1,
          note: isHigh ? "writes alarms" : "reads \(level.value)"))
      if isHigh {
        alarmsRound = levelRound + 1
        alarms.value = alarms.peek() + 1
        runs.append(Run(effect: "", round: levelRound + 1, note: "goes on to its end"))
      }
    }
    updater.keepUpToDate(name: "show alarms") {
      runs.append(Run(effect: "show alarms", round: alarmsRound + 1, note: "reads \(alarms.value)"))
    }
    runs = []
    level.value = 15
    let returned = level.value

    var drawing = Drawing(width: 720, height: 270)
    drawing.text(x: 20, y: 24, "One turn, in its order")
    drawing.box(x: 20, y: 50, width: 130, .written, "level.value = 15", "the write")
    // The rounds in the order of the log: a run inside a run would split its round.
    let rounds = runs.map(\.round).reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
    for (column, round) in rounds.enumerated() {
      let x = 200 + column * 200
      drawing.text(x: x, y: 44, "Round \(round)")
      for (row, run) in runs.filter({ $0.round == round }).enumerated() {
        let name = run.effect.isEmpty ? "count alarms" : run.effect
        drawing.box(x: x, y: 50 + row * 60, width: 160, .changed, name, run.note)
        if row > 0 { drawing.arrow(from: (x + 80, 34 + row * 60), to: (x + 80, 48 + row * 60)) }
      }
      let last = max(0, runs.filter { $0.round == round - 1 }.count - 1)
      drawing.arrow(
        from: (x - (column == 0 ? 50 : 40), column == 0 ? 72 : 72 + last * 60), to: (x - 4, 72))
    }
    drawing.box(x: 590, y: 200, width: 120, .still, "it returns", "level is \(returned)")
    drawing.arrow(from: (200 + (rounds.count - 1) * 200 + 80, 96), to: (644, 196))
    return drawing
  }
}
