import Foundation

/// The program `fuzz`: random scripts for a while, or until one goes wrong.
///
///     swift run -c release fuzz --seconds 60 --seed 1 --shape ladder
package struct Fuzz {
  /// The subject to be tried with each seed.
  private enum Subject {
    case scripts(ScriptShape)
    case cycles
    case collections
    case observation

    /// Whether one script in a hundred is enough.
    var isSlow: Bool {
      if case .scripts(let shape) = self { !ScriptShape.quick.contains(shape) } else { false }
    }

    static let named: [(name: String, subject: Subject)] =
      ScriptShape.allCases.map { ($0.rawValue, .scripts($0)) }
      + [("cycles", .cycles), ("collections", .collections), ("observation", .observation)]
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

    Shapes: \(Subject.named.map(\.name).joined(separator: ", "))

    Every five seconds it prints how many scripts there were and the seed that it has come to. Where the two
    differ it prints the seed, the shape, the first step that differs, what was expected and what was seen,
    and the script, made as short as it can be, as a Swift test.

    Ends with 0 if nothing went wrong, 1 if something did, 2 if the command line is wrong.
    """

  private static let options =
    "--seconds, --seed, --shape and --help, and, as the first, --keyed, --models, --nested, --scopes, --births, --saved, --kills, --stores"

  private struct Mistake: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private var duration = Duration.seconds(60)
  private var seed: UInt64
  private var subjects = Subject.named.map(\.subject)

  private init(_ arguments: some Sequence<String>) throws(Mistake) {
    var system = SystemRandomNumberGenerator()
    seed = system.next() >> 16
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      let known = ["--seconds", "--seed", "--shape"]
      guard known.contains(option) else {
        throw Mistake("unknown option \(option): there are \(Self.options)")
      }
      guard let value = rest.next() else { throw Mistake("\(option) needs a value") }
      try set(option, value)
    }
  }

  private mutating func set(_ option: String, _ value: String) throws(Mistake) {
    switch option {
    case "--seconds":
      guard let seconds = Double(value), seconds > 0, seconds < 1e9 else {
        throw Mistake("--seconds needs a number above 0, not \(value)")
      }
      duration = .seconds(seconds)
    case "--seed":
      guard let seed = UInt64(value) else {
        throw Mistake("--seed needs a whole number from 0, not \(value)")
      }
      self.seed = seed
    default:
      subjects = Subject.named.filter { $0.name == value }.map(\.subject)
      if subjects.isEmpty {
        let names = Subject.named.map(\.name).joined(separator: ", ")
        throw Mistake("there is no shape \(value): there are \(names)")
      }
    }
  }

  /// Runs the program and ends the process: with 0 if nothing went wrong or help was asked for, with 1 and a
  /// test if something did, with 2 if the command line is wrong.
  ///
  /// - Parameter arguments: the command line without the program's name.
  package static func run(_ arguments: some Sequence<String>) -> Never {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      print(usage)
      exit(0)
    }
    do throws(Mistake) {
      exit(try Fuzz(arguments).run() ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("fuzz: \(error.text)\n".utf8))
      exit(2)
    }
  }

  /// Says whether nothing went wrong.
  private func run() -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    var nextReport = Duration.seconds(5)
    var scripts = 0
    var seed = seed
    show("fuzz: from seed \(seed)")
    while true {
      for subject in subjects where subjects.count == 1 || !subject.isSlow || seed % 100 == 0 {
        if let found = failure(of: subject, seed) {
          show(found)
          return false
        }
        scripts += 1
        let elapsed = clock.now - start
        if elapsed < nextReport, elapsed < duration { continue }
        nextReport = elapsed + .seconds(5)
        let rate = Int(Double(scripts) / (elapsed / .seconds(1)))
        show("\(scripts) scripts, \(rate) a second, seed \(seed)")
        if elapsed >= duration { return true }
      }
      seed &+= 1
    }
  }

  private func show(_ line: String) {
    print(line)
    fflush(nil)
  }

  private func failure(of subject: Subject, _ seed: UInt64) -> String? {
    switch subject {
    case .scripts(let shape):
      if let found = Check.oracle(seed: seed, shape: shape, isAlone: true) { return found }
      // The others are for one script in eight.
      let comparisons = Metamorphic.Comparison.allCases
      guard seed % 8 == 0, ScriptShape.quick.contains(shape) else { return nil }
      let comparison = comparisons[Int(seed / 8 % UInt64(comparisons.count))]
      return Check.forms(seed: seed, shape: shape, comparison)
    case .cycles:
      let found = CycleScript.difference(seed: seed) ?? MixedCycleScript.difference(seed: seed)
      return found.map { "seed \(seed), cycles: \($0)" }
    case .collections:
      var script = CollectionScript(seed: seed)
      script.run(steps: 300)
      return script.failures.first.map { "seed \(seed), collections: step \($0)" }
    case .observation:
      return ObservationScript.difference(seed: seed).map { "seed \(seed), observation: \($0)" }
    }
  }
}
