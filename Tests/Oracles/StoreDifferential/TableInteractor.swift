import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// An interactor that follows its table.
struct TableInteractor<State: TableEditable>: Interactor {
  typealias Action = TableAction

  unowned let world: StoreWorld
  let store: Int
  let part: String
  let plan: PartPlan
  let canary: StoreWorld.Canary?
  let makeHooks: (StoreContext<State, TableAction>) -> [Hook]

  func reduce(_ state: inout State, _ action: TableAction) {
    for edit in plan.edits[action.kind] { state.apply(edit) }
  }

  func policy(for action: TableAction) -> EffectPolicy {
    let policy = plan.policies[action.kind]
    return switch policy.kind {
    case .never: .never
    case .concurrent: .concurrent
    case .cancels: .cancels(policy.id)
    case .named: .cancellable(policy.id)
    case .latest: .latest(policy.id)
    case .exclusive: .exclusive(policy.id)
    case .serial: .serial(policy.id)
    case .debounced: .debounced(policy.id, for: .seconds(policy.seconds))
    }
  }

  func hooks(_ context: StoreContext<State, TableAction>) -> [Hook] { makeHooks(context) }

  nonisolated(nonsending) func perform(
    _ action: TableAction, _ context: StoreContext<State, TableAction>
  ) async {
    let key = "\(store)/\(action.name)/\(part)"
    let world = world
    world.openCode += 1
    defer { world.openCode -= 1 }
    var sent: StoreTask?
    func send(_ kinds: [Int], _ index: Int) {
      if action.fuel == 0 { return }
      let actions = kinds.enumerated().map { number, kind in
        TableAction(kind: kind, name: "\(key):\(index).\(number)", fuel: action.fuel - 1)
      }
      sent = actions.count == 1 ? context.send(actions[0]) : context.send(actions[0], actions[1])
    }
    world.goOn(key)
    for (index, step) in plan.effects[action.kind].enumerated() {
      switch step {
      case .write(let edits):
        context.modify { state in
          for edit in edits { state.apply(edit) }
        }
      case .send(let kinds): send(kinds, index)
      case .sleep(let seconds):
        try? await context.sleep(for: .seconds(seconds))
        world.goOn(key)
      case .gate:
        _ = try? await world.gate("\(key)#\(index)").value()
        world.goOn(key)
      case .yield:
        await Task.yield()
        world.goOn(key)
      case .finish:
        if let sent, !sent.isFinished {
          await sent.finish()
          world.goOn(key)
        }
      // A handle works for any holder, even for the code of an ended effect: the oracle does not
      // model that.
      case .cancelSent: if context.isActive { sent?.cancel() }
      case .cancel(let id): context.cancel(id: id)
      case .both(let deed):
        world.carryOut(deed) { edit in
          context.modify { $0.apply(edit) }
        } send: {
          send([$0], index)
        }
      }
    }
  }
}
