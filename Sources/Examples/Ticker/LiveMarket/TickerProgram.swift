import ExampleScripts
import Upkeep

/// The program `ticker`: a watch list that follows the ticks of a market.
public enum TickerProgram {
  /// Runs the program.
  ///
  /// - Parameter arguments: The command line, the name of the program first.
  /// - Returns: The exit status: 0 for success; 2 if the command line was wrong, a file could not
  ///   be read, or the output could not be written.
  @MainActor public static func run(arguments: [String]) async -> Int32 {
    let shell = Shell("ticker", Manual([:]))
    do throws(Refusal) {
      let options = try TickerOptions(arguments.dropFirst())
      if options.wantsHelp {
        shell.output.printLine(TickerOptions.help)
        shell.output.flush()
      } else if let file = options.file {
        guard let ticks = recording(file, shell) else { return 2 }
        await play(ticks, at: options.pace, shell.output)
      } else {
        let ticks = TickGenerator(symbols: options.symbols, seed: options.seed)
        await play(ticks, at: options.pace, shell.output)
      }
      if let failure = shell.output.failure { throw Refusal("standard output: \(failure)") }
      return 0
    } catch {
      shell.refuse(error)
      return 2
    }
  }

  @MainActor private static func recording(_ path: String, _ shell: Shell) -> Recording? {
    let isInput = path == "-"
    let name = isInput ? "standard input" : path.isEmpty ? "\"\"" : path.escapedForTerminal()
    do {
      return try Recording(
        isInput ? FileDescriptor.standardInput.readAll() : FileDescriptor.contents(of: path))
    } catch let mistake as FileMistake {
      shell.complain("\(name):\(mistake)")
    } catch {
      shell.refuse("\(name): \(error)")
    }
    return nil
  }

  @MainActor private static func play(
    _ ticks: some TickSource, at pace: Pace, _ output: TextOutput
  ) async {
    let terminal = FileDescriptor.standardOutput.movesCursor ? FileDescriptor.standardOutput : nil
    let market = Market(ticks.quotes, framesPerSecond: terminal == nil ? 1 : 60)
    var screen = Screen(output, terminal: terminal)
    await screen.show(market)
    let pulses = await market.pulses
    let player = Task { await market.play(ticks, at: pace) }
    for await _ in pulses {
      await screen.show(market)
      if output.failure != nil { player.cancel() }
    }
    await player.value
    await screen.show(market)
  }
}
