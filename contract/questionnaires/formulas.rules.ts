/** Calculated questions: `field101 + field102 * 2`, `round(sum(field101, field103) / 2, 1)` over the answers before them. Pure. */
export const MOST_FORMULA = 200;

/** The number that a question was answered with; null when it was not. */
type Read = (formItemId: number) => number | null;
type Term = (read: Read) => number | null;

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|field(\d{1,7})|(sum|min|max|round)(?=\s*\()|([-+*/(),]))/y;
type Token = { number: number } | { field: number } | { name: string } | { sign: string };

/** The parts of a formula; null when there is something else in it. */
function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const words = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < words.length) {
    const found = TOKEN.exec(words);
    if (!found) return null;
    const [, number, field, name, sign] = found;
    if (number !== undefined) tokens.push({ number: Number(number) });
    else if (field !== undefined) tokens.push({ field: Number(field) });
    else tokens.push(name === undefined ? { sign: sign as string } : { name });
  }
  return tokens;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
/** Half away from zero, without the noise of binary fractions. */
const rounded = (value: number, digits: number) => {
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + Number.EPSILON))) / scale;
};

const OPERATIONS: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

const both =
  (sign: string, left: Term, right: Term): Term =>
  (read) => {
    const [one, other] = [left(read), right(read)];
    return one === null || other === null ? null : finite(OPERATIONS[sign]!(one, other));
  };

const AMONG: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
};

/** `sum`, `min` and `max` are of what was answered; nothing answered is no number. */
function applied(name: string, terms: readonly Term[]): Term | null {
  const [first, second] = terms;
  if (name !== 'round')
    return (read) => {
      const values = terms.map((term) => term(read)).filter((value) => value !== null);
      return values.length === 0 ? null : finite((AMONG[name] as (values: number[]) => number)(values));
    };
  if (!first || terms.length > 2) return null;
  return (read) => {
    const [value, digits] = [first(read), second ? second(read) : 0];
    return value === null || digits === null || !Number.isInteger(digits) || digits < 0 || digits > 6
      ? null
      : finite(rounded(value, digits));
  };
}

/** Takes a formula; gives what it makes of the answers, or null when it is none. */
export function formulaOf(text: string): Term | null {
  const tokens = text.length > MOST_FORMULA ? null : tokensOf(text);
  if (!tokens) return null;
  let at = 0;
  const takes = (...signs: string[]): string | null => {
    const token = tokens[at];
    if (!token || !('sign' in token) || !signs.includes(token.sign)) return null;
    at++;
    return token.sign;
  };

  const whole = expression();
  return whole && at === tokens.length ? whole : null;

  function expression(): Term | null {
    return chain(() => chain(single, '*', '/'), '+', '-');
  }

  /** Terms joined by signs of one rank, from the left. */
  function chain(next: () => Term | null, ...signs: string[]): Term | null {
    let left = next();
    for (let sign = left && takes(...signs); left && sign; sign = left && takes(...signs)) {
      const right = next();
      left = right && both(sign, left, right);
    }
    return left;
  }

  function single(): Term | null {
    if (takes('-')) {
      const term = single();
      return term && both('-', () => 0, term);
    }
    if (takes('(')) {
      const term = expression();
      return takes(')') ? term : null;
    }
    const token = tokens![at++];
    if (!token || 'sign' in token) return null;
    if ('number' in token) return () => token.number;
    if ('field' in token) return (read) => read(token.field);
    return takes('(') ? called(token.name) : null;
  }

  function called(name: string): Term | null {
    const terms: Term[] = [];
    do {
      const term = expression();
      if (!term) return null;
      terms.push(term);
    } while (takes(','));
    return takes(')') ? applied(name, terms) : null;
  }
}

/** What a formula makes of answers `field{N}`, to `precision` decimals (6 when unset); null when an answer that it needs is missing. */
export function calculate(text: string, answers: Readonly<Record<string, unknown>>, precision = 6): number | null {
  const value = formulaOf(text)?.((formItemId) => {
    const answer = answers[`field${formItemId}`];
    return typeof answer === 'number' && Number.isFinite(answer) ? answer : null;
  });
  return value === null || value === undefined ? null : finite(rounded(value, precision));
}
