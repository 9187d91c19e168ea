// Parses expressions by precedence climbing; the grammar is above the tool's StepExpression.
//
// A node is {op, …}: literal, array, object, state, action, payload, type, index, time, variable,
// path, and, or, not, comparison, textual, matches, arithmetic, length, exists, at, changed,
// quantified.

const precedences = { or: 0, and: 1, comparison: 2, sum: 3, product: 4, operand: 5 };

const textOperators = ["contains", "startsWith", "endsWith", "like", "matches"];

/// The operators between two operands.
const operators = [
  { op: "or", precedence: precedences.or, signs: ["or"] },
  { op: "and", precedence: precedences.and, signs: ["and"] },
  { op: "comparison", precedence: precedences.comparison, signs: ["==", "!=", "<=", ">=", "<", ">"] },
  { op: "textual", precedence: precedences.comparison, signs: textOperators },
  { op: "arithmetic", precedence: precedences.sum, signs: ["+", "-"] },
  { op: "arithmetic", precedence: precedences.product, signs: ["*", "/", "%"] },
];

const expressionFunctions = [
  "length", "exists", "before", "after", "changed", "any", "all", "count", "sum",
];

/// Words that are not members of the state by themselves.
const reservedWords = new Set([
  "and", "or", ...textOperators, "null", "true", "false", "not", "state", "action", "payload", "type",
  "index", "time",
]);

/// The kinds of nodes' values, if they are known for any step.
const nodeKinds = {
  array: "array", object: "object", type: "string", index: "number", time: "number",
  arithmetic: "number", length: "number", and: "bool", or: "bool", not: "bool", comparison: "bool",
  textual: "bool", matches: "bool", exists: "bool", changed: "bool",
};

function kindOfNode(node) {
  if (node.op === "literal") return kindOf(node.value);
  if (node.op === "at") return kindOfNode(node.node);
  if (node.op === "quantified") return ["any", "all"].includes(node.name) ? "bool" : "number";
  return nodeKinds[node.op] ?? null;
}

class ExpressionParser {
  constructor(text) {
    this.scanner = new ExpressionScanner(text);
    this.depth = 0;
    /// The names of the elements of the enclosing quantifiers, from the outermost.
    this.variables = [];
  }

  /// Parses the whole text as one condition or value.
  parse() {
    const limit = ExpressionParser.lengthLimit;
    if (byteCount(this.scanner.text) > limit) {
      throw this.scanner.fault(`An expression has ${limit} bytes at most`, limit);
    }
    this.scanner.skipSpace();
    if (this.scanner.isAtEnd) throw this.scanner.fault("There is no expression");
    const start = this.scanner.position;
    const node = this.expression(precedences.or);
    if (!this.scanner.isAtEnd) throw this.scanner.expected("an operator or the end");
    this.checkCondition(node, start);
    return node;
  }

  /// Returns the next operator, and the scanner after it.
  operatorAhead() {
    const rest = this.scanner.copy;
    const sign = rest.take(/[=!<>]=|[<>+*/%-]/y) ?? rest.name();
    const found = operators.find(({ signs }) => signs.includes(sign));
    return found ? { ...found, sign, rest } : null;
  }

  /// Parses operands with the operators between them that bind at least as tightly as `loosest`.
  expression(loosest) {
    this.depth += 1;
    const limit = ExpressionParser.depthLimit;
    if (this.depth > limit) {
      throw this.scanner.fault(`Expressions are nested ${limit} levels deep at most`);
    }
    this.scanner.skipSpace();
    const start = this.scanner.position;
    let left = this.primary();
    this.scanner.skipSpace();
    let found = this.operatorAhead();
    while (found && found.precedence >= loosest) {
      left = this.combined(left, found, start);
      found = this.operatorAhead();
    }
    if (this.scanner.next === "=" && loosest <= precedences.comparison) {
      throw this.scanner.fault("Use == to compare");
    }
    this.depth -= 1;
    return left;
  }

  combined(left, found, start) {
    if (found.op === "or" || found.op === "and") return this.chain(left, start, found.op);
    if (found.op === "arithmetic") return this.terms(left, found.precedence);
    this.scanner = found.rest;
    const node =
      found.sign === "matches"
        ? { op: "matches", node: left, pattern: this.pattern() }
        : { op: found.op, sign: found.sign, left, right: this.expression(precedences.sum) };
    if (this.operatorAhead()?.precedence === precedences.comparison) {
      throw this.scanner.fault("Comparisons do not chain: write a < b and b < c");
    }
    return node;
  }

