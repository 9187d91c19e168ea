// A store that is replayed is recorded as well, and its interface has the recorder's types.
@_exported public import Rewind
