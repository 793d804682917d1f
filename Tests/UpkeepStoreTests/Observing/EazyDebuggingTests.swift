import Foundation
import Testing
import UpkeepStore

private struct ChatState: Equatable {
  struct Message: Equatable, Identifiable {
    enum From: Equatable {
      case other
      case me
    }
    let id: UUID
    let from: From
    let text: String
  }
  enum MessagesState: Equatable {
    case loading
    case success([Message])
    case failure(String)
  }

  var messagesState: MessagesState = .loading
  var newMessageString = ""
}

/// The example of a change under "Debugging" in the README of Eazy.
@Suite struct EazyDebuggingTests {
  @Test func `a change of the state is shown as in the README`() throws {
    let ids = try [
      "1D72C282-C057-45EA-9632-EFE8A02AA428", "3F410CD7-CCAF-4DEF-B7A2-1057F7083122",
      "3E57A986-ED89-4C29-BC22-32F885F79806",
    ].map { try #require(UUID(uuidString: $0)) }
    let long = """
      Protein, iron, and calcium are some of the nutritional benefits associated with cheeseburgers.
      Salad is essentially food for rabbits, so don’t bother wasting your time.
      """
    let messages = [
      ChatState.Message(id: ids[0], from: .me, text: "Hello my friend"),
      ChatState.Message(id: ids[1], from: .other, text: "Well hello"),
      ChatState.Message(id: ids[2], from: .me, text: long),
    ]
    let difference = ValueDump.difference(
      from: ChatState(), to: ChatState(messagesState: .success(messages)))
    #expect(
      difference == """
          ChatState(
        -   messagesState: ChatState.MessagesState.loading,
        +   messagesState: ChatState.MessagesState.success(
        +     [
        +       [0]: ChatState.Message(
        +         id: UUID(1D72C282-C057-45EA-9632-EFE8A02AA428),
        +         from: ChatState.Message.From.me,
        +         text: "Hello my friend"
        +       ),
        +       [1]: ChatState.Message(
        +         id: UUID(3F410CD7-CCAF-4DEF-B7A2-1057F7083122),
        +         from: ChatState.Message.From.other,
        +         text: "Well hello"
        +       ),
        +       [2]: ChatState.Message(
        +         id: UUID(3E57A986-ED89-4C29-BC22-32F885F79806),
        +         from: ChatState.Message.From.me,
        +         text: \"""
        +           Protein, iron, and calcium are some of the nutritional benefits associated with cheeseburgers.
        +           Salad is essentially food for rabbits, so don’t bother wasting your time.
        +           \"""
        +       )
        +     ]
        +   ),
            newMessageString: ""
          )
        """)
  }
}