  /// Parses repeated `and …` or `or …`.
  chain(first, start, op) {
    this.checkCondition(first, start);
    const nodes = [first];
    for (let found = this.operatorAhead(); found?.op === op; found = this.operatorAhead()) {
      this.scanner = found.rest;
      this.scanner.skipSpace();
      const place = this.scanner.position;
      const condition = this.expression(precedences[op] + 1);
      this.checkCondition(condition, place);
      nodes.push(condition);
    }
    return { op, nodes };
  }

  /// Parses repeated `+ …`, `- …` or `* …`, `/ …`, `% …`.
  terms(first, precedence) {
    const terms = [];
    const isTerm = (found) => found?.op === "arithmetic" && found.precedence === precedence;
    for (let found = this.operatorAhead(); isTerm(found); found = this.operatorAhead()) {
      this.scanner = found.rest;
      terms.push({ sign: found.sign, node: this.expression(precedence + 1) });
    }
    return { op: "arithmetic", first, terms };
  }

  pattern() {
    this.scanner.skipSpace();
    if (this.scanner.next !== '"' && this.scanner.next !== "'") {
      if (this.scanner.isAtEnd) throw this.scanner.expected("a pattern in quotes");
      throw this.scanner.fault('matches needs its pattern in quotes: type matches "^Flip"');
    }
    const start = this.scanner.position;
    const text = this.string();
    this.scanner.skipSpace();
    try {
      return patternOf(text);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const what = "Invalid regular expression";
      throw this.scanner.fault(`${what}: ${error.message}`, start);
    }
  }

  checkCondition(node, position) {
    const kind = kindOfNode(node);
    if (kind === null || kind === "bool") return;
    const article = kind === "array" || kind === "object" ? "an " : kind === "null" ? "" : "a ";
    const word = kind === "string" ? "text" : kind;
    throw this.scanner.fault(
      `This is ${article}${word}, and a condition must be true or false: compare it with something`,
      position
    );
  }

  primary() {
    switch (this.scanner.next) {
      case "/": return this.pointer();
      case "(": return this.inParentheses();
      case "[": return { op: "array", nodes: this.elements() };
      case "{": return { op: "object", members: this.members() };
      case '"': case "'": return { op: "literal", value: this.string() };
      case "-": return this.negation();
      default: return /[0-9]/.test(this.scanner.next ?? "") ? this.number() : this.named();
    }
  }

  number() {
    const number = this.scanner.number();
    if (number === null) throw this.scanner.expected("a JSON number");
    return { op: "literal", value: numberOf(number) };
  }

  pointer() {
    const start = this.scanner.position;
    const tokens = tokensOf(this.scanner.pointer());
    if (!tokens) throw this.scanner.fault("In a pointer, after ~ comes 0 (for ~) or 1 (for /)", start);
    return pathNode({ op: "state" }, tokens.map((token) => ({ token })));
  }

  inParentheses() {
    const start = this.scanner.position;
    this.scanner.position += 1;
    const node = this.expression(precedences.or);
    this.close(")", start);
    return node;
  }

  close(bracket, start) {
    if (this.scanner.skips(bracket)) return;
    const opening = this.scanner.text[start];
    if (this.scanner.isAtEnd) throw this.scanner.fault(`"${opening}" is never closed`, start);
    throw this.scanner.expected(`an operator or "${bracket}"`);
  }

  negation() {
    this.scanner.position += 1;
    // JSON's own negative numbers keep their text.
    const number = this.scanner.number();
    if (number !== null) return { op: "literal", value: numberOf(`-${number}`) };
    const node = this.expression(precedences.operand);
    return { op: "arithmetic", first: { op: "literal", value: 0 }, terms: [{ sign: "-", node }] };
  }

  /// Parses what stands between two brackets, with commas in between.
  listed(closing, parse) {
    const start = this.scanner.position;
    let isEmpty = true;
    do {
      this.scanner.position += 1;
      this.scanner.skipSpace();
      if (isEmpty && this.scanner.next === closing) break;
      isEmpty = false;
      parse();
    } while (this.scanner.next === ",");
    this.close(closing, start);
  }

  elements() {
    const nodes = [];
    this.listed("]", () => nodes.push(this.expression(precedences.or)));
    return nodes;
  }

  members() {
    const members = new Map();
    this.listed("}", () => {
      if (!["'", '"'].includes(this.scanner.next)) throw this.scanner.expected("a name in quotes");
      const place = this.scanner.position;
      const name = this.string();
      if (members.has(name)) throw this.scanner.fault(`The name "${name}" is repeated`, place);
      this.scanner.skipSpace();
      if (!this.scanner.skips(":")) throw this.scanner.expected('":"');
      members.set(name, this.expression(precedences.or));
    });
    return members;
  }

  string() {
    const start = this.scanner.position;
    const literal = this.scanner.quoted();
    if (literal === null) throw this.scanner.fault("The quote is never closed", start);
    return textOf(literal, (why) => this.scanner.fault(`This string cannot be read: ${why}`, start));
  }

