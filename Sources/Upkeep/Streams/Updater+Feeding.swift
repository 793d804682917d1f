extension Updater {
  /// Writes the elements of an asynchronous sequence to a stored property.
  ///
  ///     actor Station {
  ///       let celsius = StoredProperty(0.0)
  ///       let updater = Updater()
  ///
  ///       func follow(_ sensor: some AsyncSequence<Double, any Error> & Sendable) {
  ///         updater.feed(celsius, from: sensor)
  ///       }
  ///     }
  ///
  /// The feed runs on the actor to which the updater and the property belong. Each element is one
  /// write, so an element that equals the value is no change, unless the property was made with
  /// `changes: .always`. The feed ends with the sequence, with the updater, or when it is cancelled, which
  /// cancels the reading task; a paused updater still feeds. An error of the sequence ends the
  /// feed; `status` holds the error. The feed retains the property as long as it runs.
  ///
  /// Where no actor runs, the feed is refused, with a `Misuse` of the kind `noIsolation`. In an
  /// actor's own `init`, the compiler does not say which actor runs: feed in a method, or pass
  /// `on: self`.
  ///
  /// - Parameters:
  ///   - property: the property to write.
  ///   - elements: the sequence of values.
  ///   - isolation: the actor; found by the library where the compiler knows of none.
  ///   - name: the feed's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that shows the state of the feed, and cancels it.
  @discardableResult
  public func feed<Elements: AsyncSequence & Sendable>(
    _ property: StoredProperty<Elements.Element>, from elements: Elements,
    on isolation: (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> FeedToken where Elements.Element: Sendable {
    feed(from: elements, on: isolation, Label(name, file, line)) { property.value = $0 }
  }

  /// Shows the elements of an asynchronous sequence in a connectable property, as fixed values.
  ///
  /// - Parameters:
  ///   - property: the property to connect.
  ///   - elements: the sequence of values.
  ///   - isolation: the actor; found by the library where the compiler knows of none.
  ///   - name: the feed's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a token that shows the state of the feed, and cancels it.
  @discardableResult
  public func feed<Elements: AsyncSequence & Sendable>(
    _ property: ConnectableProperty<Elements.Element>, from elements: Elements,
    on isolation: (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> FeedToken where Elements.Element: Sendable {
    feed(from: elements, on: isolation, Label(name, file, line)) { property.connect(constant: $0) }
  }

  /// Passes the elements of a sequence to a closure, as long as the updater has the feed.
  package func feed<Elements: AsyncSequence & Sendable>(
    from elements: Elements, on isolation: (any Actor)?, name: String?, file: StaticString,
    line: UInt, _ write: @escaping (Elements.Element) -> Void
  ) -> FeedToken where Elements.Element: Sendable {
    feed(from: elements, on: isolation, Label(name, file, line), write)
  }

  private func feed<Elements: AsyncSequence & Sendable>(
    from elements: Elements, on isolation: (any Actor)?, _ label: Label,
    _ write: @escaping (Elements.Element) -> Void
  ) -> FeedToken where Elements.Element: Sendable {
    let status = StoredProperty(FeedStatus.running, name: "the status of \(label)")
    let owner = isolation ?? Isolation.current
    if owner == nil {
      Misuse.report(.noIsolation(definition: "the feed \(label)"))
      status.value = .cancelled
    }
    let token = FeedToken(label, in: effects, status)
    start(token, []) { [weak owner] token in
      guard let owner else {
        token.cancel()
        return token.noteCancelled(in: status)
      }
      let reader = SequenceReader(
        elements: elements,
        hear: { [weak token] element in
          guard let token, !token.isCancelled else { return false }
          write(element)
          return !token.isCancelled
        },
        end: { [weak token] error in
          guard let token, !token.isCancelled else { return }
          status.value = error.map { .failed($0) } ?? .finished
          token.cancel()
        })
      let task = reader.start(on: owner)
      token.onCleanUp { [weak token] in
        task.cancel()
        token?.noteCancelled(in: status)
      }
    }
    // A feed that is cancelled before its first run has not added the clean-up above.
    token.onCleanUp { [weak token] in token?.noteCancelled(in: status) }
    return token
  }
}

extension EffectToken {
  /// Notes that a feed was cancelled, if it has ended without an end of the sequence or an error.
  fileprivate func noteCancelled(in status: StoredProperty<FeedStatus>) {
    if !isCancelled || isAbandoned { return }
    let note = { if case .running = status.peek() { status.value = .cancelled } }
    // A rollback does not undo the release of the updater.
    if let journal = Context.current.journal { journal.onEnding(note) } else { note() }
  }
}
