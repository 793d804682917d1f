extension HotPath {
  /// One write to the graph of a benchmark, per node run.
  static var shapes: [HotPath] {
    shapes(of: Deep(n: 1000)) + shapes(of: Broad(n: 1000)) + shapes(of: Diamond(n: 5))
      + shapes(of: Stacked(n: 20))
  }

  private static func shapes<W: Workload>(of workload: W) -> [HotPath] {
    [
      shape(UpkeepDeclared.self, "declared", workload),
      shape(UpkeepTracked.self, "tracked", workload),
    ]
  }

  private static func shape<E: Engine, W: Workload>(
    _ engine: E.Type, _ form: String, _ workload: W
  ) -> HotPath {
    HotPath("\(W.name).\(workload.n).\(form)", parts: workload.shape.runs) {
      let contestant = GraphContestant<E, W>(workload)
      return { contestant.write($0) }
    }
  }
}