  named() {
    const start = this.scanner.position;
    const name = this.scanner.name();
    if (name === null) throw this.scanner.expected("a value");
    const variable = this.variables.lastIndexOf(name);
    if (variable >= 0) return this.path({ op: "variable", place: variable });
    switch (name) {
      case "null": return { op: "literal", value: null };
      case "true": case "false": return { op: "literal", value: name === "true" };
      case "not": return this.negatedCondition();
      case "state": case "action": case "payload": return this.path({ op: name });
      case "type": case "index": case "time": return this.scalar(name);
      default: break;
    }
    if (textOperators.includes(name)) {
      throw this.scanner.fault(`${name} needs a value on each side: type ${name} "Flip"`, start);
    }
    if (reservedWords.has(name)) {
      throw this.scanner.fault(`Expected a value, found "${name}"`, start);
    }
    this.scanner.skipSpace();
    if (this.scanner.next === "(") return this.call(name, start);
    return this.path({ op: "state" }, [{ token: name }]);
  }

  negatedCondition() {
    this.scanner.skipSpace();
    const start = this.scanner.position;
    const node = this.expression(precedences.comparison);
    this.checkCondition(node, start);
    return { op: "not", node };
  }

  scalar(name) {
    if (this.scanner.next !== "." && this.scanner.next !== "[") return { op: name };
    throw this.scanner.fault(
      `The action's ${name} has no members; a member of that name in the state is state.${name}`
    );
  }

  /// Parses the rest of a path after its root: repeated `.name` and `[expression]`.
  path(root, segments = []) {
    for (;;) {
      if (this.scanner.next === ".") {
        this.scanner.position += 1;
        const token = this.scanner.name() ?? this.scanner.number();
        if (token === null || (/^[0-9]/.test(token) && arrayIndex(token) === null)) {
          throw this.scanner.expected("a name");
        }
        segments.push({ token });
      } else if (this.scanner.next === "[") {
        const start = this.scanner.position;
        this.scanner.position += 1;
        const node = this.expression(precedences.or);
        this.close("]", start);
        segments.push(segmentOf(node));
      } else {
        return pathNode(root, segments);
      }
    }
  }

  call(name, start) {
    if (!expressionFunctions.includes(name)) throw this.scanner.fault(unknownFunction(name), start);
    const opening = this.scanner.position;
    this.scanner.position += 1;
    if (["any", "all", "count", "sum"].includes(name)) return this.quantified(name, opening);
    const node = this.expression(precedences.or);
    this.close(")", opening);
    if (name === "before" || name === "after") return { op: "at", side: name, node };
    return { op: name, node };
  }

  quantified(name, opening) {
    const variable = this.elementName();
    const over = this.expression(precedences.or);
    if (this.scanner.next !== ",") {
      const what = name === "sum" ? "what to add up" : "a condition on the element";
      throw this.scanner.expected(`"," and ${what}`);
    }
    this.scanner.position += 1;
    this.variables.push(variable);
    this.scanner.skipSpace();
    const start = this.scanner.position;
    const body = this.expression(precedences.or);
    if (name !== "sum") this.checkCondition(body, start);
    this.close(")", opening);
    this.variables.pop();
    return { op: "quantified", name, over, body };
  }

  /// Parses `card in`, if it comes next.
  elementName() {
    this.scanner.skipSpace();
    const ahead = this.scanner.copy;
    const name = ahead.name();
    ahead.skipSpace();
    if (name === null || ahead.name() !== "in") return "it";
    if (reservedWords.has(name) || expressionFunctions.includes(name)) {
      throw this.scanner.fault(`${name} cannot name an element: it is a reserved word`);
    }
    this.scanner = ahead;
    return name;
  }
}
ExpressionParser.depthLimit = 64;
ExpressionParser.lengthLimit = 65536;

function pathNode(root, segments) {
  return segments.length === 0 ? root : { op: "path", root, segments };
}

/// Returns one step of a path: a literal name or index, or a computed one.
function segmentOf(node) {
  if (node.op === "literal" && typeof node.value === "string") return { token: node.value };
  if (node.op === "literal" && isNumber(node.value)) {
    const integer = integerOf(node.value);
    if (integer !== null && integer >= 0n) return { token: String(integer) };
  }
  return { computed: node };
}

function unknownFunction(name) {
  const letters = (word) => [...word].sort().join("");
  const closest = expressionFunctions.find(
    (known) =>
      letters(known) === letters(name.toLowerCase())
      || ([...name].length > 2 && (known.startsWith(name) || name.startsWith(known)))
  );
  const rest = closest
    ? `; did you mean ${closest}`
    : ": the functions are length, exists, before, after, changed, any, all, count and sum";
  return `Unknown function ${name}${rest}`;
}
