extension Node.Flags {
  /// Its property has a liveness handler, or had one; or it reads, or has once read, what is watched.
  static var watched: Self { Self(rawValue: 1 << 27) }
}
