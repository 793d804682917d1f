import Upkeep
import UpkeepScope
import UpkeepTestKit

// The work of the definitions' closures.
extension World {
  private func read(_ get: Reader, _ index: Int, for run: Run?) -> Seen {
    let seen = handles[index].read(get)
    run?.inputs.append((index, seen, false))
    return seen
  }

  func compute(_ get: Reader, _ index: Int, _ variant: Int) -> Int {
    let program = items[index].programs[variant]
    var sum = program.start
    for action in program.actions { sum += perform(action, get, nil) }
    if case .writable = items[index].kind { return sum }
    return sum % program.modulus
  }

  private func perform(_ action: Action, _ get: Reader, _ run: Run?) -> Int {
    switch action {
    case .add(let input): read(get, input, for: run).weight
    case .choose(let first, let second, let third):
      read(get, read(get, first, for: run).weight % 2 == 0 ? second : third, for: run).weight
    case .wait, .sleep, .gate: 0
    }
  }

  func computeOrFail(_ get: Reader, _ index: Int, _ variant: Int) throws -> Int {
    let program = items[index].programs[variant]
    let run = didBegin(Key(scope: get.peek(marker), definition: index), variant)
    do {
      var sum = program.start
      for action in program.actions {
        if case .add(let input) = action, let resource = handles[input].resource {
          _ = read(get, input, for: run)
          sum += try get.peek(resource).get()
        } else {
          sum += perform(action, get, run)
        }
      }
      if let failing = program.failing, sum % failing == 0 { throw Failure(number: sum) }
      run.outcome = .number(sum % program.modulus)
      return sum % program.modulus
    } catch {
      let isLoading = error as? LoadError == .stillLoading
      run.outcome = .loadable(value: nil, error: "\(error)", isLoading: isLoading)
      throw error
    }
  }

  nonisolated(nonsending) func load(
    _ get: LoadReader, _ index: Int, _ variant: Int
  ) async throws -> Int {
    let program = items[index].programs[variant]
    let key = Key(scope: get.peek(marker), definition: index)
    let run = didBegin(key, variant)
    openRuns += 1
    defer { openRuns -= 1 }
    do {
      var sum = program.start
      for action in program.actions {
        switch action {
        case .gate(let gate): _ = try await gates[gate].value()
        case .sleep(let duration): try await get.sleep(for: .seconds(duration))
        case .wait(let input):
          guard let resource = handles[input].resource else { continue }
          run.awaited = input
          do {
            let value = try await get(resource)
            run.inputs.append((input, .loadable(value: value, error: nil, isLoading: false), true))
            sum += value
          } catch {
            if !Task.isCancelled {
              run.inputs.append(
                (input, .loadable(value: nil, error: "\(error)", isLoading: false), true))
            }
            throw error
          }
          run.awaited = nil
        default:
          sum += perform(action, get.reader, run)
          if !Task.isCancelled {
            for input in run.inputs.suffix(1) { didRead(key, input.definition, input.seen) }
          }
        }
      }
      if let failing = program.failing, sum % failing == 0 { throw Failure(number: sum) }
      run.outcome = .number(sum % program.modulus)
      return sum % program.modulus
    } catch {
      run.outcome = .loadable(value: nil, error: "\(error)", isLoading: false)
      throw error
    }
  }
}
