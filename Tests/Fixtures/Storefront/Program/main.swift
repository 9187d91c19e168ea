// Replays the shop's sessions, and records one, which dies in its last action:
//
//   storefront record FILE
//   storefront launch OUTBOX     to its folder of sessions; first it sends what is left of a crash, as reporters do
import Foundation
import RewindReplay
import StorefrontApp
import StorefrontBasket
import StorefrontCheckout

let storefront = ReplayableStore(
  initial: StorefrontState(),
  actions: StorefrontAction.self,
  reduce: storefrontReducer
)
storefront.answerReplayRequest()

let arguments = CommandLine.arguments
guard arguments.count == 3, ["record", "launch"].contains(arguments[1]) else {
  print("Usage: storefront record FILE | launch OUTBOX")
  exit(2)
}
var options = Recorder.Options()
var destination = Recorder.Destination.file(arguments[2])
if arguments[1] == "launch" {
  let sessions = SessionFolder.standard
  destination = .folder(sessions)
  options.version = "1.2"
  if let last = sessions.previous, case .crashed = last.end, let session = last.header?.session {
    let outbox = URL(fileURLWithPath: arguments[2])
    for file in last.files {
      try FileManager.default.copyItem(at: file, to: outbox.appending(path: file.lastPathComponent))
    }
    let event = #"{"session":"\#(session)","version":"1.2"}"#
    try Data(event.utf8).write(to: outbox.appending(path: "event.json"))
    print("Sent: the session of a crash.")
    exit(0)
  }
}
let recording = storefront.record(app: "storefront", to: destination, options: options)
var state = recording.initialState()
let actions: [StorefrontAction] = [
  .basket(.add(price: 40)), .logIn("ada"), .checkout(.chooseInstallments(3)),
  .basket(.add(price: 20)), .checkout(.pay), .basket(.remove(at: 0)),
  .checkout(.chooseInstallments(0)), .logIn("grace"), .checkout(.pay),
]
for action in actions { recording.reducer(&state, action) }
