extension Graph {
  /// A value that somebody has seen.
  struct SeenVersion: Hashable {
    let input: NodeRef
    let version: Version
  }

  /// A test of whether an input has that value again.
  struct SeenValue {
    // A reference, so that the node does not come to stand for another property.
    let property: GraphElement
    /// Whether its own part is what it was.
    let isStillTrue: () -> Bool
    /// The other inputs that have to be what they were: the children of a collecting node.
    var parts: [Part] = []
  }

  /// The version that a collecting node has seen of one of its inputs.
  struct Part {
    let property: GraphElement
    let version: Version
    var seen: SeenVersion { SeenVersion(input: property.node, version: version) }
  }
}
