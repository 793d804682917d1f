import Upkeep

/// The object that the README of Yoyo builds on.
final class LoginManager {
  let isLoggedIn = StoredProperty(false)

  func logIn() {
    isLoggedIn.value = true
  }

  func logOut() {
    isLoggedIn.value = false
  }
}
