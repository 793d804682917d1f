import Upkeep

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a scope knows of saved atoms.
struct Savings {
  /// Where everything is saved, in place of where it says.
  var storage: (any KeyedStorage)?
  /// Who has which name.
  var owners: [String: DefinitionID] = [:]
  /// What a snapshot has brought for atoms that are not live yet.
  var pending: [String: any Decoder] = [:]

  /// Whether a name is free, or the definition's own, which it is from now on.
  mutating func claim(_ key: String, for id: DefinitionID) -> Bool {
    let owner = owners[key, default: id]
    owners[key] = owner
    return owner == id
  }
}

/// An atom's value as it begins, and what saves it from then on.
struct Saving<Value> {
  var value: Value?
  var effect: DefinitionEffect<Value>?
}

extension ScopeCore {
  /// What is saved of an atom, and how it is saved.
  func saving<Value>(of atom: Atom<Value>, _ coding: AtomCoding<Value>) -> Saving<Value> {
    let name = atom.declaration.name
    func report(_ problem: String) {
      Misuse.report(.savingFailed(atom: name, problem: problem))
    }
    guard savings.claim(coding.key, for: atom.declaration.id) else {
      report(
        "another atom in its scope has the key '\(coding.key)', too; this one is not saved. Give each its own."
      )
      return Saving()
    }
    var saving = Saving<Value>()
    let storage = coding.storage.map { savings.storage ?? $0 }
    if let decoder = savings.pending.removeValue(forKey: coding.key) {
      do {
        saving.value = try coding.decode(decoder)
      } catch {
        report("what a snapshot has for '\(coding.key)' cannot be read: \(error). It begins anew.")
      }
    }
    guard let storage else { return saving }
    do {
      if let data = try storage.read(coding.key), saving.value == nil {
        do {
          saving.value = try coding.load(data)
        } catch {
          let place = try storage.setAside(coding.key)
          report(
            """
            what was saved under '\(coding.key)' cannot be read: \(error). It was set aside as \(place), and the \
            atom begins anew.
            """)
        }
      }
    } catch {
      report(
        """
        what is saved under '\(coding.key)' can be neither read nor set aside: \(error). It is left alone, and the \
        atom is not saved.
        """)
      return saving
    }
    saving.effect = .onChange { _, _, new in
      do {
        try storage.write(try coding.save(new), for: coding.key)
      } catch {
        Misuse.report(
          .savingFailed(
            atom: name,
            problem: """
              it could not be saved under '\(coding.key)': \(error). The value stays, and the next change is saved \
              again.
              """))
      }
    }
    return saving
  }
}

extension Scope {
  /// Saves all atoms in one storage, in place of where they say.
  package func save(in storage: any KeyedStorage) { core.savings.storage = storage }
}
