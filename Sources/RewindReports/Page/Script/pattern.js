// Regular expressions, searched in time proportional to text × pattern for any input.
//
// The same automaton as the tool's TextPattern, in many states at once, without backtracking: no pattern
// freezes the page, and both find the same.
//
//   {op: "one", set}  {op: "split", a, b}  {op: "jump", to}  {op: "start"}  {op: "end"}
//   {op: "boundary", isWanted}  {op: "found"}

class PatternError extends Error {}

/// A set of code points: ranges, or all others.
class CodePointSet {
  constructor(ranges = [], isInverted = false) {
    this.ranges = ranges;
    this.isInverted = isInverted;
  }

  holds(character, ignoresCase) {
    const forms = ignoresCase
      ? [character, character.toLowerCase(), character.toUpperCase()]
      : [character];
    const isIn = forms.some((form, place) => {
      const code = form.codePointAt(0);
      const isSingle = place === 0 || form.length === (code > 0xffff ? 2 : 1);
      return isSingle && this.ranges.some(([low, high]) => low <= code && code <= high);
    });
    return isIn !== this.isInverted;
  }

  static opposite(ranges) {
    const result = [];
    let next = 0;
    for (const [low, high] of ranges) {
      if (low > next) result.push([next, low - 1]);
      next = high + 1;
    }
    return [...result, [next, 0x10ffff]];
  }
}
CodePointSet.digits = [[0x30, 0x39]];
CodePointSet.word = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
CodePointSet.space = [
  [0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029],
  [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff],
];

/// A compiled pattern.
class TextPattern {
  constructor(text) {
    this.ignoresCase = text.startsWith("(?i)");
    this.program = new PatternCompiler(text, this.ignoresCase ? 4 : 0).compile();
  }

  /// Returns true if the pattern matches somewhere in a text.
  isFound(text) {
    const characters = [...text];
    let current = { waiting: [], seen: new Set() };
    for (let place = 0; place <= characters.length; place += 1) {
      // The pattern may begin at every place.
      if (this.follow(0, current, characters, place)) return true;
      if (place === characters.length) break;
      const next = { waiting: [], seen: new Set() };
      for (const at of current.waiting) {
        if (!this.program[at].set.holds(characters[place], this.ignoresCase)) continue;
        if (this.follow(at + 1, next, characters, place + 1)) return true;
      }
      current = next;
    }
    return false;
  }

  /// Continues from an instruction without reading; returns true if the pattern is found.
  follow(first, threads, text, place) {
    const open = [first];
    while (open.length > 0) {
      const at = open.pop();
      if (threads.seen.has(at)) continue;
      threads.seen.add(at);
      const step = this.program[at];
      if (step.op === "found") return true;
      if (step.op === "one") threads.waiting.push(at);
      else if (step.op === "jump") open.push(step.to);
      else if (step.op === "split") open.push(step.b, step.a);
      else if (TextPattern.isMet(step, text, place)) open.push(at + 1);
    }
    return false;
  }

  static isMet(assertion, text, place) {
    if (assertion.op === "start") return place === 0;
    if (assertion.op === "end") return place === text.length;
    const isWord = (character) => character !== undefined && /^[0-9A-Za-z_]$/.test(character);
    return (isWord(text[place - 1]) !== isWord(text[place])) === assertion.isWanted;
  }
}

/// Parses a pattern and makes its automaton.
class PatternCompiler {
  constructor(text, offset) {
    this.characters = [...text].slice(offset);
    this.offset = offset;
    this.position = 0;
    this.depth = 0;
    this.program = [];
  }

  get next() {
    return this.characters[this.position];
  }

  /// The place in the pattern as written.
  get place() {
    return this.position + this.offset;
  }

  compile() {
    this.alternatives();
    if (this.next !== undefined) this.refuseAlone(this.next, this.place);
    this.emit({ op: "found" });
    return this.program;
  }

  emit(instruction) {
    if (this.program.length >= PatternCompiler.programLimit) this.refuseSize();
    this.program.push(instruction);
  }

  refuseSize() {
    throw new PatternError(
      `with its repetitions written out, it has more than ${PatternCompiler.programLimit} parts`
    );
  }

  refuseAlone(what, place) {
    throw new PatternError(`"${what}" stands alone at its character ${place + 1}`);
  }

