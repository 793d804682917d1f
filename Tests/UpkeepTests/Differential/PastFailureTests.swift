import Testing
import Upkeep

@testable import Differential

/// Shrunk scripts of mistakes that random scripts have found.
@Suite(.leavesNothing) struct PastFailureTests {
  private func expectAgreement(_ script: [Operation]) {
    #expect(Runner.difference(script) == nil)
  }

  /// Each script with what it showed.
  private static var scripts: [String: [Operation]] {
    [
      // s ─> d; inside the batch an edit leaves s as it was, and then a new effect reads d.
      "an edit in a batch that ends where it began leaves its readers fresh": [
        .store(2), .derived(4, .read(2)), .derived(16, .peek(4)),
        .write(2, -2),
        .batch([.modify(2, -2), .effect(23, .read(16))]),
      ],
      // s ─> d; after the rollback s gets the value that it had inside the transaction.
      "a restored value is not taken for the value inside the transaction": [
        .store(3),
        .batch([
          .derived(32, .read(3)), .derived(33, .read(32)),
          .flip(3), .read(33), .failingTransaction([.flip(3), .read(33)]), .flip(3), .read(33),
        ]),
        .read(32),
      ],
      // The failing run lets time pass, which ends the layer that the run has read.
      "an effect whose first run throws is not woken by that run": [
        .store(1), .derived(14, .read(1)),
        .tentative(TentativeSpec(id: 29, parent: 14, hasClock: true)),
        .lay(LayerSpec(id: 32, host: 29, content: .fixed(1), validity: Validity(duration: 2))),
        .effect(57, .failIf(.read(29)), run: 1, does: [.advance(2)], kind: .orThrow),
      ],
      // d reads b, which it does not declare; e reads d untracked.
      "an undeclared read is reported below an untracked one": [
        .store(1), .store(2), .derived(3, .read(2), form: .listed([1])),
        .derived(4, .untracked(.read(3))),
        .read(4),
      ],
      // The two effects have seen two values of d, and both values have to be kept.
      "an effect that is made while paused does not forget what an older one has seen": [
        .store(1, 2), .derived(17, .greater(.read(1), .constant(0))),
        .effect(31, .read(17), inputs: [17]),
        .pause(0), .write(1, 0), .effect(48, .read(17)), .write(1, 1), .unpause(0),
      ],
      // The list stays equal, but its element changes; an effect that is not paused has refreshed
      // the collection.
      "unpause runs an effect that waits for a collection's element": [
        .store(1), .list(2, of: [1]), .derived(3, .read(2), form: .collection),
        .effect(4, of: 1, .sum(3), inputs: [3]), .effect(5, .sum(3), inputs: [3]),
        .pause(0), .write(1, 1), .unpause(0),
      ],
      // The element is a pass-through, which shares the node of d.
      "unpause runs nothing if an element behind a pass-through has its earlier value": [
        .store(1), .derived(5, .read(1)), .derived(11, .read(5), form: .passThrough),
        .list(12, of: [11]), .derived(13, .read(12), form: .collection),
        .effect(20, of: 1, .read(5)), .effect(26, .sum(13)),
        .pause(0), .flip(1), .flip(1), .unpause(0),
      ],
      "an effect made in a transaction can pause its own updater in its first run": [
        .store(4),
        .transaction([.effect(38, .read(4), inputs: [4], run: 1, does: [.pause(0)])]),
        .write(4, 1),
      ],
      // The binding is made after an edit that changes nothing.
      "a two-way bind carries over the one value that has changed": [
        .store(4), .store(5),
        .batch([.modify(4, 0), .effect(42, inputs: [4, 5], kind: .bind(isLossy: true))]),
        .write(5, 1), .readAll,
      ],
      "a two-way bind carries over a change that follows a pause": [
        .store(4), .store(5),
        .effect(42, inputs: [4, 5], kind: .bind(isLossy: false)),
        .pause(0), .write(4, 1), .write(4, 0), .unpause(0), .write(5, 2), .readAll,
      ],
      // d first computes inside the transaction, so the rollback has no value to restore.
      "a value that first computes in a rolled back transaction is right afterwards": [
        .store(1), .derived(2, .read(1)), .derived(3, .read(2)),
        .failingTransaction([.write(1, 1), .read(3), .write(1, 2), .read(3)]),
        .read(2), .read(3),
      ],
      // Each computation makes its inner value anew. After the rollback s gets the transaction's
      // value again.
      "a restored value is not taken for the value of a newly made input": [
        .store(3, 1), .derived(12, .local(.read(3))),
        .read(12), .failingTransaction([.write(3, 0), .read(12)]), .write(3, 0), .read(12),
      ],
      // d4 counts every result as a change, and is fresh when the outer transaction rolls back.
      "a value restored while it is fresh is checked again": [
        .store(1), .derived(3, .read(1)), .derived(4, .read(3), isAlways: true),
        .derived(5, .read(4)), .derived(6, .read(5)),
        .readAll, .failingTransaction([.failingTransaction([.write(1, 1), .read(6)]), .read(5)]),
      ],
      "an effect that lets the time of what it has read pass runs again": [
        .derived(20, .constant(1)),
        .tentative(TentativeSpec(id: 30, parent: 20)),
        .effect(34, .read(30), inputs: [30], run: 2, does: [.advance(1)]),
        .lay(LayerSpec(id: 38, host: 30, content: .fixed(2), validity: Validity(duration: 1))),
      ],
      // e is made in an open transaction. A transaction inside it pauses and unpauses e's updater,
      // and rolls back.
      "an effect that waits for its commit is queued once, despite pauses": [
        .store(1),
        .batch([
          .transaction([
            .effect(2, of: 2, .read(1)),
            .failingTransaction([.pause(2), .unpause(2), .write(1, -1)]),
          ])
        ]),
      ],
      // e21 pauses and unpauses the effects that wait behind it in the round. e27 edits twice, to
      // the same value.
      "an effect that waits in a round is not queued anew by a pause that ends": [
        .store(1), .store(23),
        .effect(21, .read(1), inputs: [1], run: 2, does: [.pause(0), .unpause(0)]),
        .transaction([
          .flip(1), .effect(27, of: 2, .read(23), inputs: [23], does: [.modify(23, 3)]),
          .effect(28, .read(23)),
        ]),
      ],
      // e43 is made while its updater is paused. Its first run happens all the same, and writes its
      // input.
      "an effect that is made while paused and wakes itself goes on with the others": [
        .store(1),
        .effect(26, of: 1, .read(1)), .effect(27, .read(1), does: [.unpause(1)]),
        .pause(1), .effect(43, of: 1, .read(1), does: [.modify(1, 2)]),
      ],
      // The touch in the transaction hides the earlier value until the rollback.
      "a value that could not be kept inside a transaction is kept after it was undone": [
        .store(15),
        .effect(29, .read(15), inputs: [15], does: [.modify(15, 0)]), .effect(30, .read(15)),
        .batch([.failingTransaction([.touch(15), .pause(0)]), .flip(15), .pause(0), .unpause(0)]),
      ],
      // The collection computes in the transaction, and the rollback restores its derived element.
      "a restored collection is unchanged for its readers": [
        .store(1), .derived(4, .read(1)), .list(6, of: [1, 4]),
        .derived(7, .read(6), form: .collection), .store(10),
        .effect(12, of: 1, .sum(7)),
        .batch([.failingTransaction([.touch(1), .read(7)]), .write(10, 1)]),
      ],
    ]
  }

