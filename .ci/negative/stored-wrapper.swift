// `@Stored` needs a class or an actor: all copies of a structure would share one property.
import Upkeep

struct Point {
  // expected-error@+1 {{@Stored works on a property of a class or an actor only}}
  @Stored var x = 0
}

func local() {
  // expected-error@+1 {{@Stored works on a property of a class or an actor only}}
  @Stored var count = 1
}

final class Cart {
  @Stored var items: [String] = []
  @Stored(name: "discount") var discount = 0.0
  @Stored var title: String
  @Stored var note: String?

  init() { title = "cart" }

  func fill() {
    items.append("tea")
    discount += 1
    note = $items.name
  }
}

@MainActor final class Screen {
  @Stored var title = ""

  func load() { title += "!" }
}

actor Shop {
  @Stored var count = 1

  func sell() -> Int {
    count -= 1
    return $count.value
  }
}

final class Box<Content: Equatable> {
  @Stored var content: Content

  init(_ content: Content) { self.content = content }
}
