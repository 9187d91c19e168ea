import RewindTestSupport

/// The tool, which nearly every test here runs.
let rewind = Program("rewind")

/// The app whose sessions are asked about, and a session that ends well.
let game = Program("memory-tunes").path
let win = Recordings.path("memory-tunes/win.jsonl")

/// A session that ends in a crash: a tap, while the pictures load.
let crash = Recordings.path("memory-tunes/tap-while-loading.jsonl")
