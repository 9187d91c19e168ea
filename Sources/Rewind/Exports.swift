// The types that appear in this module's interface, such as `JSONValue` and `SessionEnd`, and what reducers
// read their inputs with, can be named and used by an app that imports nothing else.
@_exported public import RewindInputs
@_exported public import RewindJSON
@_exported public import RewindSession
