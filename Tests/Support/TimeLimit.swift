/// The minutes after which a test counts as hanging.
///
/// A limit is never against slowness: beside other builds on a busy machine, a test of two seconds has
/// taken four minutes.
public let hangingMinutes = 30

/// The seconds after which a program that is waited for counts as hanging; less than a test has, so that
/// the failure says what was waited for.
public let hangingSeconds = 600
