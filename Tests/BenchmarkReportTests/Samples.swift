import BenchmarkReport

/// A case of the chain, unless the arguments say otherwise.
func sample(
  _ name: String = "deep", engine: String = "upkeep", form: String = "declared", n: Int = 1000,
  nsPerNode: Double = 25, ratio: Double? = 0.8, spread: Double? = 0.005,
  yardstick: Case.Yardstick? = nil
) -> Case {
  Case(
    Key(name: name, form: form, engine: engine, n: n), nsPerWrite: nsPerNode * Double(n),
    nsPerNode: nsPerNode, ratioToHandwritten: ratio, recomputations: n, effects: 1, samples: 11,
    spread: spread, yardstick: yardstick)
}

/// Cases of each contender, as a run gives them.
let aRun: [Case] = ["deep", "broad", "cutoff"].flatMap { name in
  [50, 1000].flatMap { n in
    [
      sample(name, n: n, nsPerNode: 25),
      sample(name, form: "tracked", n: n, nsPerNode: 40, ratio: 1.3),
      sample(name, engine: "handwritten", n: n, nsPerNode: 31, ratio: 1),
      sample(name, engine: "raw", n: n, nsPerNode: 0.4, ratio: 0.01),
      sample(name, engine: "naive", n: n, nsPerNode: 62, ratio: 2),
      sample(name, engine: "observation", form: "tracked", n: n, nsPerNode: 4200, ratio: 135),
    ]
  }
}

func saved(_ cases: [Case]) throws -> SavedRun {
  try SavedRun(Array(JSONOutput.text(cases).utf8), file: "saved.json")
}
