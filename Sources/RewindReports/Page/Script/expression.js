// The evaluation of expressions on a step, as in the tool: the page is one file without it, and a condition that
// bisect or --never has found is pasted into its filter.

/// A question about a step, with its text; it throws ExpressionError if the text is not an expression.
class StepExpression {
  constructor(text) {
    this.text = text;
    this.root = new ExpressionParser(text).parse();
    this.reads = readsOf(this.root);
  }

  /// Returns the question for the steps of a session in their order.
  over(session) {
    const states = PartialStates.of(session, this) ?? session.states;
    if (!this.reads.isOfStates) return (step) => this.holds(step, states);
    // As long as the states stay as they are, so does what is true of them.
    let last = null;
    return (step) => {
      const before = this.reads.before ? step.before(states) : undefined;
      const after = this.reads.after ? step.after(states) : undefined;
      const isSame = last !== null && before === last.before && after === last.after;
      if (!isSame) last = { before, after, holds: this.holds(step, states) };
      return last.holds;
    };
  }

  holds(step, states = step.session.states) {
    if (this.reads.after && step.after(states) === undefined) return false;
    return new Evaluation(step, states).value(this.root, "after") === true;
  }

  /// The names in it without a root, so that they are members of the state, or texts without quotes.
  get bareNames() {
    return this.reads.pointers
      .filter((tokens) => tokens.length === 1)
      .map((tokens) => tokens[0])
      .filter((name) => !this.text.includes(`/${name}`) && !this.text.includes(`state.${name}`));
  }
}

/// What an expression reads besides the states before and after a step.
const stepParts = new Set(["action", "payload", "type", "index", "time"]);

/// Returns what an expression reads: states `before` or `after` actions, `pointers` into them, the `names` of
/// members wherever they are; `isOfStates` if that is all.
function readsOf(root) {
  const reads = { before: false, after: false, pointers: [], names: [], isOfStates: true };
  const read = (tokens, side) => {
    reads[side] = true;
    reads.pointers.push(tokens);
  };
  const visit = (node, side) => {
    if (stepParts.has(node.op)) reads.isOfStates = false;
    switch (node.op) {
      case "state": return read([], side);
      case "path": return visitPath(node, side);
      case "at": return visit(node.node, node.side);
      case "changed": return ["before", "after"].forEach((side) => visit(node.node, side));
      default: return partsOf(node).forEach((part) => visit(part, side));
    }
  };
  const visitPath = (node, side) => {
    const firstComputed = node.segments.findIndex((segment) => segment.computed);
    const fixed = firstComputed < 0 ? node.segments : node.segments.slice(0, firstComputed);
    for (const segment of node.segments) {
      if (segment.computed) visit(segment.computed, side);
      else if (arrayIndex(segment.token) === null) reads.names.push(segment.token);
    }
    if (node.root.op === "state") read(fixed.map((segment) => segment.token), side);
    else visit(node.root, side);
  };
  visit(root, "after");
  return reads;
}

function partsOf(node) {
  return [
    ...(node.nodes ?? []), ...(node.members?.values() ?? []), node.node, node.left, node.right,
    node.over, node.body, node.first, ...(node.terms ?? []).map((term) => term.node),
  ].filter((part) => part !== undefined);
}

/// Evaluates expressions on one step; a missing value is undefined.
class Evaluation {
  constructor(step, states) {
    this.step = step;
    this.states = states;
    this.elements = [];
  }

  value(node, side) {
    switch (node.op) {
      case "literal": return node.value;
      case "array": return this.array(node.nodes, side);
      case "object": return this.object(node.members, side);
      case "state": return side === "before" ? this.step.before(this.states) : this.step.after(this.states);
      case "action": return this.step.json?.get("action");
      case "payload": return this.step.payload;
      case "type": return this.step.type;
      case "index": return this.step.index;
      case "time": return this.step.json?.get("time");
      case "variable": return this.elements[node.place];
      case "path": return this.path(node, side);
      case "and": return node.nodes.every((part) => this.value(part, side) === true);
      case "or": return node.nodes.some((part) => this.value(part, side) === true);
      case "not": return this.value(node.node, side) !== true;
      case "comparison":
        return compares(node.sign, this.value(node.left, side), this.value(node.right, side));
      case "textual":
        return comparesTexts(node.sign, this.value(node.left, side), this.value(node.right, side));
      case "matches": return this.matches(node, side);
      case "arithmetic": return this.arithmetic(node, side);
      case "length": return lengthOf(this.value(node.node, side));
      case "exists": return this.value(node.node, side) !== undefined;
      case "at": return this.value(node.node, node.side);
      case "changed":
        return !isEqual(this.value(node.node, "before"), this.value(node.node, "after"));
      default: return this.quantified(node, side);
    }
  }

