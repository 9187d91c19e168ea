// Regular expressions, in the tool's syntax: what the browser does not read as the tool does is written
// out, or refused. Faults are in the browser's words.

class PatternError extends Error {}

/// Returns the regular expression of a pattern.
function patternOf(text) {
  const ignoresCase = text.startsWith("(?i)");
  const pattern = translated(ignoresCase ? text.slice(4) : text);
  try {
    return new RegExp(pattern, ignoresCase ? "iu" : "u");
  } catch (error) {
    throw new PatternError(error.message);
  }
}

/// Returns the pattern as the browser needs it.
///
/// A dot is every character but a line feed, any punctuation may be escaped, and there are no back
/// references, named groups and look-around.
function translated(pattern) {
  const token = /\\([\s\S])|\(\?[^:]|[\s\S]/gu;
  let isInClass = false;
  return pattern.replace(token, (all, escaped) => {
    if (escaped !== undefined) {
      if (/[dwsDWS]/.test(escaped) || (!isInClass && /[bB]/.test(escaped))) return all;
      if (/[\p{L}\p{N}\s]/u.test(escaped)) throw new PatternError(`${all} has no meaning`);
      return `\\u{${escaped.codePointAt(0).toString(16)}}`;
    }
    if (isInClass) {
      if (all === "]") isInClass = false;
      return all === "[" ? "\\[" : all;
    }
    if (all.length > 1) throw new PatternError(`${all} cannot be used here`);
    if (all === "[") isInClass = true;
    return all === "." ? "[^\\n]" : all;
  });
}
