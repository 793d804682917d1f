/// Runs the races, reports, and judges.
///
/// Start with `Plan` for what is run, `Workloads/Deep.swift` for how a workload is described and
/// `Race` for how it is measured.
@main
struct Benchmarks {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.wantsHelp {
        Console.write(Options.help)
      } else if try !Benchmarks(options).run() {
        Console.exit(1)
      }
    } catch let mistake as Options.Mistake {
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
  private let progress = Progress()
  private let bytes: [Bytes]

  private init(_ options: Options) throws {
    self.options = options
    races = (options.isQuick ? Plan.quick : Plan.full).filter { options.includes($0.name) }
    effort = options.isQuick ? .quick : .full
    bytes = options.includes("bytes") ? Bytes.all : []
    if races.isEmpty && bytes.isEmpty {
      throw Options.Mistake(
        description: "no workload has such a name; there are \(Plan.names.joined(separator: ", "))")
    }
  }

  /// Returns whether every check was passed.
  private func run() throws -> Bool {
    var jury = Jury(Gate.all, on: races, isQuick: options.isQuick)
    let measurements = try measure(judgedBy: &jury)
    say("")
    say(Bar.table(Bars(measurements).all + bytes.flatMap(\.bars)))
    for apology in races.flatMap({ $0.apologies }) { say(apology) }
    say("answers and counts: all as expected.")
    let verdicts = try AllocationCheck.verdicts(options) + jury.verdicts
    for verdict in verdicts { say(verdict.sentence) }
    return verdicts.allSatisfy { $0.isPassed }
  }

  private func measure(judgedBy jury: inout Jury) throws -> [Measurement] {
    defer { progress.clear() }
    if !options.wantsJSON { Console.write(Table.head) }
    var measurements: [Measurement] = []
    for race in races {
      let found = try race.run(effort, reporting: progress)
      progress.clear()
      measurements += found
      if !options.wantsJSON { Console.write(Table.rows(of: race, found)) }
      try jury.judge(after: race, on: measurements, effort, progress)
    }
    if options.wantsJSON { Console.write(JSONReport(measurements: measurements).text) }
    return measurements
  }

  /// Says a sentence where it does not get into the JSON.
  private func say(_ sentence: String) {
    options.wantsJSON
      ? Console.writeError(sentence + "\n") : Console.write(sentence + "\n")
  }
}
