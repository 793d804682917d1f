import Upkeep

/// The source of a part of a larger state that may be missing: the payload of a case, or a row.
///
/// While the part is missing or replaced, the source shows the last value read. While another part
/// is in its place, the source sends nothing.
final class PartSource<Whole, WholeAction, State, Action>: NarrowedSource<
  Whole, WholeAction, State, Action
>
{
  /// The place of the part, restricted to the identity of the part that was read first.
  private let place: Place<Whole, State>
  /// The unrestricted place; nil if the part cannot be replaced.
  private let anyPlace: Place<Whole, State>?
  private let name: RowName?

  /// Creates a source; nil if the part is missing.
  ///
  /// - Parameters:
  ///   - whole: The source of the larger state.
  ///   - place: The place of the part in the larger state.
  ///   - identity: Distinguishes the part from another one in its place; nil if the place
  ///     identifies the part.
  ///   - row: The name of the row, if the part is a row.
  ///   - first: Reads the part for the first time; by default, from `place`.
  ///   - look: Reads the part, tracked; by default, from `place`.
  ///   - embed: Converts an action to an action of the larger state.
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
    // Read now, so that a long chain is computed link by link, without recursion.
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
  /// Creates a watch of a part that may be missing.
  ///
  /// - Parameters:
  ///   - whole: The source of the larger state.
  ///   - id: Returns the identity of the part; nil if the part is missing.
  convenience init<Whole, WholeAction>(
    _ whole: StoreSource<Whole, WholeAction>, _ id: @escaping (Whole) -> AnyHashable?
  ) {
    let property = whole.property
    self.init(whole.engine) { OnlyPart(id: id(property.peek())) }
  }
}

/// The place of a part in a larger state, where the part may be missing.
struct Place<Whole, State> {
  /// Returns the part; nil if it is missing.
  let read: (Whole) -> State?
  /// Edits the part, and returns whether it exists.
  let edit: (_ whole: inout Whole, _ edit: (inout State) -> Void) -> Bool

  init(
    read: @escaping (Whole) -> State?,
    edit: @escaping (_ whole: inout Whole, _ edit: (inout State) -> Void) -> Bool
  ) {
    self.read = read
    self.edit = edit
  }

  /// Returns a place that is restricted to a part with an identity.
  func only(_ identity: PartIdentity<State>, _ id: AnyHashable) -> Place {
    let read = { [read] (whole: Whole) in
      read(whole).flatMap { identity.of($0) == id ? $0 : nil }
    }
    return Place(read: read) { [self] whole, body in
      read(whole) != nil && edit(&whole, body)
    }
  }

  /// Creates the place of the payload in one case of a field.
  init<Field>(_ field: WritableKeyPath<Whole, Field>, _ fieldCase: Case<Field, State>) {
    self.init(read: { fieldCase.extract($0[keyPath: field]) }) { whole, edit in
      fieldCase.edit(field, of: &whole, edit)
    }
  }
}
