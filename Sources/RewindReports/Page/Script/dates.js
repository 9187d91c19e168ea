// Dates in the reader's own language and time zone.

/// Returns the date and time at which a session began; the recorded text if that is not a date.
function localDate(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/// Returns the time of day of a step, to the millisecond; null if it is not known.
function clockTime(started, seconds) {
  const date = new Date(Date.parse(started) + seconds * 1000);
  if (seconds === null || Number.isNaN(date.getTime())) return null;
  return clock.format(date);
}

/// Made once: it takes as long as half a step.
const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3,
});
