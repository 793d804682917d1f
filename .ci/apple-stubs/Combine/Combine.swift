// Stands in for the Apple module of this name. Signatures are those of Apple's documentation.
public import Dispatch

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error

  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol CustomCombineIdentifierConvertible {}

public protocol Cancellable { func cancel() }

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
  public struct Demand: Equatable, Sendable {}

  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public final class AnyCancellable: Cancellable, Hashable {
  public init(_ cancel: @escaping () -> Void) { fatalError() }
  public func cancel() { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { fatalError() }
  public func store(in set: inout Set<AnyCancellable>) { fatalError() }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    fatalError()
  }
}

public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
}

public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  public init(_ value: Output) { fatalError() }
  public func send(_ input: Output) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    fatalError()
  }
}

public final class PassthroughSubject<Output, Failure: Error>: Subject {
  public init() { fatalError() }
  public func send(_ input: Output) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    fatalError()
  }
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public init(createPublisher: @escaping () -> DeferredPublisher) { fatalError() }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    fatalError()
  }
}

public enum Publishers {
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure { fatalError() }
  }

  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure { fatalError() }
  }

  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure { fatalError() }
  }

  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure { fatalError() }
  }

  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure { fatalError() }
  }
}

public protocol SchedulerTimeIntervalConvertible {
  static func seconds(_ s: Int) -> Self
}

public protocol Scheduler<SchedulerTimeType> {
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  associatedtype SchedulerOptions
}

extension DispatchQueue: Scheduler {
  public struct SchedulerTimeType: Strideable {
    public struct Stride: SignedNumeric, Comparable, SchedulerTimeIntervalConvertible {
      public typealias Magnitude = Int
      public init(integerLiteral value: Int) { fatalError() }
      public init?<T: BinaryInteger>(exactly source: T) { fatalError() }
      public var magnitude: Int { fatalError() }
      public static func < (lhs: Stride, rhs: Stride) -> Bool { fatalError() }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { fatalError() }
      public static func *= (lhs: inout Stride, rhs: Stride) { fatalError() }
      public static func seconds(_ s: Int) -> Stride { fatalError() }
    }

    public func distance(to other: SchedulerTimeType) -> Stride { fatalError() }
    public func advanced(by n: Stride) -> SchedulerTimeType { fatalError() }
  }

  public struct SchedulerOptions {}
}

extension Publisher {
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { fatalError() }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }

  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    fatalError()
  }

  public func first() -> Publishers.First<Self> { fatalError() }

  public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> { fatalError() }

  public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> { fatalError() }

  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> { fatalError() }
}

/// Asks its publisher for one value at a time.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output

  public struct Iterator: AsyncIteratorProtocol {
    public mutating func next() async -> P.Output? { fatalError() }
  }

  public func makeAsyncIterator() -> Iterator { fatalError() }
}

extension Publisher where Failure == Never {
  public var values: AsyncPublisher<Self> { fatalError() }

  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }

  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable { fatalError() }
}
