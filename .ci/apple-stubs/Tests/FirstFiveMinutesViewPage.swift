import SwiftUI
import Upkeep

private struct WorthView: View {
  let worth: Property<Int>

  var body: some View {
    Text("\(worth.value)")
  }
}
