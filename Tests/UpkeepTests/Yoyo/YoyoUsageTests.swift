import Testing

@testable import Upkeep

/// The promises of Yoyo's README, kept by Upkeep: "Usage", on state and values derived from it.
@Suite(.leavesNothing) struct YoyoUsageTests {
  private let loginManager = LoginManager()

  @Test func `Usage, Storing state: a value is changed by assigning a new one`() {
    checkingInvariants(of: [loginManager.isLoggedIn]) {
      #expect(!loginManager.isLoggedIn.value)
      loginManager.logIn()
      #expect(loginManager.isLoggedIn.value)
      loginManager.logOut()
      #expect(!loginManager.isLoggedIn.value)
    }
  }

  @Test func `Usage, Deriving state: a value is computed from a property`() {
    let showLoginButton = DerivedProperty(loginManager.isLoggedIn) { isLoggedIn in
      return !isLoggedIn
    }
    checkingInvariants(of: [loginManager.isLoggedIn]) {
      #expect(showLoginButton.value)
      loginManager.logIn()
      #expect(!showLoginButton.value)
      loginManager.logOut()
      #expect(showLoginButton.value)
    }
  }

  @Test
  func `Usage, Deriving state: the calculator gets the current values of all inputs, in order`() {
    let inputs = (0..<10).map { StoredProperty($0) }
    let (name, maybe) = (StoredProperty("n"), StoredProperty<Int?>(nil))
    let mixed = DerivedProperty(inputs[0], name, maybe, loginManager.isLoggedIn) {
      "\($0) \($1) \($2 ?? -1) \($3)"
    }
    let ten = DerivedProperty(
      inputs[0], inputs[1], inputs[2], inputs[3], inputs[4], inputs[5], inputs[6], inputs[7],
      inputs[8], inputs[9]
    ) { [$0, $1, $2, $3, $4, $5, $6, $7, $8, $9] }
    checkingInvariants(of: inputs + [name, maybe]) {
      #expect(mixed.value == "0 n -1 false")
      #expect(ten.value == Array(0..<10))
      batch {
        for input in inputs { input.value += 100 }
        name.value = "m"
        maybe.value = 5
        loginManager.logIn()
      }
      #expect(mixed.value == "100 m 5 true")
      #expect(ten.value == Array(100..<110))
    }
  }

  // Upkeep notices a calculator's mistakes.
  @Test func `Usage, Deriving state: a calculator that affects or references other state is told`()
  {
    let other = StoredProperty(0, name: "other")
    let writing = DerivedProperty(loginManager.isLoggedIn, name: "writing") { isLoggedIn in
      other.value = 5
      return !isLoggedIn
    }
    let reading = DerivedProperty(loginManager.isLoggedIn, name: "reading") { isLoggedIn in
      isLoggedIn ? other.value : 0
    }
    let mistakes = recordingMistakes {
      #expect(writing.value)
      loginManager.logIn()
      #expect(reading.value == 0)
    }
    #if DEBUG
      #expect(mistakes == ["writeInDerivation: writing, other", "undeclaredRead: reading, other"])
    #else
      #expect(mistakes == ["writeInDerivation: writing, other"])
    #endif
    #expect(other.value == 0)
  }
}
