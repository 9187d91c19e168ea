/// The recorder's interface with nothing behind it, for builds that must not carry the recorder: those for a store.
///
/// An app's attaching code compiles unchanged: where it says `import RewindKit`, such a build has this module instead.
/// Nothing is recorded, no file is touched, no replay is answered; a reducer that is wrapped is the app's own. The
/// inputs of reducers (`RewindInputs`) are the real ones: they read the clock and so on.
///
/// It has the calls that attach a recorder, and those that ask for past sessions. It has no time machine, no `Replay`
/// and no log in memory: those are for development builds and tests.
@_exported public import RewindInputs