  array(nodes, side) {
    const values = nodes.map((node) => this.value(node, side));
    return values.includes(undefined) ? undefined : values;
  }

  object(members, side) {
    const object = new Map();
    for (const [name, node] of members) {
      const value = this.value(node, side);
      if (value === undefined) return undefined;
      object.set(name, value);
    }
    return object;
  }

  path(node, side) {
    // Most lines need not be parsed to see that their payload has no such member.
    const name = node.root.op === "payload" ? node.segments[0]?.token : undefined;
    if (name !== undefined && !this.step.mayHave(name)) return undefined;
    const value = this.value(node.root, side);
    const found = this.member(node.segments, value, side);
    // A payload's path may leave out the cases that its type names.
    if (found !== undefined || value === undefined || node.root.op !== "payload") return found;
    return this.member(node.segments, contentOfAction(this.step.type, value), side);
  }

  member(segments, value, side) {
    let found = value;
    for (const segment of segments) {
      if (found === undefined) return undefined;
      const token = segment.computed ? this.token(segment.computed, side) : segment.token;
      found = token === undefined ? undefined : child(found, token);
    }
    return found;
  }

  token(node, side) {
    const value = this.value(node, side);
    if (typeof value === "string") return value;
    const integer = isNumber(value) ? integerOf(value) : null;
    return integer === null ? undefined : String(integer);
  }

  matches(node, side) {
    const value = this.value(node.node, side);
    return typeof value === "string" && node.pattern.test(value);
  }

  arithmetic(node, side) {
    let result = this.value(node.first, side);
    if (!isNumber(result)) return undefined;
    for (const term of node.terms) {
      const operand = this.value(term.node, side);
      if (!isNumber(operand)) return undefined;
      result = Decimal.result(term.sign, result, operand);
      if (result === undefined) return undefined;
    }
    return result;
  }

  quantified(node, side) {
    const holder = this.value(node.over, side);
    const isCondition = node.name === "any" || node.name === "all";
    if (!isContainer(holder)) return isCondition ? false : undefined;
    let count = 0;
    let sum = 0;
    for (const element of holder.values()) {
      this.elements.push(element);
      const value = this.value(node.body, side);
      this.elements.pop();
      if (node.name === "sum") {
        sum = isNumber(value) ? Decimal.result("+", sum, value) : undefined;
        if (sum === undefined) return undefined;
      } else if (value === true) {
        count += 1;
        if (node.name === "any") return true;
      } else if (node.name === "all") {
        return false;
      }
    }
    return { any: false, all: true, count, sum }[node.name];
  }
}

/// Returns true if a comparison holds; other than equality, only for two numbers or two texts.
function compares(sign, a, b) {
  if (sign === "==") return a !== undefined && isEqual(a, b);
  if (sign === "!=") return a === undefined || !isEqual(a, b);
  let order;
  if (isNumber(a) && isNumber(b)) order = compareNumbers(a, b);
  else if (typeof a === "string" && typeof b === "string") order = compareTexts(a, b);
  else return false;
  return { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[sign];
}

function comparesTexts(sign, a, b) {
  if (a === undefined || b === undefined) return false;
  if (sign === "contains" && Array.isArray(a)) return a.some((element) => isEqual(element, b));
  if (typeof b !== "string") return false;
  if (sign === "contains" && a instanceof Map) return a.has(b);
  if (typeof a !== "string") return false;
  switch (sign) {
    case "contains": return a.includes(b);
    case "startsWith": return a.startsWith(b);
    case "endsWith": return a.endsWith(b);
    default: return isLike(a, b);
  }
}

/// Returns true if a whole text has the form of a pattern, in which `*` is anything and `?` one code point.
function isLike(text, pattern) {
  const [characters, forms] = [[...text], [...pattern]];
  let [i, j] = [0, 0];
  let retry = null;
  while (i < characters.length) {
    if (forms[j] === "*") {
      retry = { text: i, pattern: j + 1 };
      j += 1;
    } else if (j < forms.length && (forms[j] === "?" || forms[j] === characters[i])) {
      i += 1;
      j += 1;
    } else if (retry) {
      retry = { text: retry.text + 1, pattern: retry.pattern };
      [i, j] = [retry.text, retry.pattern];
    } else {
      return false;
    }
  }
  return forms.slice(j).every((form) => form === "*");
}

/// Returns the number of code points of a text, elements, or members.
function lengthOf(value) {
  if (typeof value === "string") return [...value].length;
  return isContainer(value) ? childCount(value) : undefined;
}
