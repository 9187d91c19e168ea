/// Everything that an app needs to record its stores and to be replayed: the recorder, the replay, and the inputs of
/// reducers.
///
/// ```swift
/// import RewindKit
/// ```
///
/// It has no code of its own. An app that counts modules imports them one by one; the window to a browser
/// (`RewindLive`), which has a socket, and the helpers for tests (`RewindTesting`) stay products of their own.
///
/// In a build without the recorder (`REWIND_NOOP=1`) it is `RewindNoop`: the same interface with nothing behind it.
#if REWIND_NOOP
@_exported public import RewindNoop
#else
@_exported public import Rewind
@_exported public import RewindInputs
@_exported public import RewindReplay
#endif
