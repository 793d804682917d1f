import Differential
import ScopeDifferential
import StoreDifferential

let scripts: [String: any SeededScript.Type] = [
  "--births": BirthScript.self, "--keyed": KeyedScript.self, "--models": ModelScript.self,
  "--nested": NestedScript.self, "--saved": PersistenceScript.self, "--scopes": ScopeScript.self,
  "--stores": StoreScript.self,
]
let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case _ where arguments.contains("--help") || arguments.contains("-h"): Fuzz.run(arguments)
case "--kills": await KilledProgram.fuzz(arguments.dropFirst())
case "--killed": await KilledProgram.run(in: arguments.last ?? "")
case let option?:
  if let script = scripts[option] { await script.fuzz(arguments.dropFirst()) }
  Fuzz.run(arguments)
case nil: Fuzz.run(arguments)
}
