extension Node.Flags {
  /// The node's property has or had a liveness handler, or the node reads or once read a watched
  /// node.
  static var watched: Self { Self(rawValue: 1 << 27) }
}
