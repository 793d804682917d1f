import Upkeep

/// A part of a larger state that may be missing: the payload of a case, a row.
///
/// While it is missing, or another one is in its place, this shows the last value read. When
/// another one is there, nothing is sent.
final class PartSource<Whole, WholeAction, State, Action>: NarrowedSource<
  Whole, WholeAction, State, Action
>
{
  /// The place of the part while it has the identity that it had first.
  private let place: Place<Whole, State>
  /// The same place, whatever is there; nil where nothing else can be.
  private let anyPlace: Place<Whole, State>?
  private let name: RowName?

  /// Makes one; nil if the part is missing.
  ///
  /// - Parameters:
  ///   - whole: the larger state.
  ///   - place: the place of the part in any such state.
  ///   - identity: tells the part from another one in its place; nil where its place does.
  ///   - row: the row that the part is, if it is one.
  ///   - first: reads it for the first time; by default found by its place.
  ///   - look: reads it now, tracked; by default found by its place.
  ///   - embed: makes an action of the larger state.
  init?(
    _ whole: StoreSource<Whole, WholeAction>, _ place: Place<Whole, State>,
    by identity: PartIdentity<State>? = nil, row: RowName? = nil,
    first: (() -> State?)? = nil, look: (() -> State?)? = nil,
    _ embed: @escaping (Action) -> WholeAction
  ) {
    let firstLook = first ?? { place.read(whole.property.peek()) }
    guard let first = firstLook() else { return nil }
    anyPlace = identity == nil ? nil : place
    let place = identity.map { place.only($0, $0.of(first)) } ?? place
    self.place = place
    name = row
    let property = whole.property
    let look = look ?? { place.read(property.value) }
    let presence: Property<Bool> = DerivedProperty { [outer = whole.presence] in
      (outer?.value ?? true) && look() != nil
    }
    // Read as it grows, a long chain needs no depth.
    if whole.isDeep { _ = presence.peek() }
    super.init(
      DerivedProperty(fromPrevious: { look() ?? $0 ?? first }), whole, presence: presence, embed)
  }

  override func write(
    _ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (inout State) -> Void
  ) {
    if isDeep { return writeInSteps(cause, animation, edit) }
    whole.write(cause, animation) { whole in _ = place.edit(&whole, edit) }
  }

  // MARK: - Without types

  override var isReplaceable: Bool { anyPlace != nil }

  override var isReplaced: Bool {
    guard let anyPlace else { return false }
    let whole = whole.property.peek()
    return place.read(whole) == nil && anyPlace.read(whole) != nil
  }

  override var row: RowName? { name }

  override func part(of whole: Any) -> Any? { (whole as? Whole).flatMap(place.read) }

  override func whole(_ whole: Any, with part: Any) -> Any? {
    guard var whole = whole as? Whole, let part = part as? State else { return nil }
    return place.edit(&whole) { $0 = part } ? whole : nil
  }
}

extension PartWatch {
  /// Makes one of a part that may go.
  ///
  /// - Parameters:
  ///   - whole: the state that it is a part of.
  ///   - id: its identity; nil if it is missing.
  convenience init<Whole, WholeAction>(
    _ whole: StoreSource<Whole, WholeAction>, _ id: @escaping (Whole) -> AnyHashable?
  ) {
    let property = whole.property
    self.init(whole.engine) { OnlyPart(id: id(property.peek())) }
  }
}

/// The place of a part in a larger state, if it is there.
struct Place<Whole, State> {
  /// The part; nil if it is missing.
  let read: (Whole) -> State?
  /// Changes the part; says whether it was there.
  let edit: (_ whole: inout Whole, _ edit: (inout State) -> Void) -> Bool

  init(
    read: @escaping (Whole) -> State?,
    edit: @escaping (_ whole: inout Whole, _ edit: (inout State) -> Void) -> Bool
  ) {
    self.read = read
    self.edit = edit
  }

  /// The same while the part has an identity.
  func only(_ identity: PartIdentity<State>, _ id: AnyHashable) -> Place {
    let read = { [read] (whole: Whole) in
      read(whole).flatMap { identity.of($0) == id ? $0 : nil }
    }
    return Place(read: read) { [self] whole, body in
      read(whole) != nil && edit(&whole, body)
    }
  }

  /// In one case of a field.
  init<Field>(_ field: WritableKeyPath<Whole, Field>, _ fieldCase: Case<Field, State>) {
    self.init(read: { fieldCase.extract($0[keyPath: field]) }) { whole, edit in
      fieldCase.edit(field, of: &whole, edit)
    }
  }
}
