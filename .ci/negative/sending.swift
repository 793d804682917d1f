// An object that was sent to another isolation must not be used afterwards.
import Upkeep

actor Ledger {
  private var count: StoredProperty<Int>?
  private var updater: Updater?

  func keep(_ count: sending StoredProperty<Int>) { self.count = count }
  func keep(_ updater: sending Updater) { self.updater = updater }
}

func usesAfterSending(_ ledger: Ledger) async {
  let count = StoredProperty(0)
  await ledger.keep(count)  // expected-error {{sending 'count' risks causing data races}}
  count.value = 1
}

func keepsADependant(_ ledger: Ledger) async {
  let count = StoredProperty(0)
  let double = count.map { $0 * 2 }
  await ledger.keep(count)  // expected-error {{sending 'count' risks causing data races}}
  print(double.value)
}

func keepsWhatAnEffectReads(_ ledger: Ledger) async {
  let count = StoredProperty(0)
  let updater = Updater()
  updater.keepUpToDate { print(count.value) }
  await ledger.keep(updater)  // expected-error {{sending 'updater' risks causing data races}}
  count.value = 1
}

final class Cart {
  @Stored var count = 0
  @Derived({ (cart: Cart) in cart.count * 2 }) var double: Int
}

func keepsTheInstance(_ ledger: Ledger) async {
  let cart = Cart()
  // expected-error@+1 {{sending 'cart.$count' risks causing data races}}
  await ledger.keep(cart.$count)
  print(cart.double)
}