  refuseOpen(what, place) {
    throw new PatternError(`"${what}" at its character ${place + 1} is never closed`);
  }

  refuseRange(place) {
    throw new PatternError(`the range at its character ${place + 1} is the wrong way round`);
  }

  refuseRepetition(place) {
    throw new PatternError(`there is nothing to repeat before its character ${place + 1}`);
  }

  refuseUnsupported(what, place) {
    throw new PatternError(
      `${what}, at its character ${place + 1}, cannot be searched for in bounded time`
    );
  }

  alternatives() {
    this.depth += 1;
    if (this.depth > PatternCompiler.depthLimit) {
      throw new PatternError(
        `its groups are nested deeper than ${PatternCompiler.depthLimit} levels`
      );
    }
    const start = this.program.length;
    let exits = [];
    this.sequence();
    while (this.next === "|") {
      this.position += 1;
      this.makeRoom(start);
      // Each alternative before this one has moved by one instruction.
      exits = exits.map((exit) => exit + 1);
      exits.push(this.program.length);
      this.emit({ op: "jump", to: 0 });
      this.program[start] = { op: "split", a: start + 1, b: this.program.length };
      this.sequence();
    }
    for (const exit of exits) this.program[exit] = { op: "jump", to: this.program.length };
    this.depth -= 1;
  }

  /// Inserts an empty instruction, and keeps the targets of those after it.
  makeRoom(place) {
    this.emit({ op: "found" });
    this.program.pop();
    const behind = this.program.splice(place);
    this.program.push({ op: "split", a: 0, b: 0 });
    this.program.push(...behind.map((step) => moved(step, 1, place)));
  }

  sequence() {
    while (this.next !== undefined && this.next !== "|" && this.next !== ")") {
      const start = this.program.length;
      const isAssertion = this.next === "^" || this.next === "$" || this.isBoundary;
      this.atom();
      this.repetition(start, isAssertion);
    }
  }

  get isBoundary() {
    const after = this.characters[this.position + 1];
    return this.next === "\\" && (after === "b" || after === "B");
  }

  atom() {
    const start = this.place;
    const character = this.next;
    this.position += 1;
    switch (character) {
      case "(": return this.group(start);
      case "[": return this.emit({ op: "one", set: this.characterClass(start) });
      case ".": return this.emit({ op: "one", set: new CodePointSet([[0x0a, 0x0a]], true) });
      case "^": return this.emit({ op: "start" });
      case "$": return this.emit({ op: "end" });
      case "\\": return this.escape(start);
      case "*": case "+": case "?": return this.refuseRepetition(start);
      case "{": case "}": case "]": return this.refuseAlone(character, start);
      default: return this.emit({ op: "one", set: new CodePointSet([single(character)]) });
    }
  }

  group(start) {
    if (this.next === "?") {
      this.position += 1;
      if (this.next !== ":") this.refuseUnsupported(`a group with (?${this.next ?? ""}`, start);
      this.position += 1;
    }
    this.alternatives();
    if (this.next !== ")") this.refuseOpen("(", start);
    this.position += 1;
  }

  escape(start) {
    if (this.next === "b" || this.next === "B") {
      this.emit({ op: "boundary", isWanted: this.next === "b" });
      this.position += 1;
    } else {
      this.emit({ op: "one", set: new CodePointSet(this.escapedRanges(start)) });
    }
  }

  /// Returns the code points of an escape after a backslash.
  escapedRanges(start) {
    const character = this.next ?? "";
    this.position += this.next === undefined ? 0 : 1;
    const known = {
      d: CodePointSet.digits, D: CodePointSet.opposite(CodePointSet.digits),
      w: CodePointSet.word, W: CodePointSet.opposite(CodePointSet.word),
      s: CodePointSet.space, S: CodePointSet.opposite(CodePointSet.space),
      n: [[0x0a, 0x0a]], r: [[0x0d, 0x0d]], t: [[0x09, 0x09]],
    };
    if (Object.hasOwn(known, character)) return known[character];
    if (/^[1-9]$/.test(character)) {
      this.refuseUnsupported(`the back reference \\${character}`, start);
    }
    if (character === "" || /^[0A-Za-z]$/.test(character)) {
      throw new PatternError(
        `\\${character} at its character ${start + 1} has no meaning; \\d \\w \\s \\b and punctuation do`
      );
    }
    return [single(character)];
  }

