import BenchmarkReport
import Testing

@Suite struct ComparisonTests {
  /// The comparison of cases with the same cases, every time of which is multiplied by `factor`.
  private func comparison(
    of cases: [Case] = aRun, slowedBy factor: (Key) -> Double
  ) throws -> Comparison {
    let now = cases.map { one in
      sample(
        one.key.name, engine: one.key.engine, form: one.key.form, n: one.key.n,
        nsPerNode: one.nsPerNode * factor(one.key), ratio: one.ratioToHandwritten)
    }
    return Comparison(try saved(cases), with: now)
  }

  private let chain = Key(name: "deep", form: "declared", engine: "upkeep", n: 1000)
  private let noise = ["handwritten": 1.1, "raw": 0.9, "naive": 1.05, "observation": 0.95]

  @Test func `a run is the same as itself`() throws {
    let comparison = Comparison(try saved(aRun), with: aRun)
    #expect(comparison.lines.count == aRun.count && comparison.isPassed)
    #expect(comparison.lines.allSatisfy { $0.verdict == .same })
    #expect(comparison.missing.isEmpty && comparison.added.isEmpty)
  }

  @Test(arguments: [(1.2, Comparison.Verdict.slower), (1 / 1.2, .faster), (1.02, .same)])
  func `a comparison finds the changed case`(factor: Double, verdict: Comparison.Verdict) throws {
    let comparison = try comparison { $0 == chain ? factor : 1 }
    let line = try #require(comparison.lines.first { $0.key == chain })
    #expect(line.verdict == verdict && abs(line.factor - factor) < 0.01)
    #expect(comparison.lines.filter { $0.verdict != .same }.count == (verdict == .same ? 0 : 1))
    #expect(comparison.isPassed == (verdict != .slower))
  }

  @Test func `a machine twice as slow changes no verdict`() throws {
    let comparison = try comparison { _ in 2 }
    #expect(comparison.text(against: "a").contains("24 controls are 2.00 times slower now"))
    #expect(comparison.isPassed && comparison.lines.allSatisfy { $0.verdict == .same })
  }

  @Test func `a machine slow during one race is seen by the controls of that race`() throws {
    let comparison = try comparison { $0.name == "broad" ? 3 : $0 == chain ? 1.2 : 1 }
    #expect(comparison.upkeep(.slower).map(\.key) == [chain])
  }

  @Test func `a case whose race has no control gets no verdict`() throws {
    let comparison = try comparison(of: aRun + [sample("rollback", n: 5)]) {
      $0.name == "rollback" ? 9 : 1
    }
    #expect(comparison.lines.last?.verdict == nil && comparison.isPassed)
    let text = comparison.text(against: "saved.json")
    #expect(text.contains("225    9.00      -  no control\n"))
    #expect(text.hasSuffix("0 faster, 12 the same, 1 without a control.\n"))
  }

  @Test func `a difference that the controls also show is not ascribed to Upkeep`() throws {
    let comparison = try comparison { noise[$0.engine] ?? ($0 == chain ? 1.2 : 1) }
    let line = try #require(comparison.lines.first { $0.key == chain })
    #expect(line.verdict == .same && line.noise ?? 0 > 0.15 && comparison.isPassed)
  }

  @Test func `samples that scatter make a difference doubtful`() throws {
    let control = sample(engine: "raw")
    let now = [sample(nsPerNode: 27, spread: 0.05), sample(form: "tracked", nsPerNode: 27)]
    let before = [control, sample(), sample(form: "tracked")]
    let comparison = Comparison(try saved(before), with: [control] + now)
    #expect(comparison.lines.map(\.verdict) == [.same, .same, .slower])
    let noise = try #require(comparison.lines[1].noise)
    #expect(abs(noise - 3 * 0.05 * 2.0.squareRoot()) < 1e-9)
  }

  @Test func `a control that is slower fails nothing`() throws {
    let comparison = try comparison { $0.engine == "raw" && $0.n == 50 ? 2 : 1 }
    let line = try #require(comparison.lines.first { $0.key.engine == "raw" && $0.key.n == 50 })
    #expect(line.verdict == .slower && comparison.isPassed)
  }

  @Test func `cases missing on either side are named, except what was not asked for`() throws {
    let before = [sample(), sample(n: 50), sample("broad")]
    let comparison = Comparison(
      try saved(before), with: [sample(), sample(n: 7)], includes: { $0 == "deep" })
    #expect(comparison.missing.map(\.description) == ["deep 50, upkeep, declared"])
    #expect(comparison.added.map(\.description) == ["deep 7, upkeep, declared"])
    let text = comparison.text(against: "saved.json")
    #expect(
      text.contains("missing: deep 50, upkeep, declared is in saved.json and was not measured"))
    #expect(text.contains("new: deep 7, upkeep, declared is not in saved.json"))
  }

  @Test(arguments: [(7, "is in both runs"), (1000, "has a control in both runs")])
  func `runs without a case of Upkeep that can be judged are not passed`(
    n: Int, reason: String
  ) throws {
    let comparison = Comparison(try saved([sample()]), with: [sample(n: n)])
    #expect(!comparison.isPassed)
    #expect(comparison.text(against: "a").hasSuffix("FAILED: no case of upkeep \(reason).\n"))
  }

  @Test func `the report names what is slower`() throws {
    let text = try comparison { $0 == chain ? 1.5 : 1 }.text(against: "saved.json")
    #expect(
      text.contains("deep    1000  upkeep, declared         25.0  37.5    1.50    3 %  slower"))
    #expect(
      text.hasSuffix(
        "FAILED: upkeep: 1 slower: deep 1000, upkeep, declared (1.50), 0 faster, 11 the same.\n"))
  }
}
