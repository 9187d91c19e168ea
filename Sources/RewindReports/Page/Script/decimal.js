// Numbers by their exact decimal values, with the tool's comparison and arithmetic.

/// Returns the order of two numbers by value.
function compareNumbers(a, b) {
  // If JavaScript writes a number as it was written, its order is that of its text.
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [parts(numberText(a)), parts(numberText(b))];
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.exponent !== right.exponent) return left.exponent < right.exponent ? -left.sign : left.sign;
  if (left.digits === right.digits) return 0;
  return left.digits < right.digits ? -left.sign : left.sign;
}

/// Splits a number: sign × 0.digits × 10^exponent, without zeros at either end of the digits.
///
/// Exponents are limited to 10^17, as in the tool.
function parts(text) {
  const [mantissa, power = "0"] = text.toLowerCase().split("e");
  const [whole, fraction = ""] = mantissa.replace("-", "").split(".");
  const significant = (whole + fraction).replace(/^0+/, "");
  const digits = significant.replace(/0+$/, "");
  if (digits === "") return { sign: 0, digits, exponent: 0n };
  const zerosBefore = whole.length + fraction.length - significant.length;
  return {
    sign: mantissa.startsWith("-") ? -1 : 1,
    digits,
    exponent: pinned(power) + BigInt(whole.length - zerosBefore),
  };
}

function pinned(power) {
  const [exponent, limit] = [BigInt(power), 10n ** 17n];
  return exponent > limit ? limit : exponent < -limit ? -limit : exponent;
}

/// Returns the integer that a number is, as a big integer; null if it is not a 64-bit integer.
function integerOf(number) {
  if (Number.isSafeInteger(number)) return BigInt(number);
  const { sign, digits, exponent } = parts(numberText(number));
  if (sign === 0) return 0n;
  if (exponent < BigInt(digits.length) || exponent > 20n) return null;
  const integer = BigInt(sign) * BigInt(digits.padEnd(Number(exponent), "0"));
  return BigInt.asIntN(64, integer) === integer ? integer : null;
}

/// A decimal number with all its digits: coefficient × 10^exponent, without trailing zeros.
///
/// The limits are the tool's, so that both have a result for the same questions.
class Decimal {
  constructor(coefficient, exponent) {
    const digits = String(coefficient).replace("-", "");
    this.digits = digits.replace(/0+$/, "");
    const zeros = digits.length - this.digits.length;
    this.coefficient = this.digits === "" ? 0n : coefficient / 10n ** BigInt(zeros);
    this.exponent = this.digits === "" ? 0 : exponent + zeros;
  }

  /// Makes a number from JSON; null if it is too long or its exponent too large.
  static from(number) {
    const text = numberText(number);
    const power = Number(text.toLowerCase().split("e")[1] ?? 0);
    const { sign, digits, exponent } = parts(text);
    if (Math.abs(power) > Decimal.exponentLimit || digits.length > Decimal.digitLimit) return null;
    return new Decimal(BigInt(sign) * BigInt(digits), Number(exponent) - digits.length);
  }

  /// Returns the result of an operator on two numbers of JSON; undefined if there is none.
  static result(sign, a, b) {
    const [left, right] = [Decimal.from(a), Decimal.from(b)];
    if (!left || !right) return undefined;
    const result = {
      "+": () => left.plus(right),
      "-": () => left.plus(new Decimal(-right.coefficient, right.exponent)),
      "*": () => left.times(right),
      "/": () => left.dividedBy(right),
      "%": () => left.remainder(right),
    }[sign]();
    return result ? numberOf(result.text) : undefined;
  }

  plus(other) {
    if (this.coefficient === 0n) return other;
    if (other.coefficient === 0n) return this;
    const common = Math.min(this.exponent, other.exponent);
    const [a, b] = [this.scaled(common), other.scaled(common)];
    if (a === null || b === null) return null;
    return new Decimal(a + b, common).limited;
  }

  times(other) {
    if (this.digits.length + other.digits.length > Decimal.digitLimit) return null;
    const product = this.coefficient * other.coefficient;
    return new Decimal(product, this.exponent + other.exponent).limited;
  }

  /// Returns the quotient, rounded half to even.
  dividedBy(other) {
    if (other.coefficient === 0n) return null;
    // One digit more than is kept, and one that shows if there is a remainder.
    const zeros = Math.max(0, Decimal.quotientDigits + 1 + other.digits.length - this.digits.length);
    const dividend = BigInt(this.digits) * 10n ** BigInt(zeros);
    const divisor = BigInt(other.digits);
    const rest = dividend % divisor === 0n ? 0n : 1n;
    const quotient = (dividend / divisor) * 10n + rest;
    const isNegative = this.coefficient < 0n !== other.coefficient < 0n;
    return new Decimal(
      isNegative ? -quotient : quotient,
      this.exponent - other.exponent - zeros - 1
    ).rounded.limited;
  }

  /// Returns the remainder of a division whose quotient is truncated to an integer.
  remainder(other) {
    const common = Math.min(this.exponent, other.exponent);
    if (other.coefficient === 0n) return null;
    const [a, b] = [this.scaled(common), other.scaled(common)];
    return a === null || b === null ? null : new Decimal(a % b, common);
  }

  /// Returns the coefficient with trailing zeros, so that the number is coefficient × 10^low.
  scaled(low) {
    const zeros = this.exponent - low;
    if (zeros + this.digits.length > Decimal.digitLimit) return this.coefficient === 0n ? 0n : null;
    return this.coefficient * 10n ** BigInt(zeros);
  }

  get limited() {
    const isShort = this.digits.length <= Decimal.digitLimit;
    return isShort && Math.abs(this.exponent) <= Decimal.exponentLimit ? this : null;
  }

  get rounded() {
    if (this.digits.length <= Decimal.quotientDigits) return this;
    const rest = this.digits.slice(Decimal.quotientDigits);
    const kept = BigInt(this.digits.slice(0, Decimal.quotientDigits));
    const isTie = /^50*$/.test(rest);
    const goesUp = isTie ? kept % 2n === 1n : rest[0] >= "5";
    const size = goesUp ? kept + 1n : kept;
    return new Decimal(this.coefficient < 0n ? -size : size, this.exponent + rest.length);
  }

  /// The number as JavaScript would write it with all digits.
  get text() {
    if (this.digits === "") return "0";
    const sign = this.coefficient < 0n ? "-" : "";
    const point = this.digits.length + this.exponent;
    if (this.exponent >= 0 && point <= 21) return sign + this.digits.padEnd(point, "0");
    if (point > 0 && point <= 21) {
      return `${sign}${this.digits.slice(0, point)}.${this.digits.slice(point)}`;
    }
    if (point > -6 && point <= 0) return `${sign}0.${"0".repeat(-point)}${this.digits}`;
    const fraction = this.digits.length > 1 ? `.${this.digits.slice(1)}` : "";
    return `${sign}${this.digits[0]}${fraction}e${point > 0 ? "+" : ""}${point - 1}`;
  }
}
Decimal.digitLimit = 1000;
Decimal.quotientDigits = 34;
Decimal.exponentLimit = 1_000_000_000;
