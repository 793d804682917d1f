import Upkeep

/// A part of a larger state that may be missing: the payload of a case, a row.
///
/// While it is missing, this shows the last value read.
final class PartSource<Whole, WholeAction, State, Action>: NarrowedSource<
  Whole, WholeAction, State, Action
>
{
  private let place: Place<Whole, State>
  private let name: RowName?

  /// Makes one; nil if the part is missing.
  ///
  /// - Parameters:
  ///   - whole: the larger state.
  ///   - place: the place of the part in any such state.
  ///   - row: the row that the part is, if it is one.
  ///   - first: reads it for the first time; by default found by its place.
  ///   - look: reads it now, tracked; by default found by its place.
  ///   - embed: makes an action of the larger state.
  init?(
    _ whole: StoreSource<Whole, WholeAction>, _ place: Place<Whole, State>, row: RowName? = nil,
    first: (() -> State?)? = nil, look: (() -> State?)? = nil,
    _ embed: @escaping (Action) -> WholeAction
  ) {
    let firstLook = first ?? { place.read(whole.property.peek()) }
    guard let first = firstLook() else { return nil }
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

  override var row: RowName? { name }

  override func part(of whole: Any) -> Any? { (whole as? Whole).flatMap(place.read) }

  override func whole(_ whole: Any, with part: Any) -> Any? {
    guard var whole = whole as? Whole, let part = part as? State else { return nil }
    return place.edit(&whole) { $0 = part } ? whole : nil
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

  /// In one case of a field.
  init<Field>(_ field: WritableKeyPath<Whole, Field>, _ fieldCase: Case<Field, State>) {
    self.init(read: { fieldCase.extract($0[keyPath: field]) }) { whole, edit in
      fieldCase.edit(field, of: &whole, edit)
    }
  }
}
