/// A new price of a symbol.
struct Tick: Equatable, Sendable {
  let id: Quote.ID
  let price: Double
}