  characterClass(start) {
    const set = new CodePointSet();
    if (this.next === "^") {
      set.isInverted = true;
      this.position += 1;
    }
    while (this.next !== undefined && this.next !== "]") {
      const origin = this.place;
      const low = this.classMember();
      const after = this.characters[this.position + 1];
      // A dash makes a range between two code points; at either end it is literal.
      if (this.next !== "-" || after === undefined || after === "]" || !isSingle(low)) {
        set.ranges.push(...low);
        continue;
      }
      this.position += 1;
      const high = this.classMember();
      if (!isSingle(high) || low[0][0] > high[0][0]) this.refuseRange(origin);
      set.ranges.push([low[0][0], high[0][0]]);
    }
    if (this.next !== "]") this.refuseOpen("[", start);
    this.position += 1;
    return set;
  }

  classMember() {
    const start = this.place;
    const character = this.next;
    this.position += 1;
    return character === "\\" ? this.escapedRanges(start) : [single(character)];
  }

  repetition(start, isAssertion) {
    const character = this.next;
    if (!isQuantifier(character)) return;
    const place = this.place;
    if (isAssertion) this.refuseRepetition(place);
    this.position += 1;
    if (character === "*") this.repeated(start, 0, null);
    else if (character === "+") this.repeated(start, 1, null);
    else if (character === "?") this.repeated(start, 0, 1);
    else this.repeated(start, ...this.counts(place));
    // A greedy repetition finds the pattern exactly if a lazy one does.
    if (this.next === "?") this.position += 1;
    if (isQuantifier(this.next)) this.refuseRepetition(this.place);
  }

  counts(start) {
    const number = () => {
      let digits = "";
      while (this.next !== undefined && /^[0-9]$/.test(this.next) && digits.length < 5) {
        digits += this.next;
        this.position += 1;
      }
      return digits === "" ? null : Number(digits);
    };
    const least = number();
    if (least === null) this.refuseAlone("{", start);
    let most = least;
    if (this.next === ",") {
      this.position += 1;
      most = number();
    }
    if (this.next !== "}") this.refuseOpen("{", start);
    this.position += 1;
    if (most !== null && most < least) this.refuseRange(start);
    return [least, most];
  }

  /// Repeats the instructions from `start` on; without `most`, any number of times.
  repeated(start, least, most) {
    const body = this.program.splice(start);
    for (let round = 0; round < least; round += 1) this.append(body, start);
    if (most === null) {
      // L: split body, out; body; jump L
      const loop = this.program.length;
      this.emit({ op: "split", a: loop + 1, b: 0 });
      this.append(body, start);
      this.emit({ op: "jump", to: loop });
      this.program[loop] = { op: "split", a: loop + 1, b: this.program.length };
      return;
    }
    const exits = [];
    for (let round = least; round < Math.max(least, most); round += 1) {
      exits.push(this.program.length);
      this.emit({ op: "split", a: this.program.length + 1, b: 0 });
      this.append(body, start);
    }
    for (const exit of exits) {
      this.program[exit] = { op: "split", a: exit + 1, b: this.program.length };
    }
  }

  /// Appends instructions that were made for the position `origin`.
  append(body, origin) {
    const distance = this.program.length - origin;
    if (this.program.length + body.length > PatternCompiler.programLimit) this.refuseSize();
    this.program.push(...body.map((step) => moved(step, distance, origin)));
  }
}
PatternCompiler.programLimit = 2000;
PatternCompiler.depthLimit = 50;

/// Returns an instruction with its targets from `first` on moved.
function moved(step, distance, first) {
  const target = (place) => (place >= first ? place + distance : place);
  if (step.op === "split") return { op: "split", a: target(step.a), b: target(step.b) };
  return step.op === "jump" ? { op: "jump", to: target(step.to) } : step;
}

function single(character) {
  const code = character.codePointAt(0);
  return [code, code];
}

function isSingle(ranges) {
  return ranges.length === 1 && ranges[0][0] === ranges[0][1];
}

function isQuantifier(character) {
  return character !== undefined && "*+?{".includes(character);
}
