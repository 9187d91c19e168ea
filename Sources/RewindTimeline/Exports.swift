// The log that a timeline reads, and the reasons why it cannot be read, can be named where timelines are.
@_exported public import RewindLog
