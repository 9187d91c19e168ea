// The texts to copy: a value, its pointer, a link, a command, an issue.

/// Returns the value in view: the chosen one, or the whole state.
function valueToCopy({ current, tokens }) {
  const value = valueAt(current.after() ?? current.before(), tokens ?? []);
  return value === undefined ? "" : prettyJSON(value);
}

/// Returns the `rewind` command that shows the same in a terminal.
function commandOf({ session, current, tokens, state }) {
  const { file } = session.facts;
  if (tokens !== null) return `rewind blame ${file} ${shellWord(pointerText(tokens))} --at ${current.index}`;
  if (state.pinned) return `rewind diff ${file} ${state.pinned.index} ${current.index}`;
  if (current.actionLine === null) return `rewind state ${file} ${current.index}`;
  return `rewind show ${file} ${current.index}`;
}

/// Returns a text as one word of a shell, as the tool does; hidden characters, which a terminal would obey when the
/// command is pasted, are made by `printf`, which loses line feeds at the end.
function shellWord(text) {
  if (/^[\w@+:,./-]+$/.test(text)) return text;
  if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const [end] = /\n*$/.exec(text);
  const octal = (byte) => `\\${byte.toString(8).padStart(3, "0")}`;
  const escaped = (part) => [...new TextEncoder().encode(part)].map(octal).join("");
  const format = text.slice(0, text.length - end.length).replaceAll("%", "%%")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}'\\]|^-/gu, escaped);
  const word = format === "" ? "" : `"$(printf '${format}')"`;
  return end === "" ? word : `${word}$'${"\\n".repeat(end.length)}'`;
}

/// Returns an issue in Markdown: the finding, how to get there, and what was replayed.
function issueOf(page) {
  const { session, mask } = page;
  const { facts } = session;
  const finding = findingOf(session, mask);
  const parts = [
    `# ${finding ? findingText(finding, markdownCode) : endingSentence(session)}`,
    `${markdownCode(facts.app ?? facts.name)}, session ${markdownCode(facts.name)}: ${sessionWords(session)}.`,
    ...[...page.marks].map(([index, mark]) => markedText(session, index, mark, mask)),
    ...minimalText(facts.diagnosis),
    ...wroteText(facts.diagnosis),
    `Look at it: ${markdownCode(commandOf(page))}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/// Returns an action with its changes, as a list.
function markedText(session, index, mark, mask) {
  const step = session.stepAt.get(index);
  if (!step) return `**${mark}**: action ${index}`;
  const words = payloadWords(step);
  const head = `**${mark}**: ${index} ${markdownCode(step.type)}${words === "" ? "" : ` with ${words}`}`;
  const rows = safely(() => effectsOf(step, mask), []).slice(0, 10)
    .map(({ tokens, verb, detail }) => `- ${verb} ${markdownCode(pointerText(tokens))} ${markdownCode(detail)}`);
  return [head, ...rows].join("\n");
}

function minimalText(diagnosis) {
  if (!diagnosis?.minimal) return [];
  const rows = diagnosis.minimal.steps.map((step) =>
    `- ${step.index} ${markdownCode(step.type)} ${markdownCode(minimalPayload(step))}`.trimEnd()
  );
  return [`${minimalWords(diagnosis.minimal)}:`, rows.join("\n")];
}

function wroteText(diagnosis) {
  const lines = diagnosis?.wrote ?? [];
  if (lines.length === 0) return [];
  const text = lines.join("\n");
  const fence = longestRun(text) >= 3 ? "`".repeat(longestRun(text) + 1) : "```";
  return [`${fence}\n${text}\n${fence}`];
}

/// Returns a text as code that no backtick in it ends.
function markdownCode(text) {
  if (text === "") return "";
  const fence = "`".repeat(longestRun(text) + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${harmless(text)}${space}${fence}`;
}

function longestRun(text) {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
