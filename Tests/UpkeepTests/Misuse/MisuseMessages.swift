import Testing

@testable import Upkeep

/// The text of each report: the expectation, the finding and its place, the next step.
@Suite(.leavesNothing) struct MisuseMessages {
  private struct Wrong: Error {}

  @Test(
    arguments: [
      (.cycle(CycleError(places: [])), "must not need itself", "Break the cycle"),
      (
        .runawayFlush(effects: ["loop"], properties: ["count"], runs: 1_000),
        "these were due 1000 times in one flush and were stopped: loop; they read count",
        "write only until the condition is met"
      ),
      (
        .writeInDerivation(derivation: "total", property: "log"), "but total wrote to log",
        "write in an effect"
      ),
      (
        .undeclaredRead(derivation: "total", property: "tax"), "but total read tax",
        "Declare it as an input, read it with peek()"
      ),
      (
        .overlappingAccess(property: "list"), "but list was",
        "Use the value that the edit was given"
      ),
      (
        .sentInsideTurn(name: "draft"), "but draft was used by another isolation",
        "End the batch first"
      ),
      (
        .effectFailed(effect: "saving", error: Wrong()), "but saving threw: Wrong()",
        "Handle the error with onError"
      ),
      (
        .effectsPileUp(effect: "outer", made: "inner", runs: 100),
        "but each of the last 100 runs of outer left one more, inner", "through the handle"
      ),
      (
        .wrongType(property: "age", expected: "Int", found: "String"),
        "what is written to age must be of type Int, but it was String", "Convert it first"
      ),
      (
        .notWritable(property: "total", kind: "DerivedProperty<Int>"),
        "but total is a DerivedProperty<Int>", "Write the stored property that it follows"
      ),
      (
        .stackExhausted(property: "last", depth: 2_000), "ends 2000 levels deep at last",
        "declare the inputs"
      ),
      (
        .writesNestTooDeep(definition: "amount", depth: 2_000), "ends 2000 levels deep at amount",
        "Pass on to the atom at the end of the chain"
      ),
      (
        .scopedTooDeep(depth: 129, limit: 128), "holds 128 levels, but these are 129 deep",
        "combine them"
      ),
      (
        .negativeAdvance(clock: "clock", duration: .seconds(-1)),
        "but clock was to advance by -1.0 seconds", "Advance it by zero or more"
      ),
      (
        .deadlineWithoutClock(property: "title"), "but title was made without one",
        "Make the property with a clock"
      ),
      (
        .instanceIsGone(property: "total"), "but that of total is gone",
        "Keep the instance as long as the property"
      ),
      (
        .noIsolation(definition: "page"), "but page was asked for where none runs",
        "Ask on the main actor"
      ),
      (
        .definitionMadeAnew(definition: "items (Shop/Cart.swift:3)"),
        "but items (Shop/Cart.swift:3) is made anew each time it is used",
        "Declare it as a static let"
      ),
      (
        .savingFailed(atom: "items", problem: "the disk is full. It is not saved."),
        "what items is must be saved and found again", "but the disk is full. It is not saved."
      ),
      (
        .runawayActions(store: "chat", action: "ping", depth: 1_000),
        "in chat each of 1000 was sent because of the one before it", "until the condition is met"
      ),
    ] as [(Misuse, String, String)])
  func `a report says what was found where, and what to do`(
    misuse: Misuse, finding: String, advice: String
  ) {
    #expect(misuse.description.contains(finding))
    #expect(misuse.description.contains(advice))
    #expect(!misuse.description.contains("\n"))
  }
}
