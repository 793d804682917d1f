extension Shell {
  /// Plays a line of a script: `help`, `quit`, or a line of the program.
  ///
  /// - Returns: Whether the script goes on.
  /// - Throws: The mistake in the line.
  @MainActor func play(
    _ line: ScriptLine, _ player: ScriptProgram.Player
  ) async throws(ScriptMistake) -> Bool {
    if line.isBlank { return true }
    var rest = line
    let word = rest.takeWord()
    switch word {
    case "help":
      let lines: [String]
      do throws(Refusal) {
        lines = try manual.answer(on: String(rest.rest))
      } catch {
        throw rest.mistake(error)
      }
      echo(line)
      for line in lines { output.printLine(line.isEmpty ? "" : "    \(line)") }
    case "quit":
      try rest.end()
      echo(line)
      return false
    case _ where isInteractive && !manual.words.contains(String(word)):
      throw line.mistake(manual.refusal(ofCommand: word))
    default:
      progress?.begin(String(line.rest.prefix(60)), "steps")
      defer { progress?.end() }
      try await player(line)
    }
    return true
  }

  /// Prints a line of a script before its answer; a terminal shows the line already.
  private func echo(_ line: ScriptLine) {
    if !isInteractive { output.printLine(line.rest.escapedForTerminal()) }
  }

  /// Writes the mistake in a line to standard error.
  func refuse(_ mistake: ScriptMistake, _ place: String, _ number: Int) {
    if isInteractive {
      refuse(mistake.refusal)
    } else {
      complain("\(place):\(number):\(mistake.column): \(mistake)")
    }
  }
}
