import Foundation

/// The program `fuzz`: runs random scripts until the time is over or a script fails.
///
///     swift run -c release fuzz --seconds 60 --seed 1 --shape ladder
package enum Fuzz {
  /// A kind of script to run with each seed.
  private struct Subject {
    let name: String
    /// Whether it is enough to run one script in a hundred.
    var isSlow = false
    let failure: (UInt64) -> String?
  }

  private static var all: [Subject] {
    ScriptShape.allCases.map { shape in
      Subject(name: shape.rawValue, isSlow: !ScriptShape.quick.contains(shape)) {
        Check.oracle(seed: $0, shape: shape, isAlone: true)
      }
    } + [
      Subject(name: "cycles") {
        CycleScript.difference(seed: $0) ?? MixedCycleScript.difference(seed: $0)
      },
      Subject(name: "collections") { seed in
        var script = CollectionScript(seed: seed)
        script.run(steps: 300)
        return script.failures.first
      },
      Subject(name: "observation") { ObservationScript.difference(seed: $0) },
    ]
  }

  private static let usage = """
    usage: fuzz [--seconds number] [--seed number] [--shape name]
           fuzz --keyed | --models | --nested | --scopes | --births | --saved | --kills | --stores [seconds] [seed]

    Runs random scripts in the library and in an oracle, until the time is over or the two differ: for
    properties, or for keyed collections, models, effects inside effects, scopes, saved atoms, programs that are killed
    while they save, or stores.

      --seconds  for how long, 60 if it is not there
      --seed     with which seed to begin, a fresh one if it is not there
      --shape    which scripts, all in turn if it is not there

    Shapes: \(all.map(\.name).joined(separator: ", "))

    Every five seconds it prints how many scripts there were and the seed that it has come to. Where the two
    differ it prints the seed, the shape, the first step that differs, what was expected and what was seen,
    and the script, made as short as it can be, as a Swift test.

    Ends with 0 if nothing went wrong, 1 if something did, 2 if the command line is wrong.
    """

  /// Runs the program and ends the process.
  ///
  /// The status is 0 if no script failed or help was asked for, 1 if a script failed (it is printed
  /// as a test), and 2 if the command line is wrong.
  ///
  /// - Parameter arguments: the command line without the program's name.
  package static func run(_ arguments: some Sequence<String>) -> Never {
    let options = ProgramOptions(
      "fuzz", arguments, numbers: ["--seconds", "--seed"], texts: ["--shape"], help: usage)
    let duration = Duration.seconds(options.number("--seconds") ?? 60)
    var seed = options["--seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 48)
    let shape = options["--shape"]
    let subjects = all.filter { shape == nil || $0.name == shape }
    if subjects.isEmpty { options.refuse("there is no shape \(shape ?? ""): --help names all") }
    let clock = ContinuousClock()
    let start = clock.now
    var nextReport = Duration.seconds(5)
    var scripts = 0
    show("fuzz: from seed \(seed)")
    while true {
      for subject in subjects where subjects.count == 1 || !subject.isSlow || seed % 100 == 0 {
        if let found = subject.failure(seed) {
          show("seed \(seed), \(subject.name): \(found)")
          exit(1)
        }
        scripts += 1
        let elapsed = clock.now - start
        if elapsed < nextReport, elapsed < duration { continue }
        nextReport = elapsed + .seconds(5)
        let rate = Int(Double(scripts) / (elapsed / .seconds(1)))
        show("\(scripts) scripts, \(rate) a second, seed \(seed)")
        if elapsed >= duration { exit(0) }
      }
      seed &+= 1
    }
  }

  private static func show(_ line: String) {
    print(line)
    fflush(nil)
  }
}
