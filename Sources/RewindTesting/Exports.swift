// Where a replay differs can be named and looked into by a test that imports nothing else.
@_exported public import RewindReplay
@_exported public import RewindTimeline
