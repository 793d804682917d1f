// A graph belongs to one isolation: a detached task must not capture a property or an effect.
import Upkeep

func captures(_ count: StoredProperty<Int>) {
  // expected-error@+1 {{'sending' parameter risks causing data races}}
  Task.detached { print(count.value) }
  print(count.value)
}

func capturesDerived(_ count: StoredProperty<Int>) {
  let double = count.map { $0 * 2 }
  // expected-error@+1 {{'sending' parameter risks causing data races}}
  Task.detached { print(double.value) }
  print(count.value)
}

func observes(_ count: StoredProperty<Int>) {
  let updater = Updater()
  Task.detached {  // expected-error {{'sending' parameter risks causing data races}}
    let effect = updater.keepUpToDate { print(count.value) }
    effect.cancel()
  }
}

func runsAnEffectElsewhere(_ update: @escaping () -> Void) {
  Task.detached {  // expected-error {{'sending' parameter risks causing data races}}
    let updater = Updater()
    let effect = updater.keepUpToDate(update)
    effect.cancel()
  }
}
