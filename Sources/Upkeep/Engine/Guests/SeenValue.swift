extension Graph {
  /// A version of an input that a reader has seen.
  struct SeenVersion: Hashable {
    let input: NodeRef
    let version: Version
  }

  /// A test of whether an input has a seen value again.
  struct SeenValue {
    // Retained, so that the node cannot be reused for another property.
    let property: GraphElement
    /// Whether the property's own part is unchanged.
    let isStillTrue: () -> Bool
    /// The other inputs that have to be unchanged: the children of a collecting node.
    var parts: [Part] = []
  }

  /// The version that a collecting node has seen of one of its inputs.
  struct Part {
    let property: GraphElement
    let version: Version
    var seen: SeenVersion { SeenVersion(input: property.node, version: version) }
  }
}