  @Test(arguments: PastFailureTests.scripts.keys.sorted())
  func `the shrunk script of a past failure agrees with the oracle`(failure: String) throws {
    expectAgreement(try #require(Self.scripts[failure]))
  }

  // e38 first runs beside an edit that has changed nothing by the end of the round.
  @Test(arguments: [1, 24])
  func `an effect made while paused has seen the value if an edit changed nothing`(input: Int) {
    let inner = Operation.effect(38, of: 1, .read(37), inputs: [37, input])
    expectAgreement([
      .store(1), .derived(6, .read(1)),
      .effect(14, of: 2, .read(1), inputs: [1], does: [.modify(1, 3)]),
      .list(23, of: [1]), .derived(24, .read(23), form: .collection), .store(37),
      .pause(1),
      .transaction([.effect(36, of: 2, .read(6), does: [inner]), .write(1, 0)]),
      .flip(1), .batch([.unpause(1), .pause(1)]), .unpause(1),
    ])
  }

  @Test func `a cycle that was entered at two members is freed`() {
    var random = SplitMix64(seed: 6)
    let nodes = Inspection.counts.nodes
    do {
      let cycle = CycleScript(count: 3, isClosed: true, using: &random)
      withMisuseHandler({ _ in }) {
        _ = cycle.members[0].value
        cycle.addends[1].value += 1
        _ = cycle.members[2].value
      }
      cycle.open()
    }
    #expect(Inspection.counts.nodes <= nodes)
  }
}

extension Operation {
  fileprivate static func store(_ id: Int, _ value: Int = 0) -> Operation {
    .stored(StoredSpec(id: id, value: value))
  }

  fileprivate static func derived(
    _ id: Int, _ expression: Expression, form: DerivedSpec.Form = .tracked, isAlways: Bool = false
  ) -> Operation {
    .derive(DerivedSpec(id: id, expression: expression, form: form, isAlways: isAlways))
  }

  fileprivate static func list(_ id: Int, of members: [Int]) -> Operation {
    .list(ListSpec(id: id, members: members))
  }

  /// An effect that performs `deeds` in the run with the number `run`, or in every run if that is
  /// 0.
  fileprivate static func effect(
    _ id: Int, of updater: Int = 0, _ expression: Expression = .constant(0), inputs: [Int]? = nil,
    run: Int = 0, does deeds: [Operation] = [], kind: EffectSpec.Kind = .plain
  ) -> Operation {
    let actions = deeds.map { Action(run: run, deed: .perform($0)) }
    return .observe(
      EffectSpec(
        id: id, updater: updater, expression: expression, inputs: inputs, actions: actions,
        kind: kind))
  }
}
