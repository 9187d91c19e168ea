// The types that appear in this module's interface, such as `JSONValue` and `SessionEnd`, can be named
// and used by an app that imports nothing else.
@_exported public import RewindJSON
@_exported public import RewindSession
