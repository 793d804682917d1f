import BenchmarkReport

/// Runs the races, reports the results and judges them.
///
/// Start with `Plan` for the list of races, `Workloads/Deep.swift` for the description of a
/// workload and `Race` for its measurement.
@main
struct Benchmarks {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.wantsHelp {
        Console.write(Options.help)
      } else if options.wantsCounts {
        try CountMode.run(options.hotPaths)
      } else {
        var benchmarks = try Benchmarks(options)
        if try !benchmarks.run() { Console.exit(1) }
      }
    } catch let mistake as Options.Mistake {
      Console.writeError("Benchmarks: \(mistake)\n\(Options.usage)")
      Console.exit(2)
    } catch let mistake as File.Mistake {
      Console.writeError("Benchmarks: \(mistake).\n")
      Console.exit(2)
    } catch let mistake as SavedRun.Mistake {
      Console.writeError("Benchmarks: \(mistake).\n")
      Console.exit(2)
    } catch {
      Console.writeError("\(error)\n")
      Console.exit(1)
    }
  }

  private let options: Options
  private let races: [Race]
  private let effort: Race.Effort
  private var rematch: Rematch?
  private let progress = Progress()
  private let memory: Bytes.Measured

  private init(_ options: Options) throws {
    self.options = options
    let plan = options.isQuick ? Plan.quick : Plan.full
    races = plan.filter { options.includes($0.name) }
    if let complaint = options.filter.complaint(among: Plan.names(of: plan), ofAll: Plan.names) {
      throw Options.Mistake(description: complaint)
    }
    effort = options.isQuick ? .quick : .full
    if options.includes("bytes") { progress.show("bytes of nodes") }
    memory = options.includes("bytes") ? Bytes.measured() : ([], [], [])
    progress.clear()
    if races.isEmpty && memory.bytes.isEmpty {
      throw Options.Mistake(
        description: "only Linux with glibc lets a program count its bytes.")
    }
    // The file is read before the work, which takes minutes.
    rematch = try options.comparison.map {
      Rematch(try SavedRun(File.read($0), file: $0), options)
    }
    if let chart = options.chart { try File.checkWritable(chart) }
  }

  /// Returns whether every check was passed.
  private mutating func run() throws -> Bool {
    var jury = Jury(Gate.all, on: races, isQuick: options.isQuick)
    let measurements = try measure(judgedBy: &jury)
    let cases = measurements.map(\.reported)
    if options.wantsJSON { Console.write(JSONOutput.text(cases)) }
    if let chart = options.chart { try File.write(ChartPage.svg(cases), to: chart) }
    say("")
    say(Bar.table(Bars(measurements).all + memory.bytes.flatMap(\.bars)))
    for usage in memory.usage { say(usage.sentence) }
    progress.begin("after the races")
    if options.includes("bytes") {
      progress.show("bytes of collections")
      // Reused memory does not matter here, because the graph has enough elements.
      let sentence = CollectionMemory.sentence
      progress.clear()
      if let sentence { say(sentence) }
    }
    for line in Skipped.lines("skipped", races.flatMap { $0.skips }) { say(line) }
    say("answers and counts: all as expected.")
    progress.show("allocations, and the memory of many rounds")
    let verdicts =
      try turnover + AllocationCheck.verdicts(options) + jury.verdicts
      + [rematch?.verdict].compactMap { $0 }
    progress.clear()
    for verdict in verdicts { say(verdict.sentence) }
    return withExtendedLifetime(memory.graphs) { verdicts.allSatisfy { $0.isPassed } }
  }

  /// The verdict on the memory of many rounds, if nothing else runs (`--filter bytes`).
  ///
  /// Memory that races have freed would be reused, and not count as growth.
  private var turnover: [Verdict] {
    memory.bytes.isEmpty || !races.isEmpty ? [] : [MemoryTurnover(memory.bytes).verdict]
  }

  private mutating func measure(judgedBy jury: inout Jury) throws -> [Measurement] {
    defer { progress.clear() }
    if !options.wantsJSON { Console.write(Table.head) }
    var measurements: [Measurement] = []
    for (index, race) in races.enumerated() {
      progress.begin("race \(index + 1) of \(races.count)")
      let found = try race.run(effort, reporting: progress)
      progress.clear()
      measurements += found
      if !options.wantsJSON {
        Console.write(Table.rows(found.map(\.reported), skipped: race.skippedEngines))
      }
      try jury.judge(after: race, on: measurements, effort, progress)
      try rematch?.take(found.map(\.reported), of: race, effort, progress)
    }
    return measurements
  }

  /// Prints a sentence, to standard error if the output is JSON.
  private func say(_ sentence: String) {
    options.wantsJSON
      ? Console.writeError(sentence + "\n") : Console.write(sentence + "\n")
  }
}
