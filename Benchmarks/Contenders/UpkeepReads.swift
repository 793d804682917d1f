import Upkeep

/// Makes a closure that runs `body` with a function that reads the inputs.
///
/// Up to four inputs are captured one by one, as by a closure that names them. More stay in their array:
/// there, Swift retains and releases the property around each read, as for any loop over an array of objects
/// that calls what it cannot see into.
@inline(__always)
func reading<Result>(
  _ inputs: ArraySlice<Property<Int>>,
  _ body: @escaping (_ read: (_ index: Int) -> Int) -> Result
) -> () -> Result {
  let start = inputs.startIndex
  switch inputs.count {
  case 1:
    let first = inputs[start]
    return { body { _ in first.value } }
  case 2:
    let (first, second) = (inputs[start], inputs[start + 1])
    return { body { $0 == 0 ? first.value : second.value } }
  case 3:
    let (first, second, third) = (inputs[start], inputs[start + 1], inputs[start + 2])
    return { body { $0 == 0 ? first.value : $0 == 1 ? second.value : third.value } }
  case 4:
    let (first, second) = (inputs[start], inputs[start + 1])
    let (third, fourth) = (inputs[start + 2], inputs[start + 3])
    return {
      body {
        switch $0 {
        case 0: first.value
        case 1: second.value
        case 2: third.value
        default: fourth.value
        }
      }
    }
  default:
    return { body { inputs[start &+ $0].value } }
  }
}
