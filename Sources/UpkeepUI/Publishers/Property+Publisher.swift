#if canImport(Combine)
  public import Combine
  public import Upkeep

  // This file has been type-checked only, against stand-ins for Combine's declarations; it has not
  // run with Combine. It has run with OpenCombine 0.14.0, once and outside the repository: first
  // and later values, demand, a subscriber that writes, the ends of subscription, binding and
  // updater.

  extension Property {
    /// Publishes the current value, and each new one after its change, before the write returns.
    ///
    ///     count.publisher.sink { print($0) }.store(in: &cancellables)
    ///
    /// A subscriber whose demand is too low gets the latest value next. Values are delivered on the
    /// owner of the property. A subscription retains the property, and ends when it is cancelled.
    public var publisher: AnyPublisher<Value, Never> {
      Deferred { [self] in
        let values = CurrentValueSubject<Value, Never>(peek())
        let observation = onChange { values.send($0) }
        return values.handleEvents(receiveCancel: { observation.cancel() })
      }
      .eraseToAnyPublisher()
    }
  }

  extension Updater {
    /// Writes the values of a publisher to a stored property.
    ///
    ///     updater.bind(location.map(\.city).receive(on: DispatchQueue.main), to: model.$city)
    ///
    /// The publisher must deliver the values on the owner of the property. The subscription ends
    /// with the publisher, with the updater, or when it is cancelled.
    ///
    /// - Parameters:
    ///   - publisher: the publisher of the values.
    ///   - property: the property to write.
    ///   - name: the name of the binding in messages; by default its file and line.
    ///   - file: filled in by the compiler.
    ///   - line: filled in by the compiler.
    /// - Returns: a token that cancels this binding.
    @discardableResult
    public func bind<Value>(
      _ publisher: some Publisher<Value, Never>, to property: StoredProperty<Value>,
      name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> EffectToken {
      keepUpToDate(dependencies: [], name: name, file: file, line: line) { effect in
        let subscription = publisher.sink { property.value = $0 }
        effect.onCleanUp { subscription.cancel() }
      }
    }
  }
#endif
