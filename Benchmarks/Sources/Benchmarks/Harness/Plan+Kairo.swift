extension Plan {
  /// The nine cases of kairo.
  static var kairo: [Race] {
    [
      Race(KairoDeep()), Race(KairoBroad()), Race(KairoDiamond()), Race(KairoTriangle()),
      Race(KairoMux()), Race(KairoRepeated()), Race(KairoUnstable()), Race(KairoAvoidable()),
      Race(KairoMolBench()),
    ]
  }
}
